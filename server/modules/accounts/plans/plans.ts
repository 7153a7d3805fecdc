import { adminWrite } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import { instanceSettings } from '../../../core/instance/settings.ts'
import { isoOrNull } from '../../../core/wire.ts'
import type { Account } from '../../../db/generated/client.ts'
import { env } from '../../../env.ts'
import { PLAN_TYPES, type PlanInput, type PlanType } from '../plan-schema.ts'

/** What each plan includes. `subscriber_limit` is the default limit of active subscribers; null means no limit. */
export const PLANS: Record<PlanType, { subscriber_limit: number | null; has_reporting: boolean }> = {
  free: { subscriber_limit: 1_000, has_reporting: false },
  creator: { subscriber_limit: 5_000, has_reporting: false },
  creator_pro: { subscriber_limit: null, has_reporting: true },
}

/** Returns the plan and limit of a new account. */
export async function planOfNewAccounts(): Promise<{ plan_type: PlanType; subscriber_limit: number | null }> {
  const plan_type = (await instanceSettings()).default_plan || env().SIGN_UP_PLAN
  return { plan_type, subscriber_limit: PLANS[plan_type].subscriber_limit }
}

/** Returns whether the account may list broadcast statistics (contract 8.10.9). Apps may, because their creator allowed it. */
export async function hasReporting({ db, actor }: Ctx): Promise<boolean> {
  if (actor.kind === 'oauth') return true
  const { plan_type } = await db.account.findFirstOrThrow({ where: {}, select: { plan_type: true } })
  return PLAN_TYPES.some((known) => known === plan_type && PLANS[known].has_reporting)
}

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

/**
 * Returns the plan as of `now`. Past dates are omitted: `renews_at` is set while the plan will renew, `cancels_at` while a
 * cancellation is pending, never both.
 */
export function planView(account: Account, now: Date): PlanView {
  const { plan_type, plan_interval, subscriber_limit, trial_lapse_date } = account
  const coming = (date: Date | null) => (date && date > now ? date : null)
  const cancels_at = coming(account.cancels_at)
  return {
    plan_type,
    interval: plan_interval === 'year' ? 'year' : 'month',
    subscriber_limit,
    on_trial: coming(trial_lapse_date) !== null,
    trial_lapse_date: isoOrNull(trial_lapse_date),
    renews_at: cancels_at ? null : isoOrNull(coming(account.renews_at)),
    cancels_at: isoOrNull(cancels_at),
  }
}

/**
 * Changes an account's plan. A new plan sets its own limit unless another is given. An account above its limit keeps its subscribers
 * but cannot add any. The free plan neither renews nor is canceled. Throws not_found, and invalid for a past date.
 */
export function setPlan(ctx: Ctx, input: PlanInput): Promise<PlanView & { account_id: number }> {
  const { account_id } = ctx
  return adminWrite(ctx, { account_id }, async (tx, record) => {
    const account = await tx.db.account.findFirst()
    if (!account) throw notFound()
    const plan_type = input.plan_type ?? account.plan_type
    const { renews_at, cancels_at } = datesOf(input, plan_type, tx.now())
    const changed = await tx.db.account.update({
      where: { id: account.id },
      data: {
        plan_type,
        subscriber_limit:
          input.plan_type && input.subscriber_limit === undefined
            ? PLANS[input.plan_type].subscriber_limit
            : input.subscriber_limit,
        plan_interval: input.interval,
        trial_lapse_date: input.trial_lapse_date,
        renews_at,
        cancels_at,
        updated_at: tx.now(),
      },
    })
    const [before, after] = [planView(account, tx.now()), planView(changed, tx.now())]
    await record({ action: 'plan_set', details: { account: account.name, plan: plan_type, before, after } })
    return { account_id, ...after }
  })
}

/** Returns the dates to store; undefined leaves a date unchanged. */
function datesOf({ renews_at, cancels_at }: PlanInput, plan_type: string, now: Date) {
  for (const [name, date] of Object.entries({ renews_at, cancels_at })) {
    if (date && plan_type === 'free') throw invalid(`${name} needs a paid plan: ${PAID}`)
    if (date && date <= now) throw invalid(`${name} must be in the future`)
  }
  if (plan_type === 'free') return { renews_at: null, cancels_at: null }
  if (renews_at) return { renews_at, cancels_at: null }
  if (cancels_at) return { renews_at: null, cancels_at }
  return { renews_at, cancels_at }
}

const PAID = PLAN_TYPES.filter((plan_type) => plan_type !== 'free').join(' or ')
