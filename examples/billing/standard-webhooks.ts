// Signing and verifying as https://www.standardwebhooks.com says. There are libraries for most languages.
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAX_SECONDS = 300

const signatureOf = (secret: string, id: string, timestamp: string, body: string) =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest()

export function signed(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = signatureOf(secret, id, timestamp, body).toString('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}

/** Returns the id of a message, or undefined if it is not signed with the secret now. */
export function verified(
  secret: string,
  headers: Record<string, string | string[] | undefined>,
  body: string,
): string | undefined {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  if (!id || !timestamp || !signatures) return undefined
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= MAX_SECONDS)) return undefined
  const expected = signatureOf(secret, id, timestamp, body)
  const is_valid = signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return is_valid ? id : undefined
}
