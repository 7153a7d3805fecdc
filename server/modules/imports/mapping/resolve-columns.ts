import type { Ctx } from '../../../core/context.ts'
import type { FieldFormat } from '../../custom-fields/field-types-schema.ts'
import type { ColumnTarget } from '../schema.ts'

/** Custom fields by the id in a column. A field that the import will create has a format but no slot yet. */
export type FieldLabels = ReadonlyMap<number, KnownField>

interface KnownField {
  slot?: string
  label: string
  new_format?: FieldFormat
}

/**
 * Returns the columns as of the start of the import. In `existing`, a new field with the label of an existing field is that field. In
 * `columns`, other new fields have temporary negative ids.
 */
export async function resolveColumns(
  ctx: Ctx,
  columns: readonly ColumnTarget[],
): Promise<{ columns: ColumnTarget[]; existing: ColumnTarget[]; fields: FieldLabels }> {
  const rows = await ctx.sql.rows<{ id: number; slot: string; label: string; label_folded: string }>(
    'select id, slot, label, label_folded from custom_field where account_id = $1',
  )
  const by_label = new Map(rows.map(({ id, label_folded }) => [label_folded, id]))
  const fields = new Map<number, KnownField>(rows.map((field) => [field.id, field]))
  const existing = columns.map((column): ColumnTarget => {
    const custom_field_id = column.target === 'new_field' && by_label.get(column.label.toLowerCase())
    return custom_field_id ? { target: 'field', custom_field_id, ...orderOf(column) } : column
  })
  const resolved = existing.map((column, at): ColumnTarget => {
    if (column.target !== 'new_field') return column
    const { label, type = 'text', choices = [] } = column
    fields.set(-1 - at, { label, new_format: { type, choices } })
    return { target: 'field', custom_field_id: -1 - at, ...orderOf(column) }
  })
  return { columns: resolved, existing, fields }
}

const orderOf = (column: ColumnTarget) =>
  'date_order' in column && column.date_order ? { date_order: column.date_order } : {}
