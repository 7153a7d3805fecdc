import { domainToASCII } from 'node:url'
import { type Ctx, systemCtx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import type { SortKey } from '../../../core/page/sql.ts'
import { isoSql } from '../../../core/wire.ts'
import type {
  AttemptsQuery,
  ByEndpoint,
  EndpointAttempt,
  EndpointDetail,
  EndpointRow,
  EndpointsQuery,
} from '../webhooks-schema.ts'

const HOUR_MS = 3_600_000
const RANGE_MS = { day: 24 * HOUR_MS, week: 168 * HOUR_MS }
/** Maximum number of an endpoint's waiting deliveries that are counted. */
const MAX_WAITING = 1_000
/** Maximum number of deliveries whose status codes are counted. */
const MAX_CODES = 1_000

// Paths, queries and credentials of webhook URLs may be secret, so only the host is selected.
const HOST = `regexp_replace(substring(url from '^[a-z]+://([^/?#]*)'), '^.*@', '')`

const ENDPOINTS = `(
  select account_id, false as legacy, id, name, ${HOST} as host, app_id, status, disabled_by, disabled_reason, failing_since from webhook_endpoint
  union all
  select account_id, true, id, 'Legacy webhook ' || id, ${HOST.replaceAll('url', 'target_url')}, app_id, 'active', null, null, null from legacy_webhook
)`

/** Endpoints that need attention: with failures in the range, with waiting deliveries, or disabled by failures or the instance. */
const CANDIDATES = `(
  select account_id, legacy, hook_id from webhook_hour where failures > 0 and hour >= $2
  union select account_id, legacy, hook_id from webhook_retry
  union select account_id, legacy, hook_id from webhook_queue where due_at is not null or lease_owner is not null
  union select account_id, false, id from webhook_endpoint where failing_since is not null or disabled_by in ('failures', 'instance')
)`

const KEY = '(e.account_id, e.legacy, e.id)'

const waitingOf = (status: 'pending' | 'retrying') =>
  `(select count(*) from (select from webhook_delivery d where d.account_id = e.account_id and d.legacy = e.legacy and d.hook_id = e.id
     and d.status = '${status}' limit ${MAX_WAITING}) w)`

/** SQL of endpoints with their counts. `where` reduces the endpoints before anything is counted. */
const countedSql = (where: string) => `(
  select e.*, a.name as account_name, h.attempts, h.failures,
    coalesce(h.failures::float8 / nullif(h.attempts, 0), 0) as rate, (${waitingOf('pending')} + ${waitingOf('retrying')})::int as waiting,
    coalesce(e.failing_since, 'infinity') as failing_from, e.account_id * 4294967296 + e.id::bigint * 2 + e.legacy::int as place
  from ${ENDPOINTS} e join account a on a.id = e.account_id
    cross join lateral (
      select coalesce(sum(attempts), 0)::int as attempts, coalesce(sum(failures), 0)::int as failures from webhook_hour t
      where t.account_id = e.account_id and t.legacy = e.legacy and t.hook_id = e.id and t.hour >= $2
    ) h
  where ${where}
) t`

const VIEW = `t.account_id || '-' || t.legacy::int || '-' || t.id as key, t.account_id, t.account_name, (
    select u.email from membership m join users u on u.id = m.user_id
    where m.account_id = t.account_id and m.role = 'owner' order by m.created_at, u.id limit 1
  ) as owner, t.legacy, t.id, t.name, t.host, (select p.name from app p where p.id = t.app_id) as app, t.status, t.disabled_by,
  t.disabled_reason, ${isoSql('t.failing_since')} as failing_since, t.attempts, t.failures, t.waiting, l.last_status, l.last_error,
  ${isoSql('l.last_failed_at')} as last_failed_at
  from (select) one left join lateral (
    select a.response_status as last_status, a.error as last_error, a.attempted_at as last_failed_at
    from (
      (select id from webhook_delivery d where d.account_id = t.account_id and d.legacy = t.legacy and d.hook_id = t.id
         and d.status = 'failed' order by id desc limit 1)
      union all
      (select id from webhook_delivery d where d.account_id = t.account_id and d.legacy = t.legacy and d.hook_id = t.id
         and d.status = 'retrying' order by id desc limit 1)
    ) d join webhook_attempt a on a.account_id = t.account_id and a.delivery_id = d.id order by a.attempted_at desc limit 1
  ) l on true`

const LAST = { expr: 't.place', type: 'bigint', dir: 'desc' } as const satisfies SortKey
const ORDERS: Record<EndpointsQuery['sort'], [SortKey, ...SortKey[]]> = {
  failures: [{ expr: 't.failures', type: 'integer', dir: 'desc' }, LAST],
  rate: [{ expr: 't.rate', type: 'double precision', dir: 'desc' }, LAST],
  backlog: [{ expr: 't.waiting', type: 'integer', dir: 'desc' }, LAST],
  longest: [{ expr: 't.failing_from', type: 'timestamptz', dir: 'asc' }, LAST],
}

const STATES = {
  failing: `e.failing_since is not null and e.status = 'active'`,
  disabled: `e.status = 'disabled'`,
  forbidden: `e.disabled_by = 'instance'`,
}

/** Lists endpoints of all accounts, worst first. Without a search or state, only endpoints that need attention. */
export function listEndpoints(
  ctx: Ctx,
  { range, sort, state, search, ...paging }: EndpointsQuery & PageQuery,
): Promise<Page<EndpointRow>> {
  const conditions: string[] = []
  const values: unknown[] = [sinceOf(ctx, range)]
  if (state) conditions.push(STATES[state])
  if (search) {
    values.push(search.toLowerCase(), domainToASCII(search) || search.toLowerCase())
    conditions.push(
      `(position($3 in lower(e.host)) > 0 or position($4 in lower(e.host)) > 0 or position($3 in lower(a.name)) > 0 or e.account_id::text = $3)`,
    )
  }
  if (conditions.length === 0) conditions.push(`${KEY} in ${CANDIDATES}`)
  return keysetPage<EndpointRow>(ctx.sql, paging, {
    name: `admin-endpoints-${sort}`,
    view: VIEW,
    from: countedSql(conditions.join(' and ')),
    where: ['$1::int is not null'],
    values,
    order: ORDERS[sort],
  })
}

/** Returns one endpoint with its attempts of 7 days by hour, and the latest status codes. Throws not_found. */
export async function getEndpoint(ctx: Ctx, { account_id, legacy, id }: ByEndpoint): Promise<EndpointDetail> {
  const account_ctx = { ...systemCtx(account_id), now: ctx.now }
  const start = sinceOf(ctx, 'week')
  const endpoint = await account_ctx.sql.one<EndpointRow>(
    `select ${VIEW.replace('from (select) one', `from ${countedSql('e.account_id = $1 and e.legacy = $3 and e.id = $4')}`)}`,
    [start, legacy, id],
  )
  if (!endpoint) throw notFound()
  const events = legacy
    ? []
    : await account_ctx.sql.rows<{ event: string }>(
        'select unnest(events) as event from webhook_endpoint where account_id = $1 and id = $2 order by 1',
        [id],
      )
  const hours = await account_ctx.sql.rows<EndpointDetail['hours'][number]>(
    `select ${isoSql('hour')} as hour, attempts, failures from webhook_hour
     where account_id = $1 and legacy = $3 and hook_id = $4 and hour >= $2 order by hour`,
    [start, legacy, id],
  )
  const codes = await account_ctx.sql.rows<EndpointDetail['codes'][number]>(
    `select a.response_status as status, count(*)::int as count
     from (select id from webhook_delivery where account_id = $1 and legacy = $2 and hook_id = $3 order by id desc limit ${MAX_CODES}) d
       join webhook_attempt a on a.account_id = $1 and a.delivery_id = d.id and a.attempted_at >= $4
     group by 1 order by 2 desc, 1`,
    [legacy, id, start],
  )
  return { endpoint, events: events.map(({ event }) => event), hours, codes }
}

/** Lists an endpoint's deliveries with the response to the last attempt, newest first, without bodies. */
export function listEndpointAttempts(
  _ctx: Ctx,
  { account_id, legacy, id, ...paging }: AttemptsQuery & PageQuery,
): Promise<Page<EndpointAttempt>> {
  return keysetPage<EndpointAttempt>(systemCtx(account_id).sql, paging, {
    name: 'admin-endpoint-attempts',
    view: `t.id::float8 as id, t.event_type, t.event_count, t.status::text as status, t.attempt_count,
        ${isoSql('t.created_at')} as created_at, ${isoSql('a.attempted_at')} as attempted_at, a.response_status, a.error, a.duration_ms
        from (select) one left join lateral (
          select attempted_at, response_status, error, duration_ms from webhook_attempt x
          where x.account_id = t.account_id and x.delivery_id = t.id order by x.number desc limit 1
        ) a on true`,
    from: 'webhook_delivery t',
    where: ['t.account_id = $1', 't.legacy = $2', 't.hook_id = $3'],
    values: [legacy, id],
    order: [{ expr: 't.id', type: 'bigint', dir: 'desc' }],
  })
}

const sinceOf = (ctx: Ctx, range: EndpointsQuery['range']) =>
  new Date(Math.floor(+ctx.now() / HOUR_MS) * HOUR_MS + HOUR_MS - RANGE_MS[range])
