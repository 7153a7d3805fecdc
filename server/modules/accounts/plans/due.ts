import { recordEntries } from '../../../core/audit/entries.ts'
import { type Ctx, serviceCtx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import { env } from '../../../env.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { recordSecurityEvents } from '../../security-events/service.ts'
import { FREE } from '../values-schema.ts'

const DAY_MS = 86_400_000
/** With a payment processor, time for which an account keeps its plan after an unconfirmed renewal. */
const GRACE_MS = 7 * DAY_MS
/** Accounts per transaction. */
const ROWS = 500

/** SQL of the time at which the plan of account `a` changes next. Must match the expression of the index `account_plan_due_idx`. */
export const DUE_AT = 'least(case when a.is_trial_open then a.trial_lapse_date end, a.cancels_at, a.renews_at)'

/** Reasons why an account returned to the free plan. */
export const LAPSES = {
  trial_lapsed: 'its trial ended',
  canceled: 'it was canceled',
  not_renewed: 'it was not renewed',
} as const

interface Due {
  id: number
  name: string
  plan_type: string
  plan_name: string
  subscriber_limit: number | null
  outcome: keyof typeof LAPSES | 'renewed' | 'trial_ended'
  free_name: string
  free_limit: number | null
}

/**
 * Applies due plan changes: ends of trials, cancellations and renewals (docs/billing.md). Each batch is one transaction with its entries
 * and the owners' notices, so it can stop anywhere and be called again.
 */
export async function applyDuePlans({ now, budget }: { now: Date; budget?: Budget }): Promise<void> {
  const ctx = { ...serviceCtx(), now: () => now }
  if (budget?.has_more) return
  while ((await applyBatch(ctx)) === ROWS) if (budget?.isSpent()) return
}

const applyBatch = (ctx: Ctx): Promise<number> =>
  write(ctx, async (tx) => {
    const hasBilling = env().BILLING_WEBHOOK_SECRET !== undefined
    const renewed_before = new Date(+tx.now() - (hasBilling ? GRACE_MS : 0))
    const due = await tx.sql.rows<Due>(APPLY, [tx.now(), renewed_before, hasBilling, FREE, ROWS])
    await recordLapses(tx, due.filter(isLapse))
    return due.length
  })

type Lapsed = Due & { outcome: keyof typeof LAPSES }
const isLapse = (due: Due): due is Lapsed => due.outcome in LAPSES

async function recordLapses(tx: Tx, accounts: readonly Lapsed[]): Promise<void> {
  if (accounts.length === 0) return
  await recordSecurityEvents(
    tx,
    accounts.map(({ id, plan_name, outcome, free_name }) => ({
      account_id: id,
      kind: 'plan_changed',
      summary: `The plan ${plan_name} became ${free_name}, because ${LAPSES[outcome]}`,
    })),
  )
  await recordEntries(
    tx,
    accounts.map(({ id, name, plan_type, plan_name, subscriber_limit, outcome, free_name, free_limit }) => ({
      action: 'plan_lapsed',
      account_id: id,
      details: {
        account: name,
        from: plan_name,
        plan: free_name,
        reason: LAPSES[outcome],
        before: { plan_type, subscriber_limit },
        after: { plan_type: FREE, subscriber_limit: free_limit },
      },
    })),
  )
}

/**
 * SQL of the first date after `$1` that is a whole number of intervals after the anchor, in UTC: the 31st stays the 31st after a shorter
 * month.
 */
const NEXT_RENEWAL = `(
  select min(t.at) from (
    select coalesce(d.renewal_anchor, d.renews_at) at time zone 'UTC' as anchor, $1::timestamptz at time zone 'UTC' as now,
      case d.plan_interval when 'year' then 12 else 1 end as months
  ) b, generate_series(0, 1) more, lateral (
    select (b.anchor + make_interval(months => b.months * (more + (
      (extract(year from b.now) - extract(year from b.anchor)) * 12 + extract(month from b.now) - extract(month from b.anchor)
    )::int / b.months))) at time zone 'UTC' as at
  ) t where t.at > $1)`

const APPLY = `${UNSCOPED}with due as materialized (
    select a.*, case
        when a.cancels_at <= $1 then 'canceled'
        when a.is_trial_open and a.trial_lapse_date <= $1 and a.renews_at is null and a.cancels_at is null then 'trial_lapsed'
        when a.renews_at <= $2 then case when $3 then 'not_renewed' else 'renewed' end
        else 'trial_ended'
      end as outcome,
      case when a.cancels_at <= $1 then a.cancels_at when a.renews_at <= $2 then a.renews_at else a.trial_lapse_date end as about
    from account a
    where ${DUE_AT} <= $1
      and (a.cancels_at <= $1 or a.renews_at <= $2 or (a.is_trial_open and a.trial_lapse_date <= $1))
    order by a.id limit $5 for no key update of a skip locked
  ), lapsed as (
    update account a set plan_type = f.key, subscriber_limit = f.subscriber_limit, has_own_limit = false,
      plan_interval = 'month', is_trial_open = false, cancels_at = null, renews_at = null, renewal_anchor = null, updated_at = $1
    from due d, plan f
    where a.id = d.id and f.key = $4 and d.outcome not in ('renewed', 'trial_ended')
  ), renewed as (
    update account a set renews_at = ${NEXT_RENEWAL}, renewal_anchor = coalesce(d.renewal_anchor, d.renews_at), updated_at = $1,
      is_trial_open = d.is_trial_open and d.trial_lapse_date > $1
    from due d where a.id = d.id and d.outcome = 'renewed'
  ), ended as (
    update account a set is_trial_open = false, updated_at = $1 from due d where a.id = d.id and d.outcome = 'trial_ended'
  ), noted as (
    insert into plan_notice (account_id, kind, about, plan, created_at)
    select d.id, d.outcome, d.about, coalesce(p.name, d.plan_type), $1 from due d left join plan p on p.key = d.plan_type
    where d.outcome not in ('renewed', 'trial_ended') on conflict do nothing
  )
  select d.id, d.name, d.plan_type, coalesce(p.name, d.plan_type) as plan_name, d.subscriber_limit, d.outcome,
    f.name as free_name, f.subscriber_limit as free_limit
  from due d join plan f on f.key = $4 left join plan p on p.key = d.plan_type`
