import type { Ctx } from '../../../core/context.ts'
import { isoSql } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import { type Column, Columns, DEFAULT_COLUMNS, type FieldColumn } from '../columns-schema.ts'
import { type Bind, INCLUDE_SQL, subscriberColumns } from '../view.ts'

/** The columns that the user who asks has chosen in this account, and the labels of their fields. Deleted fields are left out. */
export async function getColumns(ctx: Ctx): Promise<Columns & { fields: FieldColumn[] }> {
  const { actor } = ctx
  if (actor.kind !== 'user') return { ...DEFAULT_COLUMNS, fields: [] }
  const row = await ctx.sql.one<{ chosen: unknown; fields: FieldColumn[] }>(
    `select c.chosen, (
       select coalesce(json_agg(json_build_object('id', f.id, 'label', f.label, 'type', f.type, 'choices', f.choices) order by f.id), '[]') from custom_field f
       where f.account_id = $1 and c.chosen -> 'field_ids' @> to_jsonb(f.id)) as fields
     from subscriber_columns c where c.account_id = $1 and c.user_id = $2`,
    [actor.user_id],
  )
  const chosen = Columns.safeParse(row?.chosen).data ?? DEFAULT_COLUMNS
  const fields = row?.fields ?? []
  return { columns: chosen.columns, field_ids: fields.map(({ id }) => id), fields }
}

/** Remembers the columns of the user who asks, for this account. */
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

/** The view of a row of the list. Everything here is read for the rows of the page only. */
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

const VALUES: Partial<Record<Column, string>> = {
  engagement: `(select json_build_object('sent', n.sent, 'opens', n.opens, 'clicks', n.clicks) from subscriber_engagement n
    where n.account_id = t.account_id and n.subscriber_id = t.id) as engagement`,
  last_opened: `(select ${isoSql('max(o.occurred_at)')} from engagement o
    where o.account_id = t.account_id and o.subscriber_id = t.id and o.kind = 'open' and not o.is_machine) as last_opened`,
  source: `coalesce(t.source_name, case when t.source_mechanism = 'import' then 'import' else t.source_type end) as source`,
  location: `nullif(concat_ws(', ', t.city, t.country), '') as location`,
}
