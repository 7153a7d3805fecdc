import type { ACCOUNT_SORTS, ACCOUNT_STATES, REPUTATIONS } from '@/server/modules/admin/accounts-schema.ts'

export const STATE_LABELS: Record<(typeof ACCOUNT_STATES)[number], string> = {
  active: 'Active',
  suspended: 'Suspended',
  trial: 'On trial',
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
  subscribers: 'Most subscribers',
}

/** The options of a select over a record of labels. */
export const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))
