import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { t } from '../../../lib/locale/texts.ts'
import { hasChoices } from '../../custom-fields/field-types-schema.ts'
import type { ColumnTarget } from '../schema.ts'

/** Throws invalid without an address column, for two columns with the same target, and for an unknown field. */
export async function checkColumns(ctx: Ctx, columns: readonly ColumnTarget[]): Promise<void> {
  const names = columns.map(targetName).filter((name) => !REPEATED.includes(name))
  if (!names.includes('email_address')) throw invalid('Choose the column with the email addresses')
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined)
    throw invalid(t`Two columns are mapped to ${twice.replace(/^[a-z_]+:/, '')}. Ignore one of the two.`)
  for (const column of columns)
    if (column.target === 'new_field' && column.type && hasChoices(column.type) && !column.choices?.length)
      throw invalid(t`“${column.label}” has no choices. Enter at least one.`)
  const ids = columns.flatMap((column) => (column.target === 'field' ? [column.custom_field_id] : []))
  const known = await ctx.db.customField.count({ where: { id: { in: ids } } })
  if (known !== ids.length)
    throw invalid('A column is mapped to a custom field that was deleted. Choose another field.')
}

/** Targets that several columns may have. */
const REPEATED = ['ignore', 'tags', 'state']

function targetName(column: ColumnTarget): string {
  if (column.target === 'field') return `field:${column.custom_field_id}`
  return column.target === 'new_field' ? `new_field:${column.label.toLowerCase()}` : column.target
}
