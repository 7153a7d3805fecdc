import { z } from 'zod'
import { Id, Timestamp } from '../../core/wire.ts'
import type { TypedField } from '../custom-fields/schema.ts'
import { FIELD_SORT, SORTS } from './values-schema.ts'

/** Optional columns of the list, besides address and custom fields. */
export const COLUMNS = ['state', 'tags', 'engagement', 'last_opened', 'source', 'location', 'joined'] as const
export type Column = (typeof COLUMNS)[number]

/** More columns of fields would make the table too wide. */
export const MAX_FIELD_COLUMNS = 6

/** Columns that a member chose, in the order of `COLUMNS`, followed by custom fields. */
export const Columns = z.object({
  columns: z.array(z.enum(COLUMNS)).max(COLUMNS.length),
  field_ids: z.array(Id).max(MAX_FIELD_COLUMNS, `Choose at most ${MAX_FIELD_COLUMNS} custom fields`),
})
export type Columns = z.infer<typeof Columns>

export const DEFAULT_COLUMNS: Columns = { columns: ['state', 'tags', 'joined'], field_ids: [] }

/** Values of a row for the chosen columns. */
export const ColumnValues = z.object({
  engagement: z.object({ sent: z.int(), opens: z.int(), clicks: z.int() }).optional(),
  last_opened: Timestamp.nullable().optional(),
  source: z.string().nullable().optional(),
  location: z.string().nullable().optional(),
  /** By field id. */
  field_values: z.record(z.string(), z.string().nullable()).optional(),
})
export type ColumnValues = z.infer<typeof ColumnValues>

/** A chosen field that exists. */
export type FieldColumn = Pick<TypedField, 'id' | 'label' | 'type' | 'choices'>

const UNKNOWN_SORT = { error: `sort must be one of: ${SORTS.join(', ')}, field_ID` }

/** `field_12` sorts by the custom field with that id. */
export const ListSort = z.union(
  [z.enum(SORTS), z.templateLiteral(['field_', z.int()]).check(z.regex(FIELD_SORT, UNKNOWN_SORT))],
  UNKNOWN_SORT,
)
export type ListSort = z.infer<typeof ListSort>

/** Why a list is sorted by the time subscribers were added instead of the requested order, with the field's label. */
export const Unsorted = z.object({ reason: z.enum(['too_many', 'unknown_field']), label: z.string().optional() })
export type Unsorted = z.infer<typeof Unsorted>
