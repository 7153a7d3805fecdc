import type { Ctx } from '../../../core/context.ts'
import { keysetPage, type Page } from '../../../core/page/page.ts'
import type { PageSpec } from '../../../core/page/sql.ts'
import { isoSql } from '../../../core/wire.ts'
import type { AccountRow, AccountsQuery } from '../accounts-schema.ts'

/** Active subscribers of the account `t` or `a`. Counts are a few rows for each account. */
const activeSql = (account: string) =>
  `coalesce((select sum(c.change) from subscriber_count c where c.account_id = ${account}.id and c.state = 'active'), 0)::int`

const IS_SUSPENDED = '(t.sign_in_disabled or t.api_disabled or t.sending_disabled)'
/** `paused`, `warned` or null, in this order. */
const GUARD = '(select min(g.state::text) from sending_guard g where g.account_id = t.id)'

const VIEW = (now: string) => `t.id, t.name, t.plan_type, t.subscriber_limit, ${isoSql('t.created_at')} as created_at,
  coalesce(t.trial_lapse_date > ${now}::timestamptz, false) as on_trial,
  (select u.email from membership m join users u on u.id = m.user_id
   where m.account_id = t.id order by m.role, m.created_at, u.id limit 1) as owner,
  array_remove(array[case when t.sign_in_disabled then 'sign_in' end, case when t.api_disabled then 'api' end,
    case when t.sending_disabled then 'sending' end], null) as suspended,
  coalesce(${GUARD}, 'good') as reputation, ${activeSql('t')} as active_subscribers from (select) one`

const BY_ID = { expr: 't.id', type: 'integer' } as const
const SORTS: Record<AccountsQuery['sort'], PageSpec['order']> = {
  newest: [{ ...BY_ID, dir: 'desc' }],
  oldest: [{ ...BY_ID, dir: 'asc' }],
  name: [
    { expr: 'lower(t.name)', type: 'text', dir: 'asc' },
    { ...BY_ID, dir: 'asc' },
  ],
  subscribers: [
    { expr: 't.active', type: 'integer', dir: 'desc' },
    { ...BY_ID, dir: 'desc' },
  ],
}

/** Lists the accounts of this instance for its administrators. */
export function listAllAccounts(
  ctx: Ctx,
  { search, plan_type, state, reputation, sort, ...paging }: AccountsQuery,
): Promise<Page<AccountRow>> {
  const where = ['$1::int is not null', '$2::timestamptz is not null']
  const values: unknown[] = [ctx.now()]
  const add = (condition: (value: string) => string, value: unknown) => {
    values.push(value)
    where.push(condition(`$${values.length + 1}`))
  }
  if (search)
    add(
      (text) => `(t.id::text = ${text} or position(lower(${text}) in lower(t.name)) > 0 or exists (
        select from membership m join users u on u.id = m.user_id
        where m.account_id = t.id and m.role = 'owner' and position(lower(${text}) in u.email) > 0))`,
      search,
    )
  if (plan_type) add((plan) => `t.plan_type = ${plan}`, plan_type)
  if (state === 'trial') where.push('t.trial_lapse_date > $2')
  else if (state) where.push(state === 'suspended' ? IS_SUSPENDED : `not ${IS_SUSPENDED}`)
  if (reputation) add((known) => `coalesce(${GUARD}, 'good') = ${known}`, reputation)
  return keysetPage<AccountRow>(
    ctx.sql,
    {
      name: `accounts-${sort}`,
      view: VIEW('$2'),
      from: sort === 'subscribers' ? `(select a.*, ${activeSql('a')} as active from account a) t` : 'account t',
      where,
      values,
      order: SORTS[sort],
    },
    paging,
  )
}
