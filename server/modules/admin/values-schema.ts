import { AUDIT_ACTIONS } from '../../core/audit/actions.ts'
import { SECURITY_EVENT_KINDS } from '../security-events/values-schema.ts'

// Values for administrators' pages, in a file without zod.

export const ACCOUNT_STATES = ['active', 'suspended', 'trial', 'refused', 'unseen', 'deleting'] as const

export const ACCOUNT_SORTS = [
  'newest',
  'oldest',
  'name',
  'subscribers',
  'price',
  'sent',
  'bounced',
  'complained',
  'refused',
  'seen',
] as const

export const REPUTATIONS = ['good', 'warned', 'paused'] as const

/** Totals of filtered lists are counted up to this number. One more means that there are more. */
export const MAX_COUNTED = 10_000

export const API_RANGES = ['day', 'week', 'month'] as const

export const API_SORTS = ['requests', 'errors'] as const

export const RECEIVER_RANGES = ['day', 'week', 'month'] as const

export type ReceiverRange = (typeof RECEIVER_RANGES)[number]

export const USER_STATES = ['administrators', 'unverified', 'without_account'] as const

export const ENDPOINT_RANGES = ['day', 'week'] as const

export const ENDPOINT_SORTS = ['failures', 'rate', 'backlog', 'longest'] as const

export const ENDPOINT_FILTERS = ['failing', 'disabled', 'forbidden'] as const

/** Filters of the audit log with their labels: administrators' actions, then accounts' security events. */
export const AUDIT_FILTERS: { value: string; label: string }[] = [
  ...Object.entries(AUDIT_ACTIONS).map(([value, { label }]) => ({ value, label })),
  ...SECURITY_EVENT_KINDS.filter((kind) => kind !== 'plan_changed').map((value) => ({ value, label: labelOf(value) })),
]

/** Turns "app_authorised" into "App authorised". */
function labelOf(kind: string): string {
  const text = kind.replaceAll('_', ' ').replace('api key', 'API key')
  return text[0]?.toUpperCase() + text.slice(1)
}

/** Parts of an instance's setup whose checks are in this module. `server/jobs/runs/check.ts` has the checks of background jobs. */
export const TESTED_PARTS = ['mail', 'bounces', 'addresses', 'proxies', 'storage', 'backups', 'secrets'] as const
