import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import type { BulkFailure, BulkFailureFilter, BulkRequest, BulkRequestFilter } from './schema.ts'

const PER_PAGE = 20
const FAILURES_PER_PAGE = 50

/** Lists bulk requests, newest first, 20 per page. */
export async function listBulkRequests(
  ctx: Ctx,
  { after }: BulkRequestFilter,
): Promise<{ requests: BulkRequest[]; next: number | null }> {
  const rows = await ctx.sql.rows<Row>(
    `${VIEW} where r.account_id = $1 and r.id < $2 order by r.id desc limit ${PER_PAGE + 1}`,
    [after ?? 2_147_483_647],
  )
  const requests = rows.slice(0, PER_PAGE).map(viewOf)
  return { requests, next: rows.length > PER_PAGE ? (requests.at(-1)?.id ?? null) : null }
}

/** Lists bulk requests for programs, newest first. */
export async function listRequestPages(
  ctx: Ctx,
  paging: PageQuery,
): Promise<{ rows: BulkRequest[]; pagination: Page<unknown>['pagination'] }> {
  const page = await keysetPage<Row>(ctx.sql, paging, {
    name: 'bulk_requests',
    view: `${COLUMNS} from (select t.*) r left join app a on a.id = r.app_id`,
    from: 'bulk_request t',
    where: ['t.account_id = $1'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
  return { rows: page.rows().map(viewOf), pagination: page.pagination }
}

export async function getBulkRequest(ctx: Ctx, { id }: { id: number }): Promise<BulkRequest> {
  const row = await ctx.sql.one<Row>(`${VIEW} where r.account_id = $1 and r.id = $2`, [id])
  if (!row) throw notFound()
  return viewOf(row)
}

/** Lists failures in item order, 50 per page. Only the first thousand failures of a request are stored. */
export async function listBulkFailures(
  ctx: Ctx,
  { id, cursor }: BulkFailureFilter,
): Promise<{ failures: BulkFailure[]; next: number | null }> {
  const rows = await ctx.sql.rows<BulkFailure>(
    `select number, item, errors from bulk_failure
     where account_id = $1 and bulk_request_id = $2 and number > $3 order by number limit ${FAILURES_PER_PAGE + 1}`,
    [id, cursor ?? 0],
  )
  if (rows.length === 0) await getBulkRequest(ctx, { id })
  const failures = rows.slice(0, FAILURES_PER_PAGE)
  return { failures, next: rows.length > FAILURES_PER_PAGE ? (failures.at(-1)?.number ?? null) : null }
}

interface Row extends Omit<BulkRequest, 'callback'> {
  callback_url: string | null
  callback_state: 'waiting' | 'delivered' | 'dropped' | null
  callback_attempts: number
  callback_result: string | null
  callback_at: string | null
}

const COLUMNS = `r.id, coalesce(a.name, 'Deleted app') as app_name, r.operation, r.state::text as state, r.item_count,
    r.done_count, r.failure_count - r.untried_count as failed_count, r.untried_count, r.error, r.callback_url,
    r.callback_state, r.callback_attempts, r.callback_result, ${isoSql('r.callback_at')} as callback_at,
    ${isoSql('r.created_at')} as created_at, ${isoSql('r.started_at')} as started_at, ${isoSql('r.completed_at')} as completed_at
`
const VIEW = `select ${COLUMNS} from bulk_request r left join app a on a.id = r.app_id`

/** Shows only the host of the callback URL, because the rest can contain the app's secrets. */
function viewOf({ callback_url, callback_state, ...row }: Row): BulkRequest {
  const { callback_attempts: attempts, callback_result: result, callback_at: next_at, ...request } = row
  const callback: BulkRequest['callback'] = callback_url
    ? { host: new URL(callback_url).host, state: callback_state ?? 'pending', attempts, result, next_at }
    : null
  return { ...request, callback }
}
