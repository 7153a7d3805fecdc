import type { Ctx } from '../../../core/context.ts'
import { keysetPage, type Page, type PageQuery } from '../../../core/page/page.ts'
import type { SortKey } from '../../../core/page/sql.ts'
import { isoSql } from '../../../core/wire.ts'
import { escapeLike } from '../../../db/statements/like.ts'
import { isPublicSql } from '../../sites/service.ts'
import { activeCountSql, readCountedAt } from '../../subscribers/state/active-counts.ts'
import { formUrl } from '../service.ts'
import type { FormRow, FormRowFilter, FormSort } from '../settings-schema.ts'
import { FIGURE_DAYS } from '../values-schema.ts'

/** The account's current day at `$2`. */
const TODAY = '($2::timestamptz at time zone (select time_zone from account where id = $1))::date'

/** Views and sign-ups of the last days, only for matching forms: their index has a form's days together. */
const VISITS = `cross join lateral (
    select coalesce(sum(c.views), 0)::int as views, coalesce(sum(c.sign_ups), 0)::int as sign_ups from form_count c
    where c.account_id = $1 and c.form_id = t.id and c.day > ${TODAY} - ${FIGURE_DAYS} and c.kind = 'total'
  ) v`

/** Reads a row per subscriber in small accounts, so only for the page's forms unless the list is sorted by it. */
const SUBSCRIBERS = activeCountSql('form')

/** Views without the script are not counted, so sign-ups can exceed views. */
const CONVERSION = 'case when v.views > 0 then round(least(v.sign_ups::numeric / v.views, 1), 6) end'

const KEYS: Record<FormSort, Omit<SortKey, 'dir'>[]> = {
  created: [],
  name: [{ expr: 'lower(t.name)', type: 'text' }],
  subscribers: [{ expr: 's.subscriber_count', type: 'integer' }],
  views: [{ expr: 'v.views', type: 'integer' }],
  // A form without views comes after all others when the best is first.
  conversion: [{ expr: `coalesce(${CONVERSION}, -1)`, type: 'numeric' }],
}

/** Lists forms with their figures, for the dashboard. */
export async function listFormRows(
  ctx: Ctx,
  { status, search, sort, sort_order, ...paging }: FormRowFilter & PageQuery,
): Promise<Page<FormRow>> {
  await readCountedAt(ctx)
  const by_id = { expr: 't.id', type: 'integer', dir: sort_order } as const
  const isCounted = sort === 'subscribers'
  const [key] = KEYS[sort].map((one) => ({ ...one, dir: sort_order }))
  return keysetPage<FormRow>(ctx.sql, paging, {
    name: `form rows:${sort}`,
    view: `t.id, t.name, ${isoSql('t.created_at')} as created_at, t.type, t.format, t.uid, $5 || t.uid as embed_url,
        ${isCounted ? 't.subscriber_count' : SUBSCRIBERS} as subscriber_count, t.views, t.conversion, ${isPublicSql('t')} as is_public`,
    view_values: [formUrl('')],
    from: `form t ${VISITS}${isCounted ? ` cross join lateral (select ${SUBSCRIBERS} as subscriber_count) s` : ''}`,
    count_from: 'form t',
    columns: `t.id, t.name, t.created_at, t.type, t.format, t.uid, t.account_id, v.views, (${CONVERSION})::float8 as conversion
        ${isCounted ? ', s.subscriber_count' : ''}`,
    where: [
      't.account_id = $1',
      // The total has no other use of it.
      '$2::timestamptz is not null',
      't.status::text = $3',
      '($4::text is null or t.name ilike $4)',
    ],
    values: [ctx.now(), status, search ? `%${escapeLike(search)}%` : null],
    order: key ? [key, by_id] : [by_id],
  })
}
