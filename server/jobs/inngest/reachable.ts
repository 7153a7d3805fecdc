import { createHash } from 'node:crypto'
import type { JobSettings } from './client.ts'

const ANSWER_MS = 2_000

/** Returns the reason why an Inngest server cannot be reached; undefined when it answers. Any answer counts. */
export async function unreachable(url: string, closing?: AbortSignal): Promise<string | undefined> {
  const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(closing ? [closing] : [])])
  try {
    const response = await fetch(url, { signal })
    await response.body?.cancel()
    return undefined
  } catch (error) {
    const { cause, message } = error as Error
    const { code } = (cause ?? {}) as NodeJS.ErrnoException
    return code ?? (cause instanceof Error ? cause.message : message)
  }
}

/**
 * Returns the settings whose keys an Inngest server refuses. An unreachable server refuses none, and a server without keys accepts any.
 * Sends no event, only an empty list.
 */
export async function refusedKeys(
  { apiBaseUrl, eventBaseUrl }: { apiBaseUrl: string; eventBaseUrl: string },
  { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY }: JobSettings,
): Promise<string[]> {
  const refuses = async (url: URL, init: RequestInit) => {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
      await response.body?.cancel()
      return REFUSED.has(response.status)
    } catch {
      return false
    }
  }
  const json = { 'content-type': 'application/json' }
  const [event, signing] = await Promise.all([
    refuses(new URL(`/e/${encodeURIComponent(INNGEST_EVENT_KEY ?? '')}`, eventBaseUrl), {
      method: 'POST',
      headers: json,
      body: '[]',
    }),
    refuses(new URL('/v1/events?limit=1', apiBaseUrl), {
      headers: { authorization: `Bearer ${hashedKey(INNGEST_SIGNING_KEY ?? '')}` },
    }),
  ])
  return [...(event ? ['INNGEST_EVENT_KEY'] : []), ...(signing ? ['INNGEST_SIGNING_KEY'] : [])]
}

const REFUSED: ReadonlySet<number> = new Set([401, 403])

/** Hashes the key as the SDK does: `signkey-prod-` and the hash of the bytes behind it. A key that is not hexadecimal gets a wrong hash. */
function hashedKey(key: string): string {
  const [prefix = ''] = /^signkey-\w+-/.exec(key) ?? []
  return (
    prefix +
    createHash('sha256')
      .update(Buffer.from(key.slice(prefix.length), 'hex'))
      .digest('hex')
  )
}
