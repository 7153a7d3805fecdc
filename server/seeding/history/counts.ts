import { env } from '../../env.ts'
import { configuredTransports } from '../../mail/settings.ts'
import { LIMITS } from '../../modules/delivery/reputation/limits.ts'
import { RECEIVER_OF_DOMAIN } from '../../modules/transports/limits/receivers.ts'

// Counts that processes and jobs record on a running instance, derived from the rows on administrators' pages, so the overview and the
// pages have the same numbers.

/** Number of days for which figures are kept. */
const DAYS = 40

const bucket = (at: string) => `date_bin('10 minutes', ${at}, '2000-01-01Z')`
const ADD_FIGURES = 'on conflict (name, at) do update set value = f.value + excluded.value'

/** Runs a statement with the accounts as an `int[]` expression for `$1`, and now as `$2`. */
type Run = (statement: (accounts: string) => string) => Promise<unknown>

/** Adds the counts of messages, API requests and webhooks of these accounts. Call it once per account. */
export async function addCounts(run: Run): Promise<void> {
  for (const statement of [messages, receivers, transports, reputations, guards, webhookHours, webhooks, apiRequests])
    await run(statement)
}

const daysAgoSql = (days: number) => `$2::timestamptz - interval '${days} days'`

const messages = (accounts: string) => `
  insert into instance_figure as f (name, at, value)
  select v.name, ${bucket('v.at')}, count(*)
  from delivery d join mail m on m.account_id = d.account_id and m.id = d.mail_id
    cross join lateral (values ('messages_sent', d.sent_at), ('messages_bounced', d.bounced_at), ('messages_complained', d.complained_at),
      ('messages_failed', case when d.state = 'failed' then coalesce(m.completed_at, m.enqueued_at) end)) v(name, at)
  where d.account_id = any (${accounts}) and v.at > ${daysAgoSql(DAYS)} group by 1, 2
  ${ADD_FIGURES}`

const receivers = (accounts: string) => `
  insert into receiver_hour as r (hour, receiver, attempts, accepted, refused, hard_bounced, soft_bounced, complained, deferred, unconfirmed)
  select date_trunc('hour', coalesce(d.sent_at, m.completed_at, m.enqueued_at), 'UTC'),
    coalesce('${RECEIVER_OF_DOMAIN}'::jsonb ->> t.domain, t.domain), sum(d.attempts), count(d.sent_at),
    count(*) filter (where d.state = 'failed'), count(*) filter (where d.bounce_type = 'hard'), count(*) filter (where d.bounce_type = 'soft'),
    count(d.complained_at), sum(d.attempts - 1), 0
  from delivery d join mail m on m.account_id = d.account_id and m.id = d.mail_id
    join subscriber s on s.account_id = d.account_id and s.id = d.subscriber_id
    cross join lateral (select split_part(s.email_address, '@', 2) as domain) t
  where d.account_id = any (${accounts}) and coalesce(d.sent_at, m.completed_at, m.enqueued_at) > ${daysAgoSql(100)} group by 1, 2
  on conflict (hour, receiver) do update set attempts = r.attempts + excluded.attempts, accepted = r.accepted + excluded.accepted,
    refused = r.refused + excluded.refused, hard_bounced = r.hard_bounced + excluded.hard_bounced,
    soft_bounced = r.soft_bounced + excluded.soft_bounced, complained = r.complained + excluded.complained,
    deferred = r.deferred + excluded.deferred`

/** SQL that assigns every message to one of the configured transports. Does nothing without any. */
function transports(accounts: string): string {
  const names = configuredTransports(env()).map(({ name }) => `'${name.replaceAll("'", "''")}'`)
  return `
  insert into transport_hour as h (transport, hour, accepted, refused, deferred)
  select n.names[1 + (d.id % cardinality(n.names))::int], date_trunc('hour', coalesce(d.sent_at, m.completed_at, m.enqueued_at), 'UTC'),
    count(d.sent_at), count(*) filter (where d.state = 'failed'), sum(d.attempts - 1)
  from (select array[${names.join()}]::text[] as names) n
    join delivery d on d.account_id = any (${accounts}) and cardinality(n.names) > 0
    join mail m on m.account_id = d.account_id and m.id = d.mail_id
  where coalesce(d.sent_at, m.completed_at, m.enqueued_at) > ${daysAgoSql(90)} group by 1, 2
  on conflict (transport, hour) do update set accepted = h.accepted + excluded.accepted, refused = h.refused + excluded.refused,
    deferred = h.deferred + excluded.deferred`
}

/** Counts in the guard's window, and in the windows that an overview compares with it. A running instance may have counted some already. */
const reputations = (accounts: string) => `
  insert into reputation_count (account_id, domain, day, sent, hard_bounced, complained)
  select d.account_id, split_part(m.snapshot -> 'sender' ->> 'address', '@', 2), (d.sent_at at time zone 'UTC')::date,
    count(*), count(*) filter (where d.bounce_type = 'hard'), count(d.complained_at)
  from delivery d join mail m on m.account_id = d.account_id and m.id = d.mail_id
  where d.account_id = any (${accounts}) and d.sent_at > ${daysAgoSql(10)}
  group by 1, 2, 3
  on conflict (account_id, domain, day) do update set sent = excluded.sent, hard_bounced = excluded.hard_bounced,
    complained = excluded.complained`

