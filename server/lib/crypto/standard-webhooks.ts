import { createHmac } from 'node:crypto'
import { requireHmac, requireRecent, Unverified } from './signed.ts'

/** Signatures by https://www.standardwebhooks.com: id, timestamp and body are signed with a key in base64 after `whsec_`. */

const MAX_MS = 5 * 60_000

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

interface SignedRequest {
  body: Uint8Array
  /** Returns a header by its lower-case name. */
  header: (name: string) => string | undefined
  now: Date
}

/** Returns the id of a message. Throws Unverified unless it is signed with the secret and at most five minutes old. */
export function requireStandardWebhook(secret: string, { body, header, now }: SignedRequest): string {
  const [id = '', timestamp] = [header('webhook-id'), header('webhook-timestamp')]
  const signatures = (header('webhook-signature') ?? '').split(' ')
  if (!/^[\w.:-]{1,200}$/.test(id)) throw new Unverified('The id is missing')
  const given = signatures.flatMap((signature) => (signature.startsWith('v1,') ? [signature.slice(3)] : []))
  requireHmac(keyOf(secret), [`${id}.${timestamp}.`, body], given, 'base64')
  requireRecent(timestamp, now, MAX_MS)
  return id
}

/** Returns the headers of a message sent now. */
export function standardWebhookHeaders(
  secret: string,
  { id, body, now }: { id: string; body: Uint8Array; now: Date },
): Record<string, string> {
  const timestamp = Math.floor(+now / 1_000)
  const signature = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': `v1,${signature}` }
}
