import type { Answer } from '../retries/next-attempt.ts'
import type { DueDelivery } from './due.ts'

export interface Attempt extends Answer {
  attempted_at: Date
  body: string | null
  error: string | null
  duration_ms: number
}

/** A delivery with what came of its attempt; without one when its hook is gone or disabled, or its events are. */
export interface Outcome {
  due: DueDelivery
  attempt: Attempt | undefined
  ended_at: Date
}

export const isSuccess = ({ attempt }: Outcome): boolean =>
  attempt?.status != null && attempt.status >= 200 && attempt.status < 300
