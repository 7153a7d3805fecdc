// Email rates, defined here and nowhere else (decision 0032; contract 8.1.5 and 12).
//
// - A rate divides by the messages that the mail server accepted (`sent`). Queued, failed, and excluded messages are in no rate.
// - Opens and clicks count (subscriber, email) pairs. A human click counts as an open; machines count nowhere.
// - `click_to_open_rate` divides by opens.
// - A bounce at hand-over was never accepted, so bounces could exceed `sent`: no rate is above 100 percent.

const DEFINITIONS = {
  open_rate: { part: 'opened', whole: 'sent' },
  click_rate: { part: 'clicked', whole: 'sent' },
  unsubscribe_rate: { part: 'unsubscribed', whole: 'sent' },
  bounce_rate: { part: 'bounced', whole: 'sent' },
  hard_bounce_rate: { part: 'hard_bounced', whole: 'sent' },
  complaint_rate: { part: 'complained', whole: 'sent' },
  click_to_delivery_rate: { part: 'clicked', whole: 'sent' },
  click_to_open_rate: { part: 'clicked', whole: 'opened' },
} as const

export type Rate = keyof typeof DEFINITIONS
export type RateCount = 'sent' | 'opened' | 'clicked' | 'unsubscribed' | 'bounced' | 'hard_bounced' | 'complained'

/** Percent with two decimals, or a fraction with three: contract 12 says which one where. */
const UNITS = { percent: { one: '100.0', digits: 2 }, fraction: { one: '1.0', digits: 3 } } as const
export type RateUnit = keyof typeof UNITS

/** SQL of a rate. `count` returns the SQL of a count; `none` is the value when nothing was sent. */
export function rateSql(
  rate: Rate,
  { count, unit, none }: { count: (name: RateCount) => string; unit: RateUnit; none: '0' | 'null' },
): string {
  const { part, whole } = DEFINITIONS[rate]
  const { one, digits } = UNITS[unit]
  return `coalesce(round(${one} * least(${count(part)}, ${count(whole)}) / nullif(${count(whole)}, 0), ${digits}), ${none})`
}

/** SQL of the same rate as a fraction that is not rounded, to rank by; 0 when nothing was sent. No count may exceed the whole. */
export function rankSql(rate: Rate, { count }: { count: (name: RateCount) => string }): string {
  const { part, whole } = DEFINITIONS[rate]
  return `(coalesce(${count(part)}::float8 / nullif(${count(whole)}, 0), 0::float8))`
}

/** The same in percent from counts that are already read; null when nothing was sent. */
export function percentOf(rate: Rate, counts: Partial<Record<RateCount, number>>): number | null {
  const { part, whole } = DEFINITIONS[rate]
  const total = counts[whole] ?? 0
  return total === 0 ? null : Math.min(100, Math.round(((counts[part] ?? 0) / total) * 10_000) / 100)
}
