import type { DeliveryStatus } from '../schema.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** Waits after the first, second, ... failure in milliseconds: 41 h 17.5 min in total (W2). */
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
/** Largest share of the wait by which retries are spread. */
const JITTER = 0.05

/** The answer to one attempt. `status` is null when there was no response. */
export interface Answer {
  status: number | null
  retry_after?: string | undefined
}

export interface RetryDecision {
  status: Exclude<DeliveryStatus, 'pending'>
  next_attempt_at: Date | null
}

/** Decides what follows an attempt: 2xx is success, 410 ends the delivery, 429 and 503 may say when to retry, anything else follows the table (contract 9.4). */
export function nextAttempt(answer: Answer, attempts_before: number, now: Date, random = Math.random): RetryDecision {
  const { status } = answer
  if (status !== null && status >= 200 && status < 300) return { status: 'delivered', next_attempt_at: null }
  const wait = RETRY_MS[attempts_before]
  if (wait === undefined || isLast(status, attempts_before + 1)) return { status: 'failed', next_attempt_at: null }
  const asked = status === 429 || status === 503 ? retryAfterMs(answer.retry_after, now) : undefined
  const delay = asked ?? wait * (1 + JITTER * (2 * random() - 1))
  return { status: 'retrying', next_attempt_at: new Date(now.getTime() + delay) }
}

/** Returns whether a failure with this status is final after `attempts` attempts in total. */
export const isLast = (status: number | null, attempts: number): boolean => status === 410 || attempts > RETRY_MS.length

/** Reads seconds or an HTTP date as milliseconds, limited to between a second and a day. Undefined when it is neither. */
function retryAfterMs(text: string | undefined, now: Date): number | undefined {
  const value = text?.trim() ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * SECOND : httpDate(value) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, SECOND), 24 * HOUR)
}

/** All three forms of an HTTP date begin with the weekday and mean GMT. Date.parse would accept much else. */
const httpDate = (text: string): number =>
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN
