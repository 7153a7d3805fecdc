/** Keys in memory. The least recently used is dropped first, so a flood of new keys cannot fill the memory. */
const MAX_KEYS = 10_000

export interface Taken {
  limit: number
  remaining: number
  /** Seconds until the oldest counted call leaves the window. */
  reset: number
  /** Seconds until the next call is accepted. Absent if this call was accepted. */
  retry_after?: number
}

export interface RollingLimit {
  /** Counts one call. `now` is in milliseconds. A refused call does not count. `limit` overrides the default. */
  take(key: string, now: number, limit?: number): Taken
}

/** Counts calls per key, exactly, in a rolling window in this process's memory (decision 0004). */
export function createRollingLimit(default_limit: number, window_ms = 60_000): RollingLimit {
  /** Times of the calls in the window, oldest first; keys in order of their last call. */
  const windows = new Map<string, number[]>()
  return {
    take(key, now, limit = default_limit) {
      const times = windows.get(key) ?? []
      windows.delete(key)
      windows.set(key, times)
      if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value as string)
      // Times in the future were recorded before the clock was set back.
      while (times[0] !== undefined && (times[0] + window_ms <= now || times[0] > now)) times.shift()
      const [oldest] = times
      if (oldest !== undefined && times.length >= limit) {
        const retry_after = Math.max(1, Math.ceil((oldest + window_ms - now) / 1000))
        return { limit, remaining: 0, reset: retry_after, retry_after }
      }
      times.push(now)
      const reset = Math.ceil(((times[0] ?? now) + window_ms - now) / 1000)
      return { limit, remaining: limit - times.length, reset }
    },
  }
}
