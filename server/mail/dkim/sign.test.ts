import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { expect, inject, test } from 'vitest'
import { domainWorld } from '../../testing/servers/dns-server.ts'
import { parseLiquid } from '../liquid/template.ts'
import { compileMail } from '../mime/message.ts'
import { dkimHeaders, relaxedBody, type SigningKey } from './sign.ts'

const AT = 1_772_600_767

/** Returns two keys of a domain, and a DNS that publishes both. */
async function signedDomain() {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ed = generateKeyPairSync('ed25519')
  const spki = rsa.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const point = ed.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
  const { resolver } = await domainWorld({
    'one._domainkey.studio.no': `v=DKIM1; k=rsa; p=${spki}`,
    'two._domainkey.studio.no': `v=DKIM1; k=ed25519; p=${point}`,
  })
  const keys: SigningKey[] = [
    { domain: 'studio.no', selector: 'one', algorithm: 'rsa-sha256', private_key: rsa.privateKey },
    { domain: 'studio.no', selector: 'two', algorithm: 'ed25519-sha256', private_key: ed.privateKey },
  ]
  const results = async (raw: Buffer) => {
    const { results } = await dkimVerify(raw, {
      resolver: (name: string, type: string) => resolver.resolve(name, type),
    } as never)
    return results
  }
  return { keys, results, outcomes: async (raw: Buffer) => (await results(raw)).map(({ status }) => status.result) }
}

const html = parseLiquid('<p>Hi {{ name }}, größer\t als  1 </p>\n\n<p>.</p>  \n\n\n', 'html')
const text = parseLiquid('Hi {{ name }}\n\n\n', 'text')

function message(): Buffer {
  const values = { name: 'Lin  ' }
  return compileMail({
    from: { name: 'Nora', address: 'hi@studio.no' },
    reply_to: { address: 'answers@studio.no' },
    text,
    html,
    list: { name: 'Studio North, news', id: '77.lists.m.example' },
    feedback_id: '301:77:broadcast:envoi',
  }).fill({
    to: { name: 'Lin', address: 'lin@example.net' },
    subject: 'A subject that is longer than one line of a header may be, so it continues on a second line',
    message_id: 'token123@m.example',
    date: new Date('2026-03-04T05:06:07Z'),
    text: text.render(values),
    html: html.render(values),
    unsubscribe: { url: 'https://m.example/u/token' },
  })
}

const signed = (raw: Buffer, keys: SigningKey[]) =>
  Buffer.concat([Buffer.from(dkimHeaders(raw, keys, AT), 'latin1'), raw])

test('a verifier accepts both signatures, aligned with the From domain [B2]', async () => {
  const { keys, results } = await signedDomain()
  const raw = signed(message(), keys)
  expect(await results(raw)).toMatchObject([
    {
      signingDomain: 'studio.no',
      selector: 'one',
      algo: 'rsa-sha256',
      modulusLength: 2048,
      status: { result: 'pass', aligned: 'studio.no' },
    },
    {
      signingDomain: 'studio.no',
      selector: 'two',
      algo: 'ed25519-sha256',
      status: { result: 'pass', aligned: 'studio.no' },
    },
  ])
  expect(
    raw
      .toString('latin1')
      .split('\r\n')
      .every((line) => line.length <= 78),
  ).toBe(true)
})

test('both unsubscribe headers are inside h=, and no signed header can be changed or added [B5]', async () => {
  const { keys, outcomes } = await signedDomain()
  const raw = signed(message(), keys).toString('latin1')
  const named = / h=([^;=]+);/.exec(raw)?.[1]?.replace(/\s/g, '').split(':') ?? []
  const must =
    'From To Subject Date Message-ID MIME-Version Content-Type Reply-To List-Unsubscribe List-Unsubscribe-Post Feedback-ID'
  expect(named).toEqual(expect.arrayContaining(must.split(' ')))
  const changes: [string | RegExp, string][] = [
    [/^List-Unsubscribe: .*\r\n/m, ''],
    [/^List-Unsubscribe: </m, 'List-Unsubscribe: <https://evil.example/>, <'],
    [/^List-Unsubscribe-Post: .*\r\n/m, ''],
    [/^Reply-To: .*$/m, 'Reply-To: eve@evil.example'],
    [/^Subject: A/m, 'Subject: B'],
    [/^MIME-Version/m, 'Subject: Another\r\nMIME-Version'],
    [/^MIME-Version/m, 'From: eve@evil.example\r\nMIME-Version'],
    [/^MIME-Version/m, 'To: eve@evil.example\r\nMIME-Version'],
    ['<p>Hi', '<p>Ho'],
  ]
  for (const [from, to] of changes) {
    const changed = raw.replace(from, to)
    expect(changed).not.toBe(raw)
    expect(await outcomes(Buffer.from(changed, 'latin1')), String(from)).not.toContain('pass')
  }
  // Changes that a relaying server may make: folding differently and adding its own headers.
  const refolded = `Received: from a by b\r\n${raw.replace(/^Subject: A subject/m, 'SUBJECT:   A\r\n  subject')}\r\n\r\n`
  expect(await outcomes(Buffer.from(refolded, 'latin1'))).toEqual(['pass', 'pass'])
})

test('a verifier accepts every body that a message can have', async () => {
  const { keys, outcomes } = await signedDomain()
  const body = fc.array(fc.constantFrom(' ', '\t', '\r\n', '\r\n\r\n', 'a', '\xe9', '.', '=20', '  '), {
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(body, async (parts) => {
      const raw = Buffer.from(`From: hi@studio.no\r\nTo: lin@example.net\r\n\r\n${parts.join('')}`, 'latin1')
      expect(await outcomes(signed(raw, keys.slice(1)))).toEqual(['pass'])
    }),
    { seed: inject('property_seed'), numRuns: 100 },
  )
})

test('the example of RFC 6376 section 3.4.5 has its canonical body', () => {
  expect(relaxedBody(Buffer.from(' C \r\nD \t E\r\n\r\n\r\n')).toString()).toBe(' C\r\nD E\r\n')
  expect(relaxedBody(Buffer.from('\r\n \r\n')).toString()).toBe('')
  expect(relaxedBody(Buffer.from('no line end')).toString()).toBe('no line end\r\n')
})

test('a message without one From header is not signed [B4]', async () => {
  const { keys } = await signedDomain()
  for (const raw of ['To: a@b.no\r\n\r\nx', 'From: a@b.no\r\nFrom: c@d.no\r\n\r\nx', 'From: a@b.no\r\n'])
    expect(() => dkimHeaders(Buffer.from(raw), keys, AT)).toThrow(/From|end of its header/)
})
