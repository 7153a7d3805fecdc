import { systemCtx } from '../core/context.ts'
import { PLAN_TYPES } from '../modules/accounts/plan-schema.ts'
import { setPlan } from '../modules/accounts/plans.ts'
import { accountOf } from './accounts.ts'
import { type Command, numeric, required, UsageError } from './command.ts'

export const setAccountPlan: Command = {
  summary: 'puts an account on a plan; --limit gives it another number of subscribers than the plan has',
  usage: `account plan --account <id> | --email <owner> --plan ${PLAN_TYPES.join('|')} [--limit <number>|none] [--interval month|year]`,
  options: {
    account: { type: 'string' },
    email: { type: 'string' },
    plan: { type: 'string' },
    limit: { type: 'string' },
    interval: { type: 'string' },
  },
  async run(values) {
    const asked = required(values, 'plan')
    const plan_type = PLAN_TYPES.find((known) => known === asked)
    if (!plan_type) throw new UsageError(`--plan is one of ${PLAN_TYPES.join(', ')}`)
    const { interval, limit } = values
    if (interval !== undefined && interval !== 'month' && interval !== 'year')
      throw new UsageError('--interval is month or year')
    const subscriber_limit =
      limit === 'none' ? null : numeric(values, 'limit', { least: 0, most: 2_147_483_647, otherwise: -1 })
    const plan = await setPlan(systemCtx(await accountOf(values)), {
      plan_type,
      interval,
      ...(subscriber_limit === -1 ? {} : { subscriber_limit }),
    })
    const room = plan.subscriber_limit === null ? 'any number of' : `up to ${plan.subscriber_limit}`
    return { lines: [`Account ${plan.account_id} is on ${plan_type}: ${room} subscribers.`], data: plan }
  },
}
