import { adminWrite } from '../../../core/audit/admin-write.ts'
import { clock } from '../../../core/clock.ts'
import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { isoOrNull } from '../../../core/wire.ts'
import type { Tx } from '../../../core/write/write.ts'
import type { Account } from '../../../db/generated/client.ts'
import { t } from '../../../lib/locale/texts.ts'
import { recordSecurityEvent } from '../../security-events/service.ts'
import type { Plan, PlanInput } from '../plan-schema.ts'
import { FREE } from '../values-schema.ts'
import { defaultPlanKey, knownPlans, lockPlan, openKeysOf } from './known-plans.ts'

const DAY_MS = 86_400_000

/** Returns the plan, limit and trial of a new account. */
export async function planOfNewAccounts() {
  const [plans, key] = [await knownPlans(), await defaultPlanKey()]
  const plan = plans.get(key) ?? plans.get(FREE)
  if (!plan) throw new Error('The free plan is missing')
  const { key: plan_type, subscriber_limit, trial_days } = plan
  const trial =
    trial_days > 0 && plan_type !== FREE
      ? { trial_lapse_date: new Date(+clock.now() + trial_days * DAY_MS), is_trial_open: true }
      : {}
  return { plan_type, subscriber_limit, ...trial }
}

/** Returns the account's plan; undefined if another version stored a plan that the table lacks. */
export async function planOf({ db }: Ctx): Promise<Plan | undefined> {
  const { plan_type } = await db.account.findFirstOrThrow({ where: {}, select: { plan_type: true } })
  return (await knownPlans()).get(plan_type)
}

/** Returns whether the account may list broadcast statistics (contract 8.10.9). Apps always may, because their creator allowed it. */
export const hasReporting = async (ctx: Ctx): Promise<boolean> =>
  ctx.actor.kind === 'oauth' || (await planOf(ctx))?.has_reporting === true

export const hasApi = async (plan_type: string): Promise<boolean> =>
  (await knownPlans()).get(plan_type)?.has_api !== false

/** An account's plan on the wire (contract 8.1.1). */
export interface PlanView {
  plan_type: string
  interval: 'month' | 'year'
  subscriber_limit: number | null
  on_trial: boolean
  trial_lapse_date: string | null
  renews_at: string | null
  cancels_at: string | null
}

/** SQL of `on_trial` of `account t`. `now` is a placeholder. */
export const onTrialSql = (now: string): string =>
  `coalesce(t.trial_lapse_date > ${now}::timestamptz and t.plan_type <> '${FREE}'
    and (t.renews_at is null or t.renews_at <= ${now}::timestamptz or t.cancels_at > ${now}::timestamptz), false)`

/**
 * Returns the plan as of `now`. Past dates are omitted: `renews_at` is set while the plan will renew, `cancels_at` while a cancellation is
 * pending, never both. The free plan and a paid plan that renews are never on trial, whatever the trial's date.
 */
export function planView(account: Account, now: Date): PlanView {
  const { plan_type, plan_interval, subscriber_limit, trial_lapse_date } = account
  const futureDate = (date: Date | null) => (date && date > now ? date : null)
  const cancels_at = futureDate(account.cancels_at)
  const renews_at = cancels_at ? null : futureDate(account.renews_at)
  return {
    plan_type,
    interval: plan_interval === 'year' ? 'year' : 'month',
    subscriber_limit,
    on_trial: plan_type !== FREE && !renews_at && futureDate(trial_lapse_date) !== null,
    trial_lapse_date: isoOrNull(trial_lapse_date),
    renews_at: isoOrNull(renews_at),
    cancels_at: isoOrNull(cancels_at),
  }
}

/**
 * Changes an account's plan. A new plan sets its own limit unless another is given. An account above its limit keeps its subscribers but
 * cannot add any. The free plan neither renews nor is canceled. Throws not_found, and invalid for a past date or an unknown plan.
 */
