/** Same as in server/mail/reports/kind.ts. */
export const UNMATCHED_KINDS = [
  'hard',
  'soft',
  'blocked',
  'complaint',
  'opt_out',
  'not_spam',
  'delayed',
  'delivered',
  'auto_reply',
  'challenge',
  'unknown',
] as const
