import type { BeforeAfter, Changes } from '../rules/changes.ts'

/** A custom field of a mapped column. */
export interface ImportedField {
  key: string
  slot: string
}

/** An import's changes to an existing subscriber, stored with the row. Undo restores a value only if it still is the imported one. */
export interface StoredChanges {
  first_name?: BeforeAfter
  /** By slot. */
  fields?: Record<string, BeforeAfter>
  tag_ids?: readonly number[]
  form_id?: number
  sequence_id?: number
  /** The subscriber unsubscribed, bounced or complained elsewhere. Undo does not revert this. */
  left?: true
}

/** Returns the stored form of changes, or undefined without any. */
export function storedChanges(
  { first_name, fields, tags, form, sequence, left }: Changes<number>,
  {
    slots,
    form_id,
    sequence_id,
  }: { slots: ReadonlyMap<number, ImportedField>; form_id: number | null; sequence_id: number | null },
): StoredChanges | undefined {
  const changes_to_store: StoredChanges = {}
  if (first_name) changes_to_store.first_name = first_name
  const by_slot = fields.flatMap(({ custom_field_id, values }) => {
    const slot = slots.get(custom_field_id)?.slot
    return slot === undefined ? [] : [[slot, values] as const]
  })
  if (by_slot.length > 0) changes_to_store.fields = Object.fromEntries(by_slot)
  if (tags.length > 0) changes_to_store.tag_ids = tags
  if (form && form_id) changes_to_store.form_id = form_id
  if (sequence && sequence_id) changes_to_store.sequence_id = sequence_id
  if (left) changes_to_store.left = true
  return Object.keys(changes_to_store).length > 0 ? changes_to_store : undefined
}
