import type { BounceType } from '@/server/modules/delivery/schema.ts'

/** Labels of reasons why an email was not delivered. */
const reasons: Record<string, string> = {
  invalid_address: 'Invalid address',
  suppressed: 'Blocked from receiving email',
  cancelled: 'Unsubscribed before sending',
  bounced: 'Bounced before sending',
  complained: 'Complained before sending',
  inactive: 'Not confirmed',
  paused: 'Paused by the subscriber',
  aborted: 'Sending canceled',
  excluded_source: 'Excluded by the sequence',
  removed: 'Removed from the sequence',
  restarted: 'Sequence restarted',
  automation_deleted: 'Automation deleted before sending',
  refused: 'Rejected by the mail server',
  mailbox_unknown: 'Mailbox does not exist',
  mailbox_unavailable: 'Mailbox full or disabled',
  message_refused: 'Message rejected',
  sender_refused: 'Sender rejected',
  gave_up: 'Not delivered within 24 hours',
  unrenderable: 'Personalization failed',
}

export const reasonText = (reason: string) => reasons[reason] ?? reason.replaceAll('_', ' ')

const bounces: Record<BounceType, string> = { hard: 'Hard bounce', soft: 'Soft bounce', blocked: 'Blocked' }

/** Returns a bounce's label. Bounces from early versions have no type; all were hard. */
export const bounceText = (type: BounceType | null) => bounces[type ?? 'hard']
