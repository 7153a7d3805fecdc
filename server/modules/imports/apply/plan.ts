import type { Ctx } from '../../../core/context.ts'
import type { ColumnTarget, ImportOptions } from '../schema.ts'
import { CONSENT_SOURCES } from '../values-schema.ts'
import type { ImportedField } from './stored-changes.ts'

/** Instructions for all rows of an import. Read once per slice, except the plan's limit, which each batch reads. */
export interface ImportPlan {
  id: number
  filename: string
  has_header: boolean
  headers: string[]
  columns: ColumnTarget[]
  options: ImportOptions
  time_zone: string
  subscriber_limit: number | null
  started_at: Date
}

/** Returns the current custom fields of mapped columns, by id. */
export async function fieldsById(ctx: Ctx, { columns }: ImportPlan): Promise<Map<number, ImportedField>> {
  const ids = columns.flatMap((column) => (column.target === 'field' ? [column.custom_field_id] : []))
  const fields = await ctx.sql.rows<ImportedField & { id: number }>(
    'select id, key, slot from custom_field where account_id = $1 and id = any ($2::int[])',
    [ids],
  )
  return new Map(fields.map((field) => [field.id, field]))
}

/** Returns the stored origin of new subscribers. */
export const originOf = ({ id, filename, options }: ImportPlan) => ({
  cause: 'import' as const,
  attribution: {
    source_type: 'manual',
    source_name: filename,
    source_mechanism: 'import',
    source_mechanism_id: String(id),
  },
  consent: {
    source: 'import' as const,
    text: [CONSENT_SOURCES[options.consent_source], options.consent_note].filter((text) => text !== '').join(': '),
    import_id: id,
  },
})
