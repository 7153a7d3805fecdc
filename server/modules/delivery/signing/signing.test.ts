import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { env, setEnv } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, EVERYONE, sendAll, sendToSink, startBroadcast } from '../../../testing/modules/sending.ts'
import { domainWorld } from '../../../testing/servers/dns-server.ts'
import { setSender, signaturesOf, verifiedDomain } from '../../../testing/servers/sending-domain.ts'
import { queueServiceEmail, sendServiceMail } from '../../service-mail/service.ts'
import { sealPrivateKey } from './private-keys.ts'
import { type SenderFacts, senderBlock } from './sender-policy.ts'
import type { SigningDomain } from './signing-domain.ts'

const SIGNED = (aligned: string) => [
  { algorithm: 'rsa-sha256', result: 'pass', aligned },
  { algorithm: 'ed25519-sha256', result: 'pass', aligned },
]

/** Sends with this setting until the test ends: `sendToSink` restores the settings. */
const withSetting = (name: string, value: string) =>
  setEnv(
    Object.fromEntries(
      Object.entries({ ...env(), [name]: value }).map(([key, text]) => [
        key,
        text === undefined ? undefined : String(text),
      ]),
    ),
  )

test('each message of a verified domain carries two aligned signatures, and is valid, from the first subscriber on [B1, B2, B4, B5]', async () => {
  const account = await testAccount()
  const { world, domain } = await verifiedDomain(account)
  const sink = await sendToSink()
  await addSubscribers(account, 5)
  expect(await sendAll(account, await startBroadcast(account))).toBe('finished')
  expect(sink.messages).toHaveLength(5)
  for (const { raw } of sink.messages) {
    expect(await signaturesOf(raw, world)).toEqual(SIGNED(domain))
    expect(raw.match(/^(From|To|Subject|Date|Message-ID): /gm)).toHaveLength(5)
    expect(raw).toMatch(/^Message-ID: <[\d.]+@envoi\.localhost>\r$/m)
    expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998)
    const signatures = raw
      .replace(/\r\n[ \t]/g, '')
      .split('\r\n')
      .filter((line) => line.startsWith('DKIM-Signature'))
    const signed = signatures.map((line) =>
      line
        .split(';')
        .find((tag) => tag.startsWith('h='))
        ?.slice(2)
        .split(':'),
    )
    const both = expect.arrayContaining(['List-Unsubscribe', 'List-Unsubscribe-Post'])
    expect(signed).toEqual([both, both])
  }
})

test('a test email and an email of a subdomain are signed by the verified domain [B2]', async () => {
  const account = await testAccount()
  const { world, domain } = await verifiedDomain(account)
  await setSender(account, `nora@news.${domain}`)
  const sink = await sendToSink()
  const id = await startBroadcast(account)
  await dashboard(account).broadcasts.sendTest({ id })
  expect(await signaturesOf(sink.messages[0]?.raw ?? '', world)).toEqual(SIGNED(domain))
})

test('nothing is sent unsigned after a key is gone from DNS: the broadcast stops and says why [B2]', async () => {
  const account = await testAccount()
  const { world, records, check, address } = await verifiedDomain(account)
  const sink = await sendToSink()
  await addSubscribers(account, 3)
  const id = await startBroadcast(account)
  delete world.records[records[0]?.name ?? '']
  await check()
  expect(await sendAll(account, id)).toBe('stopped')
  expect(sink.messages).toEqual([])
  const stopped = await unscoped().broadcast.findFirstOrThrow({ where: { account_id: account.account_id, id } })
  expect(stopped.problem).toContain('The DKIM record of')
  await expect(dashboard(account).broadcasts.sendTest({ id })).rejects.toThrow('The DKIM record of')
  const refused = await api('POST /v4/broadcasts', key(account), {
    subject: 'x',
    content: '<p>x</p>',
    email_address: address,
  })
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [expect.stringContaining('Settings › Sending domains')] },
  })
})

