import type { Ctx } from '../../../core/context.ts'
import type { Snapshot } from '../../../db/embedded/snapshot.ts'
import { loadDefinitions } from '../../custom-fields/definitions.ts'
import { segmentSql } from '../../segments/service.ts'
import { compileFilter } from '../../subscribers/filter/filter.ts'
import { searchConditions } from '../../subscribers/list/search.ts'
import { binder } from '../../subscribers/view.ts'
import type { SubscriberSelection } from '../schema.ts'
import { type Column, computedText, field, moment, plain, text } from './cells.ts'
import { csvPart, type Part } from './parts.ts'

/** Returns one row per subscriber, oldest first, with state (L2), tags and every custom field. */
export async function subscribersPart(
  snapshot: Snapshot,
  ctx: Ctx,
  { name, selection }: { name: string; selection: SubscriberSelection },
): Promise<Part> {
  const { fields } = await loadDefinitions({ ...ctx, sql: snapshot.sql })
  const picked = await pick(snapshot, ctx, selection)
  return csvPart(snapshot, {
    name,
    columns: [...SUBSCRIBER, ...fields.map(({ label, slot }) => field(label, slot)), ...ORIGIN],
    from: `subscriber t where t.account_id = ${snapshot.account_id} ${
      selection.status === 'all' ? '' : `and t.state = '${selection.status}'`
    } ${picked}`,
    order: 't.id',
  })
}

/** Characters in a tag name that an import would read as list syntax. */
const LIST_SIGNS = `'[,;|"]|^[[{'']'`

const SUBSCRIBER: readonly Column[] = [
  plain('id'),
  text('email_address'),
  text('first_name'),
  plain('state'),
  moment('created_at'),
  moment('canceled_at'),
  computedText(
    'tags',
    // An import takes a quoted name as it is.
    `(select string_agg(case when g.name ~ ${LIST_SIGNS} then '"' || replace(g.name, '"', '""') || '"' else g.name end,
      ', ' order by g.name_folded) from tagging x
      join tag g on g.account_id = x.account_id and g.id = x.tag_id
      where x.account_id = t.account_id and x.subscriber_id = t.id)`,
  ),
]

/** Attribution and location. Imports know these names (OWN_COLUMNS) and create no fields for them. */
const ORIGIN: readonly Column[] = [
  ...['source_type', 'source_name', 'referrer'].map((name) => text(name)),
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].map((name) => text(name)),
  ...['city', 'region', 'country', 'time_zone'].map((name) => text(`location_${name}`, `t.${name}`)),
]

/** Selects ids into a temporary table, because COPY accepts no parameters. */
async function pick(
  snapshot: Snapshot,
  ctx: Ctx,
  { segment_id, filter, subscriber_ids, ...search }: SubscriberSelection,
): Promise<string> {
  const values: unknown[] = []
  const bind = binder(values)
  const where = searchConditions(search, bind)
  if (segment_id) where.push(`t.id in ${await segmentSql(ctx, { id: segment_id, bind })}`)
  if (filter) where.push(`t.id in (with ${compileFilter(ctx, filter, bind)} select id from matched)`)
  if (subscriber_ids) where.push(`t.id = any (${bind(subscriber_ids)}::bigint[])`)
  if (where.length === 0) return ''
  await snapshot.sql.run(
    `create temporary table picked on commit drop as
     select t.id from subscriber t where t.account_id = $1 and ${where.join(' and ')}`,
    values,
  )
  return 'and t.id in (select id from picked)'
}
