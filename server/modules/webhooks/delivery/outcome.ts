import type { Answer } from '../retries/next-attempt.ts'
import type { DueDelivery } from './due.ts'

export interface Attempt extends Answer {
  attempted_at: Date
  body: string | null
  error: string | null
  duration_ms: number
}

/** A delivery and its attempt. Without an attempt, the endpoint was deleted or disabled, or the events have expired. */
export interface Outcome {
  due: DueDelivery
  attempt: Attempt | undefined
  ended_at: Date
}

export const isSuccess = ({ attempt }: Outcome): boolean =>
  attempt?.status != null && attempt.status >= 200 && attempt.status < 300
