import { type Ctx, systemPool } from '../../../core/context.ts'
import { iso, isoSql } from '../../../core/wire.ts'
import type { CallsQuery, WebhookBacklog, WebhooksOverview } from '../webhooks-schema.ts'

const MINUTE_MS = 60_000
/** Counting stops here, because a larger number tells administrators nothing new. */
const MAX_COUNTED = 100_000

/** Length of each range, and of a point of its chart. */
const RANGES = {
  day: { ms: 1_440 * MINUTE_MS, point_ms: 10 * MINUTE_MS },
  week: { ms: 10_080 * MINUTE_MS, point_ms: 60 * MINUTE_MS },
}

// Ids grow with time, so the counting index also finds the oldest.
const waitingSql = (status: 'pending' | 'retrying') => `
  (select count(*)::int as count, min(array[id, account_id]) as oldest from (
     select id, account_id from webhook_delivery where status = '${status}' limit ${MAX_COUNTED}) d)`

const BACKLOG = `
  select e.events, ${isoSql('e.oldest')} as oldest_event_at, p.count as pending, ${isoSql(createdOf('p'))} as oldest_pending_at,
    r.count as retrying, ${isoSql(createdOf('r'))} as oldest_retrying_at
  from (select coalesce(sum(cardinality(sizes)), 0)::int as events, min(leaves_at) as oldest
    from (select sizes, leaves_at from webhook_outbox order by id limit ${MAX_COUNTED}) o) e,
    ${waitingSql('pending')} p, ${waitingSql('retrying')} r`

function createdOf(of: string): string {
  return `(select d.created_at from webhook_delivery d where d.account_id = ${of}.oldest[2]::int and d.id = ${of}.oldest[1])`
}

/** Returns the backlog of all accounts, and attempts and failures over time. */
export async function readWebhooks(ctx: Ctx, { range }: CallsQuery): Promise<WebhooksOverview> {
  const { rows: backlogs } = await systemPool().query<WebhookBacklog>(BACKLOG)
  const { ms, point_ms } = RANGES[range]
  const end = new Date(Math.floor(+ctx.now() / point_ms) * point_ms + point_ms)
  const from = new Date(+end - ms)
  const { rows } = await systemPool().query<{ name: string; at: Date; value: number }>(
    `select name, date_bin($3 * interval '1 ms', at, $1) as at,
       (case when name = 'webhook_backlog' then max(value) else sum(value) end)::float8 as value
     from instance_figure
     where name in ('webhook_attempts', 'webhook_failures', 'webhook_backlog') and at >= $1 and at < $2 group by 1, 2`,
    [from, end, point_ms],
  )
  const values = new Map(rows.map(({ name, at, value }) => [`${name} ${+at}`, value]))
  const points = Array.from({ length: ms / point_ms }, (_, index) => {
    const at = +from + index * point_ms
    const figureOf = (name: string) => values.get(`webhook_${name} ${at}`)
    return {
      at: iso(new Date(at)),
      attempts: figureOf('attempts') ?? 0,
      failures: figureOf('failures') ?? 0,
      backlog: figureOf('backlog') ?? null,
    }
  })
  const sum = (name: 'attempts' | 'failures') => points.reduce((total, point) => total + point[name], 0)
  const [backlog] = backlogs
  if (!backlog) throw new Error('The backlog is one row')
  return { backlog, points, attempts: sum('attempts'), failures: sum('failures') }
}
