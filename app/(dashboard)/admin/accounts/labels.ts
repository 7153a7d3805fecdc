import { formatCount, formatNumber } from '@/components/format'
import {
  type ACCOUNT_SORTS,
  type ACCOUNT_STATES,
  MAX_COUNTED,
  type REPUTATIONS,
} from '@/server/modules/admin/values-schema.ts'

export const STATE_LABELS: Record<(typeof ACCOUNT_STATES)[number], string> = {
  active: 'Active',
  suspended: 'Suspended',
  trial: 'On trial',
  refused: 'Refused by a mail server',
  unseen: 'Not seen for 30 days',
  deleting: 'Will be deleted',
}

export const REPUTATION_LABELS: Record<(typeof REPUTATIONS)[number], string> = {
  good: 'Good',
  warned: 'Warned',
  paused: 'Paused',
}

export const SORT_LABELS: Record<(typeof ACCOUNT_SORTS)[number], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  subscribers: 'Most subscribers (counted every 10 minutes)',
  price: 'Highest price',
  sent: 'Most messages sent',
  bounced: 'Most bounces',
  complained: 'Most complaints',
  refused: 'Most refused messages',
  seen: 'Last seen',
}

/** Returns the total of a filtered list, which is only counted up to a limit. */
export const totalOf = (total: number, noun: string): string =>
  total > MAX_COUNTED ? `${formatNumber(MAX_COUNTED)}+ ${noun}s` : formatCount(total, noun)
