import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Id, storable } from '../../core/wire.ts'
import { PlanKey } from '../accounts/plan-schema.ts'
import type { PlanView } from '../accounts/plans/plans.ts'
import type { MemberView, Suspendable } from '../accounts/settings-schema.ts'
import type { SendingHealth } from '../reputation/schema.ts'
import type { AccountApiUse } from './api-use-schema.ts'
import { ACCOUNT_SORTS, ACCOUNT_STATES, REPUTATIONS } from './values-schema.ts'

const Search = z.string().overwrite(storable).trim().max(255, 'Use at most 255 characters').optional()

export const AccountsQuery = PageQuery.extend({
  /** Part of the name or of an owner's address, or the id. */
  search: Search,
  plan_type: PlanKey.optional(),
  state: z.enum(ACCOUNT_STATES).optional(),
  reputation: z.enum(REPUTATIONS).optional(),
  sort: z.enum(ACCOUNT_SORTS).default('newest'),
})
export type AccountsQuery = z.infer<typeof AccountsQuery>

/** The list's filters and order, for its export. */
export const AccountsFilter = AccountsQuery.pick({
  search: true,
  plan_type: true,
  state: true,
  reputation: true,
  sort: true,
})
export type AccountsFilter = z.infer<typeof AccountsFilter>

export const ByAccount = z.object({ account_id: Id })
export type ByAccount = z.infer<typeof ByAccount>

/** Reason for a restriction. Kept in the audit log. */
export const Reason = z
  .string()
  .overwrite(storable)
  .trim()
  .min(5, 'Write the reason in at least 5 characters')
  .max(500, 'Use at most 500 characters')

const What = z.enum(['sign_in', 'api', 'sending'])

export const SuspendInput = ByAccount.extend({ what: What, reason: Reason })
export type SuspendInput = z.infer<typeof SuspendInput>

/** The selected accounts of one page of the list. */
const Chosen = z.object({
  account_ids: z.array(Id).min(1, 'Select at least one account').max(50, 'Select at most 50 accounts'),
})

export const SuspendManyInput = Chosen.extend({ what: What, reason: Reason })
export type SuspendManyInput = z.infer<typeof SuspendManyInput>

export const ReleaseManyInput = Chosen.extend({ what: What })
export type ReleaseManyInput = z.infer<typeof ReleaseManyInput>

export const ReleaseInput = ByAccount.extend({ what: What })
export type ReleaseInput = z.infer<typeof ReleaseInput>

/** Reason for opening an account or starting its export. The owners also see it. */
export const ViewInput = ByAccount.extend({ reason: Reason })
export type ViewInput = z.infer<typeof ViewInput>

export const NoteText = z
  .string()
  .overwrite(storable)
  .trim()
  .min(1, 'Write a note')
  .max(2_000, 'Use at most 2,000 characters')
export const NoteInput = ByAccount.extend({ text: NoteText })
export type NoteInput = z.infer<typeof NoteInput>

export const NotesQuery = PageQuery.extend(ByAccount.shape)

/** An account in the administrators' list. */
export interface AccountRow {
  id: number
  name: string
  owner: string | null
  plan_type: string
  on_trial: boolean
  suspended: Suspendable[]
  /** Time of the scheduled deletion, if any. */
  deletes_at: string | null
  reputation: (typeof REPUTATIONS)[number]
  active_subscribers: number
  subscriber_limit: number | null
  /** Monthly price of the plan, in the smallest unit of `currency`; null without one. */
  price_month: number | null
  currency: string | null
  /** Messages of the last 30 days (UTC): sent, hard-bounced, complained about, and refused for another reason. */
  sent: number
  bounced: number
  complained: number
  refused: number
  /** Time when a member last used the dashboard, to five minutes; null if sessions of that age are deleted. */
  last_seen_at: string | null
  created_at: string
}

/** A suspension, with its entry in the audit log. */
export interface Suspension {
  what: Suspendable
  reason: string | null
  by: string | null
  since: string | null
}

export interface AccountProblem {
  kind:
    | 'broadcast'
    | 'sequence'
    | 'messages'
    | 'transport'
    | 'automation'
    | 'import'
    | 'export'
    | 'bulk_request'
    | 'webhook'
  name: string
  text: string | null
  occurred_at: string
}

/** Space that an area of an account uses. Bytes of rows are estimated. */
export interface AccountStorage {
  area: string
  rows: number
  bytes: number | null
  is_estimated: boolean
}

/** All data about one account for administrators. */
export interface AccountDetail {
  id: number
  name: string
  time_zone: string
  created_at: string
  last_seen_at: string | null
  mail_is_caught: boolean
  plan: PlanView & { has_own_limit: boolean }
  suspensions: Suspension[]
  /** Time of the scheduled deletion, if any. */
  deletes_at: string | null
  usage: { active_subscribers: number; all_subscribers: number; sent_30_days: number }
  team: MemberView[]
  health: SendingHealth
  api_keys: { id: number; name: string; prefix: string; last_used_at: string | null; created_at: string }[]
  webhooks: {
    id: number
    name: string
    host: string
    status: string
    failing_since: string | null
    failed: number
  }[]
  apps: { id: number; name: string; installed_at: string | null }[]
  problems: AccountProblem[]
  storage: AccountStorage[]
  api_use: AccountApiUse
}

export interface AccountNoteView {
  id: number
  text: string
  author: string
  created_at: string
}
