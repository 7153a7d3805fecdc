import type { ReadSubscriber } from '../mapping/columns.ts'

/** A value before and after the import. Imports never clear a value. */
export type BeforeAfter = [before: string | null, after: string]

/** An import's changes to an existing subscriber. `tags` are ids, or names if the tags may not exist yet. */
export interface Changes<Tag extends string | number> extends ValueChanges {
  /** Tags that the subscriber did not have. */
  tags: readonly Tag[]
  /** True if the subscriber is added to the import's form or sequence. */
  form: boolean
  sequence: boolean
  /** True if the subscriber leaves. */
  left: boolean
}

export interface ValueChanges {
  first_name?: BeforeAfter
  fields: { custom_field_id: number; values: BeforeAfter }[]
}

export const NO_VALUE_CHANGES: ValueChanges = { fields: [] }

/** Returns the values changed by a row. Fields missing in `fields` do not exist; fields without a slot have no values yet. */
export function valueChanges(
  current: { first_name: string | null; fields: Record<string, string> },
  { first_name, values }: ReadSubscriber,
  fields: ReadonlyMap<number, { slot?: string }>,
): ValueChanges {
  const changes: ValueChanges = { fields: [] }
  if (first_name !== undefined && first_name !== current.first_name)
    changes.first_name = [current.first_name, first_name]
  for (const { custom_field_id, value } of values) {
    const field = fields.get(custom_field_id)
    if (!field) continue
    const before = field.slot === undefined ? null : (current.fields[field.slot] ?? null)
    if (before !== value) changes.fields.push({ custom_field_id, values: [before, value] })
  }
  return changes
}

/** Returns whether a row counts as `updated` instead of `unchanged`. */
export const hasChanges = ({ first_name, fields, tags, form, sequence, left }: Changes<string | number>): boolean =>
  first_name !== undefined || fields.length > 0 || tags.length > 0 || form || sequence || left
