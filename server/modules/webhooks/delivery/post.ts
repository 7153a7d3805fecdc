import { clock } from '../../../core/clock.ts'
import { outbound } from '../../../core/outbound.ts'
import { storable } from '../../../core/wire.ts'
import { signatureOf } from '../../../lib/crypto/signature.ts'
import { validSecrets } from '../endpoints/secrets.ts'
import { legacyBody } from '../legacy-schema.ts'
import type { DueDelivery } from './due.ts'
import type { Attempt, Outcome } from './outcome.ts'
import { bodyOf } from './payload.ts'

const TIMEOUT_MS = 10_000
const MAX_STORED_BYTES = 1_000

/** Attempts a delivery if its endpoint and events still exist. Events are kept longer than retries take. Never throws. */
export async function attemptDelivery(due: DueDelivery): Promise<Outcome> {
  const { url, events } = due
  const attempt = url === null || events === '' ? undefined : await post({ ...due, url })
  return { due, attempt, ended_at: clock.now() }
}

/** Makes one attempt. Signs with the currently valid secrets and checks the address again. Never throws. */
export async function post(due: DueDelivery & { url: string }): Promise<Attempt> {
  const attempted_at = clock.now()
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  try {
    const body = Buffer.from(due.legacy ? legacyBody(due.events) : bodyOf(due.id, due.events))
    const response = await outbound().fetch(due.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Service-Webhooks/2.0',
        ...(due.legacy
          ? {}
          : {
              'x-service-signature': signatureOf(body, validSecrets(due, attempted_at), attempted_at),
              'x-service-delivery': String(due.id),
            }),
      },
      body,
      timeout_ms: TIMEOUT_MS,
      max_bytes: MAX_STORED_BYTES,
      head_suffices: true,
    })
    return {
      attempted_at,
      status: response.status,
      retry_after: response.headers['retry-after'],
      body: storable(response.body.toString()),
      error: null,
      duration_ms: took(),
    }
  } catch (error) {
    return { attempted_at, status: null, body: null, error: reasonOf(error), duration_ms: took() }
  }
}

/** Returns the reason for a missing response, for the creator who runs the server. */
export function reasonOf(error: unknown): string {
  const { name, message, code, cause } = error as Error & { code?: string; cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${TIMEOUT_MS / 1000} seconds`
  if (name === 'HTTPParserError') return 'The answer is not HTTP'
  const known = code ?? cause?.code ?? ''
  if (/^(ERR_SSL_|EPROTO)/.test(known)) return 'No secure connection: the server must support TLS 1.2 or newer'
  return storable((REASONS[known] || cause?.message || message || 'The connection failed').slice(0, 500))
}

const CLOSED = 'The connection was closed before an answer came'
const UNREACHABLE = 'The host cannot be reached'
const UNKNOWN_NAME = 'The host name cannot be found'
const SELF_SIGNED = 'The certificate is self-signed. Use one from a public certificate authority'
const UNKNOWN_ISSUER = 'The certificate’s issuer is unknown: the server may not send its intermediate certificates'

// Node's own texts address its operator, who does not run the receiving server.
const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  UND_ERR_SOCKET: CLOSED,
  UND_ERR_CONNECT_TIMEOUT: 'No connection within 5 seconds',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the answer are too long',
  EHOSTUNREACH: UNREACHABLE,
  ENETUNREACH: UNREACHABLE,
  ETIMEDOUT: UNREACHABLE,
  ENOTFOUND: UNKNOWN_NAME,
  EAI_AGAIN: UNKNOWN_NAME,
  CERT_HAS_EXPIRED: 'The certificate has expired',
  CERT_NOT_YET_VALID: 'The certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host name',
  DEPTH_ZERO_SELF_SIGNED_CERT: SELF_SIGNED,
  SELF_SIGNED_CERT_IN_CHAIN: SELF_SIGNED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
}
