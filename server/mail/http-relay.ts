import { createSafeFetch, type SafeFetchOptions, UnsafeUrlError } from '../lib/net/safe-fetch.ts'
import type { HttpRelayOptions } from './http-relay-url.ts'
import { isAscii, toAsciiDomain } from './mime/header.ts'
import { type MailTransport, type OutgoingMessage, type SendResult, WITHDRAWN } from './transport.ts'

const MAX_REPLY_BYTES = 4_000
const NEEDS_SMTPUTF8 = '553 5.6.7 The HTTP relay does not take addresses in other scripts'

/**
 * Hands complete MIME messages to an HTTP relay. 2xx accepts; 408, 425, 429, 500 and 503 defer; 400, 413 and 422 refuse the message. A redirect
 * and any other 4xx mean that the relay cannot be used, because its address or credentials are wrong. After a timeout, a lost connection or a
 * gateway's 502 or 504, the relay may have accepted the message: it becomes `unconfirmed`.
 */
export function createHttpRelay(
  options: HttpRelayOptions,
  guard: Pick<SafeFetchOptions, 'allow_networks'> = {},
): MailTransport {
  const client = createSafeFetch({
    ...guard,
    connections: options.connections,
    ...(guard.allow_networks?.length && { allow_ports: 'any' as const }),
  })
  const headers: Record<string, string> = options.authorization ? { Authorization: options.authorization } : {}
  return {
    async send(message) {
      const envelope = { from: toAsciiDomain(message.envelope.from), to: toAsciiDomain(message.envelope.to) }
      if (!isAscii(envelope.from + envelope.to))
        return { kind: 'rejected', stage: 'recipient', code: 553, response: NEEDS_SMTPUTF8 }
      try {
        if ((await message.beforeHandOver?.()) === false) return WITHDRAWN
      } catch (error) {
        return { kind: 'deferred', stage: 'message', response: `Withheld: ${(error as Error).message}` }
      }
      try {
        const response = await client.fetch(options.url, {
          method: 'POST',
          timeout_ms: options.timeout_ms,
          max_bytes: MAX_REPLY_BYTES,
          head_suffices: true,
          ...requestOf(options, headers, { ...message, envelope }),
        })
        return resultOf(response.status, response.body.toString())
      } catch (error) {
        return failureOf(error as NodeJS.ErrnoException)
      }
    },
    async verify() {
      await client.assertPublicUrl(options.url)
      const { status } = await client.fetch(options.url, {
        method: 'HEAD',
        headers,
        timeout_ms: Math.min(options.timeout_ms, 10_000),
        head_suffices: true,
      })
      if (status === 401 || status === 403) throw new Error(`The HTTP relay refused our credentials: ${status}`)
      if (status >= 500) throw new Error(`The HTTP relay answered ${status}`)
      return { capabilities: [], host_name: null, is_encrypted: options.url.startsWith('https:') }
    },
    close: () => client.close(),
  }
}

function requestOf(
  { format }: HttpRelayOptions,
  headers: Record<string, string>,
  { envelope, raw }: Pick<OutgoingMessage, 'envelope' | 'raw'>,
): { headers: Record<string, string>; body: Uint8Array } {
  if (format === 'raw') {
    const own = { 'Content-Type': 'message/rfc822', 'Envelope-From': envelope.from, 'Envelope-To': envelope.to }
    return { headers: { ...headers, ...own }, body: raw }
  }
  const boundary = 'envoi-part-boundary'
  const part = (name: string, more = '') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('to')}${envelope.to}\r\n`),
    Buffer.from(part('message', '; filename="message.eml"\r\nContent-Type: message/rfc822')),
    raw,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { headers: { ...headers, 'Content-Type': `multipart/form-data; boundary=${boundary}` }, body }
}

/** SMTP codes with the same meaning, so one rule decides for both (smtp/reply.ts). */
function resultOf(status: number, text: string): SendResult {
  const response = (code: number, enhanced: string) =>
    storableReply(`${code} ${enhanced} HTTP ${status} ${text}`).replace(/\s+/g, ' ').trim().slice(0, 500)
  if (status >= 200 && status < 300) return { kind: 'accepted', response: response(250, '2.0.0') }
  if (status === 408 || status === 425 || status === 429)
    return { kind: 'deferred', stage: 'sender', code: 451, response: response(451, '4.7.0') }
  if (status === 413) return { kind: 'rejected', stage: 'message', code: 552, response: response(552, '5.3.4') }
  if (status === 400 || status === 422)
    return { kind: 'rejected', stage: 'message', code: 554, response: response(554, '5.6.0') }
  // Otherwise a wrong path or method would permanently refuse every message, and a redirect would leave every message unconfirmed.
  if (status >= 300 && status < 500)
    return { kind: 'deferred', stage: 'auth', code: 535, response: response(535, '5.7.8') }
  if (status === 500 || status === 503)
    return { kind: 'deferred', stage: 'connect', code: 421, response: response(421, '4.3.0') }
  return { kind: 'unconfirmed', response: response(451, '4.3.0') }
}

/** PostgreSQL stores no NUL. Without surrogate pairs, the reply can be cut anywhere. */
const storableReply = (text: string): string => text.replaceAll('\0', '').replace(/[\ud800-\udfff]/g, '\ufffd')

/** Failures before a connection exists. After any other failure, the relay may have the message. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/

function failureOf(error: NodeJS.ErrnoException): SendResult {
  const cause = (error.cause as NodeJS.ErrnoException | undefined) ?? error
  const response = cause.message
  if (error instanceof UnsafeUrlError || NOT_CONNECTED.test(cause.code ?? ''))
    return { kind: 'deferred', stage: 'connect', response }
  return { kind: 'unconfirmed', response }
}
