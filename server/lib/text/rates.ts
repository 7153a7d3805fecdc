// Email rates, defined only here (decision 0032; contract 8.1.5 and 12).
//
// - A rate divides by the messages that the mail server accepted (`sent`). Queued and excluded messages are in no rate.
// - Bounces divide by the attempted messages: accepted, or failed during sending. A refused message is in the part and the whole.
// - Opens and clicks count (subscriber, email) pairs. A human click counts as an open; machines never count.
// - `click_to_open_rate` divides by opens.
// - A message can be reported as bounced while its own result is unknown: no rate exceeds 100 percent.

const DEFINITIONS = {
  open_rate: { part: 'opened', whole: ['sent'] },
  click_rate: { part: 'clicked', whole: ['sent'] },
  unsubscribe_rate: { part: 'unsubscribed', whole: ['sent'] },
  bounce_rate: { part: 'bounced', whole: ['sent', 'failed'] },
  hard_bounce_rate: { part: 'hard_bounced', whole: ['sent', 'failed'] },
  complaint_rate: { part: 'complained', whole: ['sent'] },
  click_to_delivery_rate: { part: 'clicked', whole: ['sent'] },
  click_to_open_rate: { part: 'clicked', whole: ['opened'] },
} as const satisfies Record<string, { part: RateCount; whole: readonly RateCount[] }>

export type Rate = keyof typeof DEFINITIONS
/** `failed`: not accepted, and not retried. */
export type RateCount =
  | 'sent'
  | 'failed'
  | 'opened'
  | 'clicked'
  | 'unsubscribed'
  | 'bounced'
  | 'hard_bounced'
  | 'complained'

/** Percent with two decimals, or a fraction with three; contract 12 defines where each is used. */
const UNITS = { percent: { one: '100.0', digits: 2 }, fraction: { one: '1.0', digits: 3 } } as const
export type RateUnit = keyof typeof UNITS

/** Returns SQL of a rate's divisor. */
const wholeSql = (rate: Rate, count: (name: RateCount) => string): string => {
  const counts = DEFINITIONS[rate].whole.map(count)
  return counts.length === 1 ? counts.join() : `(${counts.join(' + ')})`
}

export const wholeOf = (rate: Rate, counts: Partial<Record<RateCount, number>>): number =>
  DEFINITIONS[rate].whole.reduce((sum, name) => sum + (counts[name] ?? 0), 0)

/** Returns SQL of a rate. `count` returns the SQL of a count; `none` is the value if nothing was sent. */
export function rateSql(
  rate: Rate,
  { count, unit, none }: { count: (name: RateCount) => string; unit: RateUnit; none: '0' | 'null' },
): string {
  const whole = wholeSql(rate, count)
  const { one, digits } = UNITS[unit]
  return `coalesce(round(${one} * least(${count(DEFINITIONS[rate].part)}, ${whole}) / nullif(${whole}, 0), ${digits}), ${none})`
}

/** Returns SQL of a rate as an unrounded fraction for ranking; 0 if nothing was sent. No count may exceed the whole. */
export function rankSql(rate: Rate, { count }: { count: (name: RateCount) => string }): string {
  return `(coalesce(${count(DEFINITIONS[rate].part)}::float8 / nullif(${wholeSql(rate, count)}, 0), 0::float8))`
}

/** Returns a rate in percent from counts; null if nothing was sent. */
export function percentOf(rate: Rate, counts: Partial<Record<RateCount, number>>): number | null {
  const whole = wholeOf(rate, counts)
  return whole === 0 ? null : Math.min(100, Math.round(((counts[DEFINITIONS[rate].part] ?? 0) / whole) * 10_000) / 100)
}
