import type { Ctx } from '../../../core/context.ts'
import { instanceSettings } from '../../../core/instance/settings.ts'
import type { PlanOverview } from '../plan-schema.ts'
import { knownPlans } from './known-plans.ts'
import { planView } from './plans.ts'

/** Messages that the account sent since a day, over `$1`. */
const SENT_SINCE = `select coalesce(sum(sent), 0)::int from reputation_count where account_id = $1 and day >=`

export async function getPlanOverview(ctx: Ctx): Promise<PlanOverview> {
  const account = await ctx.db.account.findFirstOrThrow()
  const now = ctx.now()
  const usage = await ctx.sql.one<PlanOverview['used']>(
    `select coalesce((select sum(change) from subscriber_count where account_id = $1 and state = 'active'), 0)::int as subscribers,
       (select count(*)::int from membership where account_id = $1) as members,
       (select count(*)::int from invitation where account_id = $1 and accepted_at is null and expires_at > $2) as invitations,
       (${SENT_SINCE} date_trunc('month', $2::timestamptz at time zone 'UTC')::date) as sent_this_month`,
    [now],
  )
  const plans = await knownPlans()
  const plan = plans.get(account.plan_type)
  return {
    ...planView(account, now),
    has_own_limit: account.has_own_limit,
    name: plan?.name ?? account.plan_type,
    description: plan?.description ?? '',
    price: (account.plan_interval === 'year' ? plan?.price_year : plan?.price_month) ?? null,
    currency: plan?.currency ?? 'USD',
    member_limit: plan?.member_limit ?? null,
    has_reporting: plan?.has_reporting ?? false,
    has_api: plan?.has_api ?? true,
    used: usage ?? { subscribers: 0, members: 0, invitations: 0, sent_this_month: 0 },
    billing_url: (await instanceSettings()).billing_url,
    others: [...plans.values()]
      .filter(({ key, is_archived }) => !is_archived && key !== account.plan_type)
      .map(({ is_archived: _, position: __, trial_days: ___, ...other }) => other),
  }
}
