const WINDOW_MS = 60_000
/** Requests per rolling 60 s: contract section 4. The counting unit is the credential. */
const LIMIT = { api_key: 120, oauth: 600 } as const

interface Window {
  /** Times of the last `limit` requests, oldest overwritten first. */
  times: Float64Array
  next: number
  last: number
}
const windows = new Map<string, Window>()

/**
 * Takes one request out of a credential's rolling minute, exactly, in this process (docs/decisions/0004).
 * @returns the `RateLimit-*` headers, and for a refused request the seconds until the oldest one leaves the window
 */
export function takeRequest(
  kind: keyof typeof LIMIT,
  credential: string,
  now: number,
): { headers: Record<string, string>; retry_after?: number } {
  const limit = LIMIT[kind]
  const window = windows.get(credential) ?? open(credential, limit)
  const oldest = window.times[window.next] ?? 0
  const free_at = oldest + WINDOW_MS
  if (oldest !== 0 && free_at > now) {
    const retry_after = Math.max(1, Math.ceil((free_at - now) / 1000))
    return { headers: headersOf(limit, 0, retry_after), retry_after }
  }
  window.times[window.next] = now
  window.next = (window.next + 1) % limit
  window.last = now
  let used = 0
  for (const time of window.times) if (time !== 0 && time + WINDOW_MS > now) used++
  return { headers: headersOf(limit, limit - used, Math.ceil((resetAt(window, now) - now) / 1000)) }
}

const headersOf = (limit: number, remaining: number, reset: number) => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
})

function open(credential: string, limit: number): Window {
  if (windows.size >= 10_000) forgetIdle()
  const window = { times: new Float64Array(limit), next: 0, last: 0 }
  windows.set(credential, window)
  return window
}

function forgetIdle(): void {
  const newest = Math.max(...[...windows.values()].map(({ last }) => last))
  for (const [credential, { last }] of windows) if (last + WINDOW_MS < newest) windows.delete(credential)
}

function resetAt(window: Window, now: number): number {
  let oldest = now
  for (const time of window.times) if (time !== 0 && time + WINDOW_MS > now && time < oldest) oldest = time
  return oldest + WINDOW_MS
}