/** Decides about bounces like the job, without sending its emails. */
const guards = (accounts: string) => `
  insert into sending_guard (account_id, domain, state, cause, sent, hard_bounced, complained, since)
  select account_id, domain, case when hard_bounced * 1000 >= ${LIMITS.bounces.pause} * greatest(sent, ${LIMITS.bounces.least})
    then 'paused' else 'warned' end, 'bounces', sent, hard_bounced, complained, $2::timestamptz - interval '1 hour'
  from (select account_id, domain, sum(sent)::int as sent, sum(hard_bounced)::int as hard_bounced, sum(complained)::int as complained
    from reputation_count where account_id = any (${accounts}) and day > ($2::timestamptz at time zone 'UTC')::date - 7 group by 1, 2) c
  where hard_bounced * 1000 >= ${LIMITS.bounces.warn} * greatest(sent, ${LIMITS.bounces.least})
  on conflict do nothing`

const ATTEMPTS = (accounts: string) => `webhook_attempt a
    join webhook_delivery d on d.account_id = a.account_id and d.id = a.delivery_id
  where a.account_id = any (${accounts}) and a.attempted_at between ${daysAgoSql(30)} and $2::timestamptz`
const FAILED = 'coalesce(a.response_status not between 200 and 299, true)'

const webhookHours = (accounts: string) => `
  insert into webhook_hour (account_id, legacy, hook_id, hour, attempts, failures)
  select d.account_id, d.legacy, d.hook_id, date_trunc('hour', a.attempted_at, 'UTC'), count(*), count(*) filter (where ${FAILED})
  from ${ATTEMPTS(accounts)} group by 1, 2, 3, 4
  on conflict do nothing`

const webhooks = (accounts: string) => `
  insert into instance_figure as f (name, at, value)
  select v.name, ${bucket('a.attempted_at')}, sum(v.n)
  from (select a.attempted_at, ${FAILED} as failed from ${ATTEMPTS(accounts)}) a
    cross join lateral (values ('webhook_attempts', 1), ('webhook_failures', failed::int)) v(name, n)
  where v.n > 0 group by 1, 2
  ${ADD_FIGURES}`

/**
 * Spreads the requests of each day over its buckets, and today's over the buckets that have begun, more by day than by night. Rounds sums
 * instead of buckets, so each day's total is exact.
 */
const apiRequests = (accounts: string) => `
  insert into instance_figure as f (name, at, value)
  select name, at, round(total * share)::bigint - coalesce(lag(round(total * share)::bigint) over (partition by name, day order by at), 0)
  from (
    select d.name, d.day, d.total, b.at, sum(w.weight) over same_day / sum(w.weight) over (partition by d.name, d.day) as share
    from (
      select v.name, day, sum(v.n)::float8 as total
      from api_day cross join lateral (values ('api_requests', requests), ('api_refused', refused), ('api_faults', faults)) v(name, n)
      where account_id = any (${accounts}) group by 1, 2
    ) d cross join lateral (
      select at from generate_series(d.day::timestamp at time zone 'UTC', least($2::timestamptz, (d.day + 1)::timestamp at time zone 'UTC'
        - interval '10 minutes'), interval '10 minutes') b(at)
    ) b cross join lateral (
      select 1.4 - cos(extract(epoch from b.at)::float8 / 43200 * pi()) + (hashint8(extract(epoch from b.at)::bigint) & 31) / 60.0 as weight
    ) w
    window same_day as (partition by d.name, d.day order by b.at)
  ) spread
  ${ADD_FIGURES}`

/** Past samples that lead to the current ones: daily for a month, hourly for two days. `$1` is the time. Keeps existing samples. */
export const PAST_SAMPLES = `
  insert into instance_figure (name, at, value)
  select v.name, t.at, v.value::bigint
  from (
    select ${bucket('$1::timestamptz')} - n * interval '1 day' as at from generate_series(2, 30) n
    union select ${bucket('$1::timestamptz')} - n * interval '1 hour' from generate_series(1, 47) n
  ) t cross join lateral (
    select count(*) as accounts, count(*) filter (where created_at > t.at - interval '30 days') as new_accounts
    from account where created_at <= t.at
  ) a cross join lateral (
    select count(distinct account_id) as senders from reputation_count
    where day between (t.at at time zone 'UTC')::date - 6 and (t.at at time zone 'UTC')::date and sent > 0
  ) r cross join lateral (values
    ('accounts', a.accounts), ('new_accounts', a.new_accounts), ('active_senders', r.senders), ('webhook_backlog', 0),
    ('queue_depth', hashint8(extract(epoch from t.at)::bigint) & 3), ('queue_wait_seconds', 0),
    ('database_bytes', pg_database_size(current_database()) * (1 - 0.4 * extract(epoch from $1::timestamptz - t.at) / 2592000))
  ) v(name, value)
  on conflict do nothing`
