import { serviceCtx, systemCtx } from '../core/context.ts'
import { PlanInput } from '../modules/accounts/plan-schema.ts'
import { listPlans } from '../modules/accounts/plans/manage.ts'
import { setPlan } from '../modules/accounts/plans/plans.ts'
import { accountOf } from './accounts.ts'
import { type Command, numeric, UsageError, type Values } from './command.ts'

const TEXT = { type: 'string' } as const

export const setAccountPlan: Command = {
  summary: 'sets the plan of an account; --limit gives it another number of subscribers than the plan has',
  usage:
    'account plan --account <id> | --email <owner> [--plan <key>] [--limit <number>|none] [--interval month|year] [--trial-lapse-date <date>|none] [--renews-at <date>|none | --cancels-at <date>|none]',
  options: {
    account: TEXT,
    email: TEXT,
    plan: TEXT,
    limit: TEXT,
    interval: TEXT,
    'trial-lapse-date': TEXT,
    'renews-at': TEXT,
    'cancels-at': TEXT,
  },
  async run(values) {
    const input = PlanInput.safeParse(inputOf(values))
    if (!input.success) throw new UsageError([...new Set(input.error.issues.map(({ message }) => message))].join('. '))
    const plan = await setPlan(systemCtx(await accountOf(values)), input.data)
    const room = plan.subscriber_limit === null ? 'any number of' : `up to ${plan.subscriber_limit}`
    const dates = [
      plan.on_trial ? `On trial until ${plan.trial_lapse_date}.` : null,
      plan.renews_at ? `Renews at ${plan.renews_at}.` : null,
      plan.cancels_at ? `Cancels at ${plan.cancels_at}.` : null,
    ]
    return {
      lines: [
        `Account ${plan.account_id} is on ${plan.plan_type}: ${room} subscribers.`,
        ...dates.filter((line) => line !== null),
      ],
      data: plan,
    }
  },
}

export const listAllPlans: Command = {
  summary: 'lists the plans with their limits and how many accounts each has',
  usage: 'plan list',
  options: {},
  async run() {
    const plans = await listPlans(serviceCtx())
    return {
      lines: plans.map(({ key, subscriber_limit, has_reporting, has_api, accounts, is_archived, is_default }) =>
        [
          `${key}: ${subscriber_limit === null ? 'any number of' : `up to ${subscriber_limit}`} subscribers`,
          has_reporting ? 'reporting' : null,
          has_api ? null : 'no API',
          is_default ? 'for new accounts' : null,
          is_archived ? 'archived' : null,
          `${accounts} ${accounts === 1 ? 'account' : 'accounts'}`,
        ]
          .filter((part) => part !== null)
          .join(', '),
      ),
      data: plans,
    }
  },
}

/** Returns each option by its name in the API. */
function inputOf(values: Values) {
  const { plan, interval, limit } = values
  if (interval !== undefined && interval !== 'month' && interval !== 'year')
    throw new UsageError('--interval is month or year')
  const date = (name: string) => (values[name] === 'none' ? null : values[name])
  const input = {
    plan_type: plan,
    interval,
    subscriber_limit:
      limit === undefined
        ? undefined
        : limit === 'none'
          ? null
          : numeric(values, 'limit', { least: 0, most: 2_147_483_647, otherwise: 0 }),
    trial_lapse_date: date('trial-lapse-date'),
    renews_at: date('renews-at'),
    cancels_at: date('cancels-at'),
  }
  if (Object.values(input).every((value) => value === undefined))
    throw new UsageError(
      'Name what to change: --plan, --limit, --interval, --trial-lapse-date, --renews-at or --cancels-at',
    )
  return input
}
