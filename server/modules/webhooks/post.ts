import { clock } from '../../core/clock.ts'
import { outbound } from '../../core/outbound.ts'
import { storable } from '../../core/wire.ts'
import type { Due } from './lane.ts'
import { legacyBody } from './legacy-schema.ts'
import { bodyOf } from './payload.ts'
import { validSecrets } from './secrets.ts'
import { signatureOf } from './signature.ts'
import type { Answer } from './verdict.ts'

const TIMEOUT_MS = 10_000
const KEPT_BYTES = 1_000

export interface Attempt extends Answer {
  attempted_at: Date
  body: string | null
  error: string | null
  duration_ms: number
}

/** One attempt. Signed now, with the secrets that are valid now; the address is checked again. Never throws. */
export async function post(due: Due & { url: string }): Promise<Attempt> {
  const attempted_at = clock.now()
  const started = performance.now()
  const took = () => Math.round(performance.now() - started)
  const body = Buffer.from(due.legacy ? legacyBody(due.events) : bodyOf(due.id, due.events))
  try {
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
      max_bytes: KEPT_BYTES,
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

/** Said to the creator: what went wrong on the way to their server. */
export function reasonOf(error: unknown): string {
  const { name, message, code, cause } = error as Error & { code?: string; cause?: { code?: string; message?: string } }
  if (name === 'TimeoutError' || name === 'AbortError') return `No answer within ${TIMEOUT_MS / 1000} seconds`
  const told = REASONS[code ?? cause?.code ?? ''] ?? cause?.message ?? message
  return storable(told || 'The connection failed').slice(0, 500)
}

const REASONS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before an answer came',
  UND_ERR_SOCKET: 'The connection was closed before an answer came',
  UND_ERR_CONNECT_TIMEOUT: 'No connection within 5 seconds',
  ENOTFOUND: 'The host name cannot be found',
  EAI_AGAIN: 'The host name cannot be found',
  CERT_HAS_EXPIRED: 'The certificate has expired',
}
