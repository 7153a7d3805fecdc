const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Counting a day with more messages takes seconds, so until it is over it is counted hourly instead of every ten minutes. */
const LARGE_DAY = 50_000

/** Later opens, clicks, bounces and complaints no longer change a day's figures. */
export const FINAL_AFTER_DAYS = 45

/**
 * Returns the time of a day's next count: often until the day is over, then less and less, because most events follow soon after a message.
 * Null: never again. `ends` is the end of the day, `now` the time of its last count.
 */
export function nextCount({ ends, now, sent }: { ends: Date; now: Date; sent: number }): Date | null {
  const age = +now - +ends
  if (age <= 0) return new Date(+now + (sent < LARGE_DAY ? 10 * MINUTE_MS : HOUR_MS))
  if (age >= FINAL_AFTER_DAYS * DAY_MS) return null
  return new Date(+now + Math.min(3 * DAY_MS, Math.max(HOUR_MS, age / 2)))
}
