const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** A day with more messages costs seconds, so it is counted each hour instead of every ten minutes while it lasts. */
const LARGE_DAY = 50_000

/** Opens, clicks, bounces and complaints that come later no longer change the figures of a day. */
export const FINAL_AFTER_DAYS = 45

/**
 * Returns when a day is counted next: often while it lasts, then less and less, because most of what happens to a message happens soon.
 * Null: never again. `ends` is the end of the day, `now` when it was counted.
 */
export function nextCount({ ends, now, sent }: { ends: Date; now: Date; sent: number }): Date | null {
  const age = +now - +ends
  if (age <= 0) return new Date(+now + (sent < LARGE_DAY ? 10 * MINUTE_MS : HOUR_MS))
  if (age >= FINAL_AFTER_DAYS * DAY_MS) return null
  return new Date(+now + Math.min(3 * DAY_MS, Math.max(HOUR_MS, age / 2)))
}
