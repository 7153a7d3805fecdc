import type { Ctx } from '../../../core/context.ts'
import type { ColumnTarget } from '../schema.ts'

/** Custom fields by the id that a column names. A field that the import will create has no slot yet. */
export type FieldLabels = ReadonlyMap<number, { slot?: string; label: string }>

/**
 * Returns the columns as they would be when the import starts. In `existing`, a new field with the label of an existing field is that
 * field. In `columns`, the other new fields have temporary ids below zero.
 */
export async function resolveColumns(
  ctx: Ctx,
  columns: readonly ColumnTarget[],
): Promise<{ columns: ColumnTarget[]; existing: ColumnTarget[]; fields: FieldLabels }> {
  const rows = await ctx.sql.rows<{ id: number; slot: string; label: string; label_folded: string }>(
    'select id, slot, label, label_folded from custom_field where account_id = $1',
  )
  const by_label = new Map(rows.map(({ id, label_folded }) => [label_folded, id]))
  const fields = new Map<number, { slot?: string; label: string }>(rows.map((field) => [field.id, field]))
  const existing = columns.map((column): ColumnTarget => {
    const custom_field_id = column.target === 'new_field' && by_label.get(column.label.toLowerCase())
    return custom_field_id ? { target: 'field', custom_field_id } : column
  })
  const resolved = existing.map((column, at): ColumnTarget => {
    if (column.target !== 'new_field') return column
    fields.set(-1 - at, { label: column.label })
    return { target: 'field', custom_field_id: -1 - at }
  })
  return { columns: resolved, existing, fields }
}
