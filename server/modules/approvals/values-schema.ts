import { t } from '../../lib/locale/texts.ts'

/** `expired` is a pending one whose time is over. */
export const APPROVAL_STATES = ['pending', 'done', 'failed', 'declined', 'expired'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

export const APPROVAL_LABELS = (): Record<ApprovalState, string> => ({
  pending: t`Waiting`,
  done: t`Approved`,
  failed: t`Not done`,
  declined: t`Declined`,
  expired: t`Expired`,
})
