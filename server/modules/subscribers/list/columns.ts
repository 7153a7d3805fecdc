import type { Ctx } from '../../../core/context.ts'
import { isoSql } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import { type Column, Columns, DEFAULT_COLUMNS, type FieldColumn, type ListSort } from '../columns-schema.ts'
import { sortFieldId } from '../values-schema.ts'
import { type Bind, INCLUDE_SQL, subscriberColumns } from '../view.ts'

/** The field that a list is sorted by, with the key in `fields` with its values. */
export interface SortField extends Pick<FieldColumn, 'id' | 'label' | 'type' | 'choices'> {
  slot: string
}

/**
 * Returns the current user's columns in this account with the labels of their fields, and the sort field if there is one. Deleted fields
 * are omitted.
 */
export async function getColumns(
  { actor, sql }: Ctx,
  { sort }: { sort?: ListSort } = {},
): Promise<{ chosen: Columns; fields: FieldColumn[]; sort_field: SortField | undefined }> {
  const field = `'id', f.id, 'label', f.label, 'type', f.type, 'choices', f.choices`
  const row = await sql.one<{ chosen: unknown; fields: FieldColumn[]; sort_field: SortField | null }>(
    `select c.chosen, (
       select coalesce(json_agg(json_build_object(${field}) order by f.id), '[]') from custom_field f
       where f.account_id = $1 and c.chosen -> 'field_ids' @> to_jsonb(f.id)) as fields, (
       select json_build_object(${field}, 'slot', f.slot) from custom_field f
       where f.account_id = $1 and f.id = $3) as sort_field
     from (select $2::int as user_id) u
     left join subscriber_columns c on c.account_id = $1 and c.user_id = u.user_id`,
    [actor.kind === 'user' ? actor.user_id : null, sortFieldId(sort ?? 'added') ?? null],
  )
  const { columns } = Columns.safeParse(row?.chosen).data ?? DEFAULT_COLUMNS
  const fields = row?.fields ?? []
  return {
    chosen: { columns, field_ids: fields.map(({ id }) => id) },
    fields,
    sort_field: row?.sort_field ?? undefined,
  }
}

/** Stores the current user's columns for this account. */
export async function saveColumns(ctx: Ctx, chosen: Columns): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user') return
  await write(ctx, (tx) =>
    tx.sql.run(
      `insert into subscriber_columns (account_id, user_id, chosen)
       select account_id, user_id, $3::jsonb from membership where account_id = $1 and user_id = $2
       on conflict (account_id, user_id) do update set chosen = excluded.chosen`,
      [actor.user_id, JSON.stringify({ ...chosen, columns: [...new Set(chosen.columns)] })],
    ),
  )
}

/** Returns the view of a list row. These values are read for the page's rows only. */
export function listedColumns({ columns, field_ids }: Columns, bind: Bind): string {
  const shown = new Set(columns)
  return [
    subscriberColumns(undefined),
    ...(shown.has('tags') ? [INCLUDE_SQL.tags] : []),
    ...Object.entries(VALUES).flatMap(([column, sql]) => (shown.has(column as Column) ? [sql] : [])),
    ...(field_ids.length > 0
      ? [
          `(select coalesce(json_object_agg(f.id, t.fields ->> f.slot), '{}') from custom_field f
            where f.account_id = t.account_id and f.id = any (${bind(field_ids)}::int[])) as field_values`,
        ]
      : []),
  ].join(', ')
}

/** Returns SQL of the subscriber's last open, without machines. `id` is an expression. */
export const lastOpenedSql = (id: string): string =>
  `(select max(o.occurred_at) from engagement o
    where o.account_id = $1 and o.subscriber_id = ${id} and o.kind = 'open' and not o.is_machine)`
/** Expression over `subscriber t`. */
export const SOURCE_SQL = `coalesce(t.source_name, case when t.source_mechanism = 'import' then 'import' else t.source_type end)`
export const LOCATION_SQL = `nullif(concat_ws(', ', t.city, t.country), '')`

const VALUES: Partial<Record<Column, string>> = {
  engagement: `(select json_build_object('sent', n.sent, 'opens', n.opens, 'clicks', n.clicks) from subscriber_engagement n
    where n.account_id = t.account_id and n.subscriber_id = t.id) as engagement`,
  last_opened: `${isoSql(lastOpenedSql('t.id'))} as last_opened`,
  source: `${SOURCE_SQL} as source`,
  location: `${LOCATION_SQL} as location`,
}
