import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { escapeLike } from '../../db/statements/like.ts'
import { searchedText } from '../../lib/text/email-address.ts'
import { definitionSql, segmentSql } from '../segments/service.ts'
import { searchConditions } from '../subscribers/list/search.ts'
import type { Bind } from '../subscribers/view.ts'
import type { BulkSelection } from './schema.ts'

/** Returns the conditions under which `subscriber t` is in the selection. Throws invalid for an unknown segment. */
export async function selectionSql(ctx: Ctx, selection: BulkSelection, bind: Bind): Promise<string[]> {
  if (selection.kind === 'chosen') return [`t.id = any (${bind(selection.subscriber_ids)}::bigint[])`]
  return [...searchConditions(selection, bind), ...(await conditions(ctx, selection, bind))]
}

/**
 * Returns a query of the next IDs that can be in the selection, and the condition for the subscribers of this page. The page is a range of
 * IDs, so each subscriber is read only once, even if the action removes them from the selection.
 */
export async function pageOfSelection(
  ctx: Ctx,
  selection: BulkSelection,
  { after, until, limit, bind }: { after: number; until: number; limit: number; bind: Bind },
): Promise<{ page: string; conditions: string[] }> {
  const range = (id: string) => `${id} > ${bind(after)}::bigint and ${id} <= ${bind(until)}::bigint`
  const end = (id: string) => `order by ${id} limit ${limit}`
  if (selection.kind === 'chosen') {
    const ids = bind(selection.subscriber_ids)
    return {
      page: `select distinct u.id from unnest(${ids}::bigint[]) as u(id) where $1::int is not null and ${range('u.id')} ${end('u.id')}`,
      conditions: [],
    }
  }
  const { search, tag_id } = selection
  const page = tag_id
    ? `select g.subscriber_id as id from tagging g where g.account_id = $1 and g.tag_id = ${bind(tag_id)}
       and ${range('g.subscriber_id')} ${end('g.subscriber_id')}`
    : `select s.id from subscriber s where s.account_id = $1 and ${range('s.id')} ${end('s.id')}`
  const within = (id: string) => `${id} in (select id from page)`
  return {
    page,
    conditions: [
      // Compares the text of the search index (subscribers/list/search.ts), because scanning a page is faster than searching the index.
      ...(search
        ? [
            `(t.email_address || ' ' || coalesce(t.first_name, '')) ilike ${bind(`%${escapeLike(searchedText(search))}%`)}`,
          ]
        : []),
      ...(await conditions(ctx, selection, bind, within)),
    ],
  }
}

type Query = Extract<BulkSelection, { kind: 'query' }>

/** Returns the conditions other than the list's search and tag. */
async function conditions(
  ctx: Ctx,
  { status, segment_id, filter }: Query,
  bind: Bind,
  within?: (id: string) => string,
): Promise<string[]> {
  return [
    ...(status === 'all' ? [] : [`t.state = ${bind(status)}::subscriber_state`]),
    ...(segment_id ? [`t.id in ${await segmentSql(ctx, { id: segment_id, bind, ...(within && { within }) })}`] : []),
    ...(filter ? [`t.id in ${definitionSql(ctx, { definition: filter, bind, ...(within && { within }) })}`] : []),
  ]
}

/** Throws invalid if the selection's tag or segment does not exist. */
export async function checkSelection(ctx: Ctx, selection: BulkSelection): Promise<void> {
  if (selection.kind === 'chosen') return
  const { tag_id, segment_id } = selection
  if (tag_id && (await ctx.db.tag.count({ where: { id: tag_id } })) === 0) throw invalid('This tag no longer exists')
  if (segment_id && (await ctx.db.segment.count({ where: { id: segment_id } })) === 0)
    throw invalid('This segment no longer exists')
}