test('a From address at a mailbox provider is blocked while composing, when scheduling and when sending [B3]', async () => {
  const account = await testAccount()
  await addSubscribers(account, 1)
  const address = `nora${account.account_id}@gmail.com`
  await setSender(account, address)
  const id = await startBroadcast(account)
  const app = dashboard(account).broadcasts
  const { id: draft } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  // While email is caught it goes nowhere, so it may come from anyone.
  expect(await app.checklist({ id: draft })).toMatchObject({ ready: true })

  const sink = await sendToSink()
  const reason = 'gmail.com does not let others send in its name'
  expect((await app.checklist({ id: draft })).remarks).toContainEqual(
    expect.objectContaining({
      code: 'free_mail_sender',
      level: 'blocker',
      message: expect.stringContaining(reason),
      fix: { kind: 'field', field: 'sender', label: 'Choose another sender' },
    }),
  )
  await expect(app.send({ id: draft })).rejects.toThrow(reason)
  const scheduled = await api(`PUT /v4/broadcasts/${draft}`, key(account), { send_at: new Date().toISOString() })
  expect(scheduled).toMatchObject({ status: 422, body: { errors: [expect.stringContaining(reason)] } })
  await sendAll(account, id)
  expect(sink.messages).toEqual([])
  const stopped = await unscoped().broadcast.findFirstOrThrow({ where: { account_id: account.account_id, id } })
  expect(stopped.problem).toContain(reason)
})

test('an address at a domain with a DMARC policy needs a sending domain, unless it sent before there were any [B3, B9]', async () => {
  const account = await testAccount()
  await sendToSink()
  const address = `hi@p${account.account_id}.no`
  const { address: name_server } = await domainWorld({ [`_dmarc.p${account.account_id}.no`]: 'v=DMARC1; p=reject' })
  withSetting('DNS_SERVERS', name_server)
  await setSender(account, address)
  const draft = () =>
    dashboard(account).broadcasts.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  const remarks = async () => {
    const { id } = await draft()
    return (await dashboard(account).broadcasts.checklist({ id })).remarks.filter(({ code }) => code.includes('sender'))
  }
  const blocked = { code: 'blocked_sender', level: 'blocker', fix: { href: '/settings/sending-domains' } }
  expect(await remarks()).toMatchObject([blocked])
  await unscoped().sendingAddress.updateMany({ where: { email_address: address }, data: { is_signed_by_relay: true } })
  expect(await remarks()).toEqual([])
  withSetting('REQUIRE_SENDING_DOMAIN', 'on')
  expect(await remarks()).toMatchObject([blocked])
  await unscoped().sendingAddress.deleteMany({ where: { email_address: address } })
  await verifiedDomain(account, `p${account.account_id}.no`)
  expect(await remarks()).toEqual([])
})

test('preflight warns of a domain that is not verified, and of one whose DMARC record is gone [B3]', async () => {
  const account = await testAccount()
  await sendToSink()
  const app = dashboard(account).broadcasts
  withSetting('DNS_SERVERS', (await domainWorld({})).address)
  await setSender(account, `hi@q${account.account_id}.no`)
  const { id } = await app.create({ subject: 'x', content: '<p>x</p>', subscriber_filter: EVERYONE })
  const advice = async () => (await app.checklist({ id })).remarks.filter(({ code }) => /sender|dmarc/.test(code))
  const fix = { kind: 'page', href: '/settings/sending-domains' }
  expect(await advice()).toMatchObject([{ code: 'unsigned_sender', level: 'warning', fix }])
  const { world, domain, check } = await verifiedDomain(account, `v${account.account_id}.no`)
  expect(await advice()).toEqual([])
  world.records[`_dmarc.${domain}`] = []
  await check()
  expect(await advice()).toMatchObject([{ code: 'no_dmarc', level: 'warning', fix }])
})

