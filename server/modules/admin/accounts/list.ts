import type { Ctx } from '../../../core/context.ts'
import { keysetPage, type Page } from '../../../core/page/page.ts'
import type { PageSpec } from '../../../core/page/sql.ts'
import { isoSql } from '../../../core/wire.ts'
import { onTrialSql } from '../../accounts/plans/plans.ts'
import type { AccountRow, AccountsQuery } from '../accounts-schema.ts'
import { MAX_COUNTED } from '../values-schema.ts'
import { idIn, isShort, likePattern, MAX_FOUND } from './search.ts'

const ACCOUNT_SUMS = ['sent', 'bounced', 'complained', 'refused'] as const

/** SQL of the active subscribers of account `t`. Each account has only a few rows of counts. */
const ACTIVE = `coalesce((select sum(c.change) from subscriber_count c where c.account_id = t.id and c.state = 'active'), 0)::int`

const IS_SUSPENDED = '(t.sign_in_disabled or t.api_disabled or t.sending_disabled)'

const BY_STATE: Record<NonNullable<AccountsQuery['state']>, string> = {
  active: `not ${IS_SUSPENDED} and t.deletes_at is null`,
  suspended: IS_SUSPENDED,
  trial: onTrialSql('$2'),
  refused: 't.id in (select account_id from transport_circuit where pauses > 0)',
  unseen: `not exists (select from membership m join session s on s.user_id = m.user_id
    where m.account_id = t.id and s.last_seen_at > $2::timestamptz - interval '30 days')`,
  // This table has few rows.
  deleting: 't.id in (select account_id from account_deletion)',
}
/** SQL of `paused`, `warned` or null, in this order of precedence. */
const GUARD = '(select min(g.state) from sending_guard g where g.account_id = t.id)'
const guarded = (condition = 'true') =>
  `exists (select from sending_guard g where g.account_id = t.id and ${condition})`

// Few accounts are warned or paused, so these start from the guards instead of reading all accounts.
const BY_REPUTATION: Record<NonNullable<AccountsQuery['reputation']>, string> = {
  good: `not ${guarded()}`,
  warned: `${guarded("g.state = 'warned'")} and not ${guarded("g.state = 'paused'")}`,
  paused: guarded("g.state = 'paused'"),
}

/** Number of conditions without a filter. They use `$1` and `$2`, so the values have the same positions in all lists. */
const UNFILTERED = 2

/** Matches a text that is too short for the indexes of parts with the whole name or the id. The arguments are placeholders. */
const searchedShort = ({ id, name }: { id: string; name: string }) =>
  `t.id in (select id from account where id = ${id}::int union all (select id from account where lower(name) = ${name} order by id desc limit ${MAX_FOUND}))`

/** Each part uses its own index. For a very frequent word, only the newest matches are found. `id` and `like` are placeholders. */
const searched = ({ id, like }: { id: string; like: string }) => `t.id in (
    select id from account where id = ${id}::int
    union all (select id from account where lower(name) like ${like} order by id desc limit ${MAX_FOUND})
    union all select m.account_id from (select id from users where email like ${like} order by id desc limit ${MAX_FOUND}) u
      join membership m on m.user_id = u.id where m.role = 'owner')`

const VIEW = (now: string) => `t.id, t.name, t.plan_type, t.subscriber_limit, ${isoSql('t.created_at')} as created_at,
  ${isoSql('t.deletes_at')} as deletes_at,
  ${onTrialSql(now)} as on_trial,
  (select u.email from membership m join users u on u.id = m.user_id
   where m.account_id = t.id order by m.role, m.created_at, u.id limit 1) as owner,
  to_json(array_remove(array[case when t.sign_in_disabled then 'sign_in' end, case when t.api_disabled then 'api' end,
    case when t.sending_disabled then 'sending' end], null)) as suspended,
  coalesce(${GUARD}, 'good') as reputation, ${ACTIVE} as active_subscribers,
  p.price_month, p.currency, coalesce(f.sent, 0) as sent, coalesce(f.bounced, 0) as bounced, coalesce(f.complained, 0) as complained,
  coalesce(f.refused, 0) as refused, ${isoSql('v.last_seen_at')} as last_seen_at
  from (select) one left join plan p on p.key = t.plan_type
  left join lateral (select ${SUMS} and c.account_id = t.id) f on true
  left join lateral (select ${LAST_SEEN} where m.account_id = t.id) v on true`

