import { z } from 'zod'

export const LEAVE_REASONS = ['too_many', 'not_relevant', 'never_signed_up', 'other'] as const
export const LeaveReason = z.enum(LEAVE_REASONS)
export type LeaveReason = z.infer<typeof LeaveReason>

/** What subscribers who left said, over the last `days`. */
export interface LeaveReasons {
  days: number
  counts: Record<LeaveReason, number>
  /** The newest comments, without names. */
  comments: { comment: string; reason: LeaveReason; given_at: string }[]
}