test('service emails are signed by the verified domain of MAIL_FROM, carry no list headers, and go unsigned without a key [B2, B8]', async () => {
  const account = await testAccount()
  const { world, domain, check } = await verifiedDomain(account)
  const sink = await sendToSink()
  withSetting('MAIL_FROM', `no-reply@accounts.${domain}`)
  const send = async () => {
    const to = `lin-${sink.messages.length}@example.net`
    const email = { subject: 'Hello', heading: 'Hello', paragraphs: ['Welcome.'], footnote: 'Bye.' }
    await write(account.ctx, (tx) => queueServiceEmail(tx, { to, email }))
    const { id } = await unscoped().serviceMail.findFirstOrThrow({ where: { to_address: to }, orderBy: { id: 'desc' } })
    expect(await sendServiceMail(account.ctx, { service_mail_id: Number(id) })).toBe('sent')
    return sink.messages.at(-1)?.raw ?? ''
  }
  const raw = await send()
  expect(await signaturesOf(raw, world)).toEqual(SIGNED(domain))
  expect(raw).not.toMatch(/^(?:List-|Precedence|Feedback-ID)/m)
  for (const name of Object.keys(world.records)) if (name.includes('-rsa._domainkey')) world.records[name] = []
  await check()
  expect(await send()).not.toContain('DKIM-Signature')
})

const sealed = sealPrivateKey(generateKeyPairSync('ed25519').privateKey)
const signedBy = (algorithms: string, is_exact = true): SigningDomain => ({
  domain: 'studio.no',
  is_exact,
  is_broken: false,
  keys: algorithms
    .split(' ')
    .flatMap((algorithm) =>
      algorithm === '' ? [] : [{ selector: 's', algorithm: algorithm as 'rsa', private_key: sealed }],
    ),
})

test.each<[string, Partial<SenderFacts>, 'on' | 'dmarc' | 'off', string | null]>([
  ['an own domain without a DMARC policy', {}, 'dmarc', null],
  ['an own domain without a DMARC policy, where all need a sending domain', {}, 'on', 'not a verified sending domain'],
  ['a mailbox provider', { email_address: 'nora@outlook.com' }, 'off', 'does not let others send in its name'],
  ['p=none', { dmarc_policy: 'none' }, 'dmarc', null],
  ['p=quarantine', { dmarc_policy: 'quarantine' }, 'dmarc', 'to quarantine emails'],
  ['p=reject', { dmarc_policy: 'reject' }, 'dmarc', 'to reject emails'],
  ['p=reject, and the mail server signs', { dmarc_policy: 'reject' }, 'off', null],
  ['p=reject, confirmed before', { dmarc_policy: 'reject', is_signed_by_relay: true }, 'dmarc', null],
  ['p=reject, verified', { dmarc_policy: 'reject', signed_by: signedBy('rsa ed25519') }, 'on', null],
  ['verified, without a live key', { signed_by: signedBy('') }, 'off', 'The DKIM record of studio.no is missing'],
  [
    'verified, without a live RSA key',
    { signed_by: signedBy('ed25519') },
    'off',
    'The DKIM record of studio.no is missing',
  ],
  [
    'verified under another SECRET_KEY',
    { signed_by: { ...signedBy('rsa'), keys: [{ selector: 's', algorithm: 'rsa', private_key: 'v1.x' }] } },
    'off',
    'can no longer be read',
  ],
  ['a subdomain of a verified domain', { signed_by: signedBy('rsa', false), dmarc_policy: 'reject' }, 'on', null],
  ['the same with adkim=s', { signed_by: signedBy('rsa', false), is_dmarc_strict: true }, 'dmarc', 'adkim=s'],
])('who may send: %s [B3]', (_name, facts, required, expected) => {
  const block = senderBlock({
    email_address: 'hi@studio.no',
    domain: 'studio.no',
    dmarc_policy: null,
    is_dmarc_strict: false,
    is_signed_by_relay: false,
    signed_by: null,
    required,
    ...facts,
  })
  if (expected === null) expect(block).toBeNull()
  else expect(block).toContain(expected)
})