/** SQL of the sums of an account's days. The window ends with today (UTC). A refusal that is a hard bounce counts only in `bounced`. */
const SUMS = `sum(c.sent)::int as sent, sum(c.hard_bounced)::int as bounced, sum(c.complained)::int as complained,
  sum(c.failed - c.failed_hard)::int as refused
  from reputation_count c where c.day > ($2::timestamptz at time zone 'UTC')::date - 30`
const LAST_SEEN = `max(s.last_seen_at) as last_seen_at from membership m join session s on s.user_id = m.user_id`

const BY_ID = { expr: 't.id', type: 'integer' } as const
/** Rows needed to sort by figures: the sums of all accounts, with a few rows per account. */
const FROM: Partial<Record<AccountsQuery['sort'], string>> = {
  ...Object.fromEntries(
    ACCOUNT_SUMS.map((name) => [
      name,
      `account t left join (select c.account_id, ${SUMS} group by 1) by_sum on by_sum.account_id = t.id`,
    ]),
  ),
  price: 'account t left join plan by_plan on by_plan.key = t.plan_type',
  seen: `account t left join (select m.account_id, ${LAST_SEEN} group by 1) by_seen on by_seen.account_id = t.id`,
}
const bySum = (name: (typeof ACCOUNT_SUMS)[number]): PageSpec['order'] => [
  { expr: `coalesce(by_sum.${name}, 0)`, type: 'integer', dir: 'desc' },
  { ...BY_ID, dir: 'desc' },
]
const SORTS: Record<AccountsQuery['sort'], PageSpec['order']> = {
  newest: [{ ...BY_ID, dir: 'desc' }],
  oldest: [{ ...BY_ID, dir: 'asc' }],
  name: [
    { expr: 'lower(t.name)', type: 'text', dir: 'asc' },
    { ...BY_ID, dir: 'asc' },
  ],
  subscribers: [
    // Uses the stored count of a job, because sorting by a fresh count would sum the counts of all accounts.
    { expr: 't.active_subscribers', type: 'integer', dir: 'desc' },
    { ...BY_ID, dir: 'desc' },
  ],
  price: [
    { expr: 'coalesce(by_plan.price_month, 0)', type: 'integer', dir: 'desc' },
    { ...BY_ID, dir: 'desc' },
  ],
  sent: bySum('sent'),
  bounced: bySum('bounced'),
  complained: bySum('complained'),
  refused: bySum('refused'),
  seen: [
    { expr: `coalesce(by_seen.last_seen_at, 'epoch'::timestamptz)`, type: 'timestamptz', dir: 'desc' },
    { ...BY_ID, dir: 'desc' },
  ],
}

/** Lists this instance's accounts for its administrators. */
export function listAllAccounts(
  ctx: Ctx,
  { search, plan_type, state, reputation, sort, ...paging }: AccountsQuery,
): Promise<Page<AccountRow>> {
  const conditions = ['$1::int is not null', '$2::timestamptz is not null']
  const values: unknown[] = [ctx.now()]
  const add = (value: unknown) => `$${values.push(value) + 1}`
  if (search && isShort(search))
    conditions.push(searchedShort({ id: add(idIn(search)), name: add(search.toLowerCase()) }))
  else if (search) conditions.push(searched({ id: add(idIn(search)), like: add(likePattern(search)) }))
  if (plan_type) conditions.push(`t.plan_type = ${add(plan_type)}`)
  if (state) conditions.push(BY_STATE[state])
  if (reputation) conditions.push(BY_REPUTATION[reputation])
  return keysetPage<AccountRow>(ctx.sql, paging, {
    name: `accounts-${sort}`,
    view: VIEW('$2'),
    from: FROM[sort] ?? 'account t',
    count_from: 'account t',
    most_counted: conditions.length > UNFILTERED ? MAX_COUNTED : undefined,
    where: conditions,
    values,
    order: SORTS[sort],
  })
}
