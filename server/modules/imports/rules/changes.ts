import type { ReadSubscriber } from '../mapping/columns.ts'

/** A value before the import and after it. An import never clears a value. */
export type BeforeAfter = [before: string | null, after: string]

/** Changes of an import to a subscriber who existed before. `tags` are ids, or names while the tags may not exist. */
export interface Changes<Tag extends string | number> extends ValueChanges {
  /** Tags that the subscriber did not have. */
  tags: readonly Tag[]
  /** True if the subscriber is added to the form, and to the sequence, of the import. */
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

/** Returns the values that a row changes. Fields that are not in `fields` do not exist; those without a slot have no values yet. */
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

/** Returns whether a row counts as `updated` and not as `unchanged`. */
export const hasChanges = ({ first_name, fields, tags, form, sequence, left }: Changes<string | number>): boolean =>
  first_name !== undefined || fields.length > 0 || tags.length > 0 || form || sequence || left
