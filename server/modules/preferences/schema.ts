import { z } from 'zod'
import { LEAVE_REASONS } from './values-schema.ts'
export const LeaveReason = z.enum(LEAVE_REASONS)
export type LeaveReason = z.infer<typeof LeaveReason>

/** Reasons for leaving, over the last `days`. */
export interface LeaveReasons {
  days: number
  counts: Record<LeaveReason, number>
  /** The newest comments, without subscribers. */
  comments: { comment: string; reason: LeaveReason; given_at: string }[]
}
