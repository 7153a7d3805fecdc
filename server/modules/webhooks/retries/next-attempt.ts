import type { DeliveryStatus } from '../schema.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

/** Milliseconds to wait after the first, second, ... failure: 41 h 17.5 min in total (W2). */
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
/** Maximum share of the wait by which retries are spread. */
const JITTER = 0.05

/** Result of one attempt. `status` null: no response. */
export interface Answer {
  status: number | null
  retry_after?: string | undefined
}

export interface RetryDecision {
  status: Exclude<DeliveryStatus, 'pending'>
  next_attempt_at: Date | null
}

/**
 * Decides what follows an attempt: 2xx succeeds, 410 ends the delivery, 429 and 503 may name the next time, anything else follows the table
 * (contract 9.4).
 */
export function nextAttempt(answer: Answer, attempts_before: number, now: Date, random = Math.random): RetryDecision {
  const { status } = answer
  if (status !== null && status >= 200 && status < 300) return { status: 'delivered', next_attempt_at: null }
  const wait = RETRY_MS[attempts_before]
  if (wait === undefined || isLast(status, attempts_before + 1)) return { status: 'failed', next_attempt_at: null }
  const asked = status === 429 || status === 503 ? retryAfterMs(answer.retry_after, now) : undefined
  const delay = asked ?? wait * (1 + JITTER * (2 * random() - 1))
  return { status: 'retrying', next_attempt_at: new Date(now.getTime() + delay) }
}

/** Returns whether a failure with this status is final after `attempts` attempts. */
export const isLast = (status: number | null, attempts: number): boolean => status === 410 || attempts > RETRY_MS.length

/** Parses seconds or an HTTP date to milliseconds between a second and a day. Undefined for anything else. */
function retryAfterMs(text: string | undefined, now: Date): number | undefined {
  const value = text?.trim() ?? ''
  const ms = /^\d+$/.test(value) ? Number(value) * SECOND : httpDate(value) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, SECOND), 24 * HOUR)
}

/** All three forms of an HTTP date begin with the weekday and mean GMT. Date.parse accepts much else. */
const httpDate = (text: string): number =>
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text.endsWith('GMT') ? text : `${text} GMT`) : Number.NaN
