import type { DeliveryStatus } from '../schema.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** Waits after the first, second, ... failure: 41 h 17.5 min altogether (W2). */
export const RETRY_MS = [
  30 * SECOND,
  120 * SECOND,
  900 * SECOND,
  HOUR,
  4 * HOUR,
  6 * HOUR,
  12 * HOUR,
  18 * HOUR,
] as const
/** Spreads what failed together, by at most so much of the wait. */
const JITTER = 0.05

/** What came of one attempt. `status` is null when nobody answered. */
export interface Answer {
  status: number | null
  retry_after?: string | undefined
}

export interface RetryDecision {
  status: Exclude<DeliveryStatus, 'pending'>
  next_attempt_at: Date | null
}

/** Only 2xx is success; 410 ends it; 429 and 503 may say when to come again; the rest follows the table (contract 9.4). */
export function nextAttempt(answer: Answer, attempts_before: number, now: Date, random = Math.random): RetryDecision {
  const { status } = answer
  if (status !== null && status >= 200 && status < 300) return { status: 'delivered', next_attempt_at: null }
  const wait = RETRY_MS[attempts_before]
  if (wait === undefined || isLast(status, attempts_before + 1)) return { status: 'failed', next_attempt_at: null }
  const asked = status === 429 || status === 503 ? retryAfterMs(answer.retry_after, now) : undefined
  const delay = asked ?? wait * (1 + JITTER * (2 * random() - 1))
  return { status: 'retrying', next_attempt_at: new Date(now.getTime() + delay) }
}

/** Whether nothing follows a failure with this answer, after so many attempts altogether. */
export const isLast = (status: number | null, attempts: number): boolean => status === 410 || attempts > RETRY_MS.length

/** Seconds or an HTTP date, held between a second and a day. Undefined when it is neither. */
function retryAfterMs(text: string | undefined, now: Date): number | undefined {
  const value = text?.trim() ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * SECOND : httpDate(value) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, SECOND), 24 * HOUR)
}

/** All three forms begin with the day of the week and mean GMT, said or not. Anything else JavaScript would make a date of somehow. */
const httpDate = (text: string): number =>
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN
