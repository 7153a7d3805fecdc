import { clock } from '../../../core/clock.ts'

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** Returns the milliseconds of a duration in Inngest's notation, such as "1d2h30m" or "10s". Throws on anything else. */
export function durationMs(text: string): number {
  if (!/^(\d+(\.\d+)?\s*(ms|[smhdw])\s*)+$/.test(text))
    throw new Error(`"${text}" is not a duration such as 30s or 1h30m`)
  let total = 0
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smhdw])\s*/gy)) {
    total += Number(amount) * (UNITS[unit ?? ''] ?? 0)
  }
  return total
}

/** Returns the milliseconds from now until a duration is over or an ISO date is reached; never negative. */
export function delayMs(text: string, now: number = +clock.now()): number {
  const date = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? durationMs(text) : Math.max(0, date - now)
}