export function setPlan(ctx: Ctx, input: PlanInput): Promise<PlanView & { account_id: number }> {
  const { account_id } = ctx
  return adminWrite(ctx, { account_id }, async (tx, record) => {
    requireComing(input, tx.now())
    const { name, before, after } = await changePlan(tx, input)
    await record({ action: 'plan_set', details: { account: name, plan: after.plan_type, before, after } })
    return { account_id, ...after }
  })
}

interface Changed {
  name: string
  before: PlanView
  after: PlanView
}

/**
 * Changes the plan in the transaction, with an entry in the account's security log if the plan or its limit changes. Also writes `more`.
 * Throws not_found and invalid.
 */
export async function changePlan(tx: Tx, input: PlanInput, more: { billing_changed_at?: Date } = {}): Promise<Changed> {
  await tx.sql.run('select from account where id = $1 for no key update')
  const account = await tx.db.account.findFirst()
  if (!account) throw notFound()
  const plan = await lockPlan(tx, { key: input.plan_type ?? account.plan_type, current: account.plan_type })
  const changed_account = await tx.db.account.update({
    where: { id: account.id },
    data: {
      plan_type: plan.key,
      ...limitOf(input, plan),
      plan_interval: plan.key === FREE ? 'month' : input.interval,
      ...trialOf(input, plan, tx.now()),
      ...(await datesOf(tx, input, plan.key)),
      ...more,
      updated_at: tx.now(),
    },
  })
  const [before, after] = [planView(account, tx.now()), planView(changed_account, tx.now())]
  if (before.plan_type !== after.plan_type || before.subscriber_limit !== after.subscriber_limit)
    await recordSecurityEvent(tx, { kind: 'plan_changed', summary: changeSentence(plan.name, after.subscriber_limit) })
  return { name: account.name, before, after }
}

export const changeSentence = (plan: string, subscriber_limit: number | null): string =>
  `The plan is ${plan} with ${subscriber_limit === null ? 'any number of subscribers' : `up to ${subscriber_limit.toLocaleString('en')} subscribers`}`

function limitOf({ plan_type, subscriber_limit }: PlanInput, plan: Plan) {
  if (subscriber_limit !== undefined)
    return { subscriber_limit, has_own_limit: subscriber_limit !== plan.subscriber_limit }
  return plan_type ? { subscriber_limit: plan.subscriber_limit, has_own_limit: false } : {}
}

/** A trial that has ended, or on the free plan, needs no further change. */
function trialOf({ trial_lapse_date }: PlanInput, { key }: Plan, now: Date) {
  if (key === FREE) return { trial_lapse_date, is_trial_open: false }
  if (trial_lapse_date === undefined) return {}
  return { trial_lapse_date, is_trial_open: trial_lapse_date !== null && trial_lapse_date > now }
}

function requireComing({ renews_at, cancels_at, plan_type }: PlanInput, now: Date): void {
  if (plan_type === FREE) return
  for (const [name, date] of Object.entries({ renews_at, cancels_at }))
    if (date && date <= now) throw invalid(t`${name} must be in the future`)
}

/** Returns the dates to store; undefined leaves a date unchanged. */
async function datesOf(tx: Tx, { renews_at, cancels_at }: PlanInput, plan_type: string) {
  for (const [name, date] of Object.entries({ renews_at, cancels_at }))
    if (date && plan_type === FREE)
      throw invalid(t`${name} needs a paid plan: ${(await openKeysOf(tx)).filter((key) => key !== FREE).join(' or ')}`)
  if (plan_type === FREE) return { renews_at: null, cancels_at: null, renewal_anchor: null }
  if (renews_at) return { renews_at, cancels_at: null, renewal_anchor: renews_at }
  if (cancels_at) return { renews_at: null, cancels_at, renewal_anchor: null }
  return { renews_at, cancels_at, ...(renews_at === null ? { renewal_anchor: null } : {}) }
}
