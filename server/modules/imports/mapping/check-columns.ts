import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import type { ColumnTarget } from '../schema.ts'

/** Throws invalid without an address, for a target that comes twice, and for a field that does not exist. */
export async function checkColumns(ctx: Ctx, columns: readonly ColumnTarget[]): Promise<void> {
  const names = columns.map(targetName).filter((name) => name !== 'ignore' && name !== 'tags')
  if (!names.includes('email_address')) throw invalid('Choose the column that holds the email addresses')
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw invalid(`Two columns are read as the same thing: ${twice.replace(/^[a-z_]+:/, '')}`)
  const ids = columns.flatMap((column) => (column.target === 'field' ? [column.custom_field_id] : []))
  const known = await ctx.db.customField.count({ where: { id: { in: ids } } })
  if (known !== ids.length) throw invalid('A custom field that a column is read as does not exist any more')
}

function targetName(column: ColumnTarget): string {
  if (column.target === 'field') return `field:${column.custom_field_id}`
  return column.target === 'new_field' ? `new_field:${column.label.toLowerCase()}` : column.target
}
