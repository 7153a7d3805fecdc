import { systemPool } from '../../../core/context.ts'
import type { Expired } from '../../../db/purge.ts'
import { RECEIVER_OF_DOMAIN } from '../../transports/limits/receivers.ts'
import { OTHER_DOMAINS, RECEIVER_COUNTS } from '../receiver-schema.ts'

// Statements that store results also note their subscribers in `delivery_result`, one row per statement. This adds them to the hours of
// receiving domains and deletes the rows in one statement, so each result counts once (decision 0032).

/** Maximum rows of `delivery_result` per statement. A row has up to a few hundred subscribers. */
const MAX_ROWS = 100
/** Maximum receivers with their own row per hour, those with the most messages first. The rest is added to `OTHER_DOMAINS`. */
const MAX_RECEIVERS = 100

const KINDS = RECEIVER_COUNTS.filter((name) => name !== 'attempts')

const ADD = `
  with first as (
    select id from delivery_result order by id limit $1 for update skip locked
  ), taken as (
    delete from delivery_result r using first where r.id = first.id returning r.*
  ), results as (
    select t.account_id, date_trunc('hour', t.at, 'UTC') as hour, t.is_report, r.kind, r.subscriber_id
    from taken t cross join lateral (
      ${KINDS.map((kind) => `select '${kind}' as kind, unnest(t.${kind}) as subscriber_id`).join(' union all ')}
    ) r
  ), named as (
    select r.hour, r.kind, r.is_report, split_part(s.email_address, '@', 2) as domain
    from results r join subscriber s on s.account_id = r.account_id and s.id = r.subscriber_id
  ), sums as (
    select hour, coalesce($2::jsonb ->> domain, domain) as receiver, count(*) filter (where not is_report) as attempts,
      ${KINDS.map((kind) => `count(*) filter (where kind = '${kind}') as ${kind}`).join(', ')}
    from named group by 1, 2
  ), known as (
    select s.*, exists (select from receiver_hour r where r.hour = s.hour and r.receiver = s.receiver) as is_known from sums s
  ), ranked as (
    select k.*, row_number() over (partition by hour, is_known order by attempts desc, receiver)
      + (select count(*) from receiver_hour r where r.hour = k.hour) as place
    from known k
  ), added as (
    insert into receiver_hour as h (hour, receiver, ${RECEIVER_COUNTS.join(', ')})
    select hour, case when is_known or place <= $3 then receiver else '${OTHER_DOMAINS}' end,
      ${RECEIVER_COUNTS.map((name) => `sum(${name})::int`).join(', ')}
    from ranked group by 1, 2 order by 1, 2
    on conflict (hour, receiver) do update set ${RECEIVER_COUNTS.map((name) => `${name} = h.${name} + excluded.${name}`).join(', ')}
  )
  select count(*)::int as taken from taken`

/** Adds noted results to the hours of receiving domains. Returns whether the queue is now empty. */
export async function addResults(): Promise<{ is_last: boolean }> {
  const { rows } = await systemPool().query<{ taken: number }>(ADD, [MAX_ROWS, RECEIVER_OF_DOMAIN, MAX_RECEIVERS])
  return { is_last: (rows[0]?.taken ?? 0) < MAX_ROWS }
}

export const EXPIRED_RECEIVERS: readonly Expired[] = [{ table: 'receiver_hour', where: 'hour < $1', kept_days: 100 }]
