import type { WebhookPayload } from './webhook-events.ts'

/** Thrown for a request that is not a delivery of the service. Respond with 400 and do nothing else. */
export class WebhookVerificationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
  }
}

/**
 * Returns the events of a delivery after verifying that the service signed it:
 *
 *     const { events } = await verifyWebhook(raw_body, request.headers['x-service-signature'], secret)
 *
 * Throws WebhookVerificationError for everything else.
 * @param raw_body the bytes as received: a body that was parsed and serialized again does not match
 * @param header `X-Service-Signature`; while a secret is being rotated it contains two signatures, one of which must match
 * @param secret the whole text returned when the endpoint was created or rotated, including `whsec_`
 * @param tolerance seconds by which the signature may be older, or in the future
 * @param now milliseconds since 1970
 */
export async function verifyWebhook(
  raw_body: string | Uint8Array,
  header: string | null | undefined,
  secret: string,
  tolerance = 300,
  now = Date.now(),
): Promise<WebhookPayload> {
  if (!secret) throw new WebhookVerificationError('There is no secret to verify with')
  const { t, signatures } = readHeader(header)
  if (Math.abs(now / 1000 - Number(t)) > tolerance)
    throw new WebhookVerificationError('The signature is outside of the tolerance')
  const body = typeof raw_body === 'string' ? encoder.encode(raw_body) : raw_body
  const signed = concat(encoder.encode(`${t}.`), body)
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  // Compared by the platform, in constant time and completely.
  const fits = await Promise.all(signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)))
  if (!fits.includes(true)) throw new WebhookVerificationError('No signature matches the body and the secret')
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookPayload
  } catch {
    throw new WebhookVerificationError('The body is not JSON')
  }
}

/**
 * Returns the events of a request, as `verifyWebhook` does, from its headers in any form: `Headers`, or an object as Node has it.
 *
 *     const { events } = await unwrapWebhook(await request.text(), request.headers, secret)
 */
export function unwrapWebhook(
  raw_body: string | Uint8Array,
  headers: { get(name: string): string | null } | Record<string, string | string[] | undefined>,
  secret: string,
): Promise<WebhookPayload> {
  return verifyWebhook(raw_body, headerOf(headers, 'x-service-signature'), secret)
}

type HeadersOf = Parameters<typeof unwrapWebhook>[1]

function headerOf(headers: HeadersOf, wanted: string): string | null {
  if (typeof headers.get === 'function') return (headers as { get(name: string): string | null }).get(wanted)
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === wanted) ?? []
  return (Array.isArray(value) ? value.join(',') : (value as string | undefined)) ?? null
}

const encoder = new TextEncoder()

function readHeader(header: string | null | undefined): { t: string; signatures: Uint8Array<ArrayBuffer>[] } {
  const parts = (header ?? '').split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t=')).map((part) => part.slice(2))
  const [t = '', ...others] = times
  if (!/^\d{1,12}$/.test(t) || others.length > 0) throw new WebhookVerificationError('The signature has no time')
  // A signature has 64 digits; a part of a signature does not count.
  const signatures = parts.flatMap((part) => (/^v1=[0-9a-f]{64}$/.test(part) ? [fromHex(part.slice(3))] : []))
  if (signatures.length === 0) throw new WebhookVerificationError('There is no signature of a known kind')
  return { t, signatures }
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2)
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
