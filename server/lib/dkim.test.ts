import { createHash, createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createDkimSigner, relaxBody, relaxHeader } from './dkim.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const signer = createDkimSigner({ domain: 'studio.example', selector: 'envoi', private_key: pem })

const message = Buffer.from(
  [
    'From: Nora <hi@studio.example>',
    'To: lin@example.net',
    'Subject: A long  subject',
    ' that is folded',
    'Date: Wed, 04 Mar 2026 05:06:07 +0000',
    'Message-ID: <a@m.example>',
    'List-Unsubscribe: <https://m.example/u>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'X-Other: 1',
    '',
    'Hello  world \t',
    '',
    'ü end',
    '',
    '',
  ].join('\r\n'),
)

/** A verifier of its own, written from RFC 6376 alone. */
function isSigned(raw: Buffer, publicKey: KeyObject): boolean {
  const source = raw.toString('latin1')
  const end = source.indexOf('\r\n\r\n')
  const headers = source.slice(0, end).split(/\r\n(?![ \t])/)
  const own = headers.shift() ?? ''
  const tags = new Map(
    own
      .slice(own.indexOf(':') + 1)
      .replace(/\s+/g, '')
      .split(';')
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)]),
  )
  const unfold = (header: string) => {
    const [name = '', ...rest] = header.split(':')
    return `${name.toLowerCase().trim()}:${rest
      .join(':')
      .replace(/\r\n/g, '')
      .replace(/[\t ]+/g, ' ')
      .trim()}`
  }
  const lines = source
    .slice(end + 4)
    .replace(/[\t ]+/g, ' ')
    .replace(/ \r\n/g, '\r\n')
    .split('\r\n')
  const body = `${lines.slice(0, lines.findLastIndex((line) => line !== '') + 1).join('\r\n')}\r\n`
  if (createHash('sha256').update(body, 'latin1').digest('base64') !== tags.get('bh')) return false
  const stack = [...headers].reverse()
  const signed = (tags.get('h') ?? '').split(':').map((name) => {
    const at = stack.findIndex((header) => header.toLowerCase().startsWith(`${name}:`))
    return at === -1 ? '' : `${unfold(stack.splice(at, 1)[0] ?? '')}\r\n`
  })
  const input = signed.join('') + unfold(own.slice(0, own.lastIndexOf('b=') + 2))
  const ed25519 = tags.get('a') === 'ed25519-sha256'
  const data = ed25519 ? createHash('sha256').update(input, 'latin1').digest() : Buffer.from(input, 'latin1')
  return verify(ed25519 ? null : 'sha256', data, publicKey, Buffer.from(tags.get('b') ?? '', 'base64'))
}

describe('DKIM', () => {
  test('the signature verifies, and no longer does after any change [B2]', async () => {
    const signed = await signer.sign(message)
    expect(isSigned(signed, rsa.publicKey)).toBe(true)
    const change = (from: string, to: string) => Buffer.from(signed.toString('latin1').replace(from, to), 'latin1')
    expect(isSigned(change('Hello', 'Hullo'), rsa.publicKey)).toBe(false)
    expect(isSigned(change('Nora', 'Lora'), rsa.publicKey)).toBe(false)
    expect(isSigned(change('X-Other: 1', 'X-Other: 2'), rsa.publicKey)).toBe(true)
    expect(isSigned(change('Subject: A long  subject\r\n that', 'Subject: A long subject that'), rsa.publicKey)).toBe(
      true,
    )
  })

  test('a second From cannot be added', async () => {
    const forged = Buffer.concat([await signer.sign(message)])
      .toString('latin1')
      .replace('X-Other: 1', 'From: evil@evil.example')
    expect(isSigned(Buffer.from(forged, 'latin1'), rsa.publicKey)).toBe(false)
  })

  test('both unsubscribe headers are inside h= [B5]', async () => {
    const header = (await signer.sign(message)).toString().split('\r\nFrom:')[0] ?? ''
    const names = /h=([\w:\s-]+);/.exec(header)?.[1]?.replace(/\s+/g, '').split(':')
    expect(names).toEqual(
      expect.arrayContaining(['from', 'subject', 'date', 'list-unsubscribe', 'list-unsubscribe-post']),
    )
    expect(Math.max(...header.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
  })

  test('Ed25519 keys work too', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const signed = await createDkimSigner({ domain: 'studio.example', selector: 'ed', private_key: key }).sign(message)
    expect(isSigned(signed, createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })))).toBe(true)
  })

  test('a weak or foreign key is refused', () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 512 })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      .privateKey.export({ type: 'pkcs8', format: 'pem' })
      .toString()
    expect(() => createDkimSigner({ domain: 'd', selector: 's', private_key: weak })).toThrow('at least 1,024 bits')
    expect(() => createDkimSigner({ domain: 'd', selector: 's', private_key: curve })).toThrow('RSA or Ed25519')
    expect(() => createDkimSigner({ domain: 'd', selector: 's', private_key: 'nonsense' })).toThrow()
  })
})

test('canonicalisation follows the example of RFC 6376 3.4.5', () => {
  expect(relaxHeader('A: X')).toBe('a:X')
  expect(relaxHeader('B : Y\t\r\n\tZ  ')).toBe('b:Y Z')
  expect(relaxBody(' C \r\nD \t E\r\n\r\n\r\n')).toBe(' C\r\nD E\r\n')
  expect(relaxBody('\r\n\r\n')).toBe('')
})
