import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { env } from '../../env.ts'
import { PLAN_TYPES, type PlanInput, type PlanType } from './plan-schema.ts'

/** What a plan allows. `subscriber_limit` counts active subscribers, null is without limit; an account may be given another one. */
export const PLANS: Record<PlanType, { subscriber_limit: number | null; has_reporting: boolean }> = {
  free: { subscriber_limit: 1_000, has_reporting: false },
  creator: { subscriber_limit: 5_000, has_reporting: false },
  creator_pro: { subscriber_limit: null, has_reporting: true },
}

/** With what an account begins. */
export function planOfNewAccounts(): { plan_type: PlanType; subscriber_limit: number | null } {
  const plan_type = env().SIGN_UP_PLAN
  return { plan_type, subscriber_limit: PLANS[plan_type].subscriber_limit }
}

/** Whether the account may list statistics of its broadcasts: contract 8.10.9. An app has been allowed to by its creator. */
export async function mayReport({ db, actor }: Ctx): Promise<boolean> {
  if (actor.kind === 'oauth') return true
  const { plan_type } = await db.account.findFirstOrThrow({ where: {}, select: { plan_type: true } })
  return PLAN_TYPES.some((known) => known === plan_type && PLANS[known].has_reporting)
}

export interface PlanAnswer {
  account_id: number
  plan_type: PlanType
  subscriber_limit: number | null
  interval: 'month' | 'year'
}

/**
 * Puts an account on a plan, with its limit unless another is given. Nobody is removed from an account that is above its new
 * limit: only more cannot join. Throws not_found.
 */
export async function setPlan(ctx: Ctx, { plan_type, subscriber_limit, interval }: PlanInput): Promise<PlanAnswer> {
  const limit = subscriber_limit === undefined ? PLANS[plan_type].subscriber_limit : subscriber_limit
  const { count } = await ctx.db.account.updateMany({
    data: { plan_type, subscriber_limit: limit, plan_interval: interval, updated_at: ctx.now() },
  })
  if (count === 0) throw notFound()
  return { account_id: ctx.account_id, plan_type, subscriber_limit: limit, interval: interval ?? 'month' }
}
