import { addDays, instantOf, localDate, startOfDay, weekdayOf } from '../../lib/time/time-zone.ts'
import { numbers } from '../random.ts'

/** A day in the account's time zone, and the number of subscribers who join on it. The last day ends now. */
export interface GrowthDay {
  starts: Date
  ends: Date
  /** Number of subscribers who joined before this day. */
  before: number
  new_subscribers: number
}

// Starts on Sunday. Fewer subscribers join on weekends.
const WEEKDAY = [0.86, 1.05, 1.18, 1.12, 1.02, 0.88, 0.7]
/** Growth factors after a mention elsewhere, by day. */
const SPIKE = [3.6, 2.1, 1.5, 1.2]
const DAYS_BETWEEN_SPIKES = 45

/** Spreads new subscribers over the last `days` days, including today: slow growth with a weekly rhythm and a few spikes. */
export function growthDays(input: {
  time_zone: string
  now: Date
  days: number
  subscribers: number
  random_seed: number
}): GrowthDay[] {
  const { time_zone, now, days, subscribers, random_seed } = input
  const today = localDate(time_zone, now)
  const dates = Array.from({ length: days }, (_, i) => addDays(today, i - days + 1))
  const random = numbers(random_seed, 'growth')
  let spike = SPIKE.length
  const spans = dates.map((date, i) => {
    const starts = startOfDay(time_zone, date)
    const next = startOfDay(time_zone, addDays(date, 1))
    const ends = new Date(Math.min(+next, +now))
    spike = random() < 1 / DAYS_BETWEEN_SPIKES ? 0 : spike + 1
    const weekday = WEEKDAY[weekdayOf(date)] ?? 1
    const growth = 0.35 + (1.3 * i) / days
    const elapsed = (+ends - +starts) / (+next - +starts)
    return { starts, ends, weight: growth * weekday * (SPIKE[spike] ?? 1) * (0.75 + 0.5 * random()) * elapsed }
  })
  const total = spans.reduce((sum, { weight }) => sum + weight, 0)
  let weight_so_far = 0
  let count_before = 0
  return spans.map(({ starts, ends, weight }, i) => {
    weight_so_far += weight
    // Rounds the running sum instead of each day, so the total is exact.
    const until = i === spans.length - 1 ? subscribers : Math.round((subscribers * weight_so_far) / total)
    const day = { starts, ends, before: count_before, new_subscribers: until - count_before }
    count_before = until
    return day
  })
}

/** Returns send times at 10:00, spread evenly over the days, the last one some days ago. At most `days` / 2. */
export function sendTimes(input: { time_zone: string; now: Date; days: number; count: number }): Date[] {
  const { time_zone, now, days, count } = input
  const today = localDate(time_zone, now)
  const last = Math.max(1, Math.min(3, days - 1 - count))
  return Array.from({ length: count }, (_, i) => {
    const days_ago = last + Math.round(((days - 1 - last) * (count - 1 - i)) / count)
    return instantOf(time_zone, addDays(today, -days_ago), { hour: 10 })
  })
}
