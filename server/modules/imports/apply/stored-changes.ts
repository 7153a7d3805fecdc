import type { State } from '../../subscribers/schema.ts'
import type { LockedRow } from '../../subscribers/write/change.ts'
import type { ReadSubscriber } from '../mapping/columns.ts'

export interface KnownSubscriber {
  id: number
  state: State
  /** An earlier row of this file was for them. */
  is_done: boolean
}

/** By address. */
export type Known = ReadonlyMap<string, KnownSubscriber>

export interface ImportedField {
  key: string
  slot: string
}

/** A value as it was before the import, and as the import made it: it is put back only while the second still stands. */
type BeforeAfter<Value> = [before: Value, after: Value]

/** What an import changed of a person who was here before. Stored with the row, under short lists of what differs. */
export interface ValueChange {
  first_name?: BeforeAfter<string | null>
  /** By slot. */
  fields?: Record<string, BeforeAfter<string | null>>
  tag_ids?: number[]
  form_id?: number
  sequence_id?: number
  /** They were taken off the list, which no undoing takes back. */
  left?: true
}

export function valueChanges(
  known: Pick<LockedRow, 'first_name' | 'fields'>,
  { first_name, values }: ReadSubscriber,
  by_id: ReadonlyMap<number, ImportedField>,
): ValueChange | undefined {
  const former: ValueChange = {}
  if (first_name !== undefined && first_name !== known.first_name) former.first_name = [known.first_name, first_name]
  const fields: Record<string, BeforeAfter<string | null>> = {}
  for (const { custom_field_id, value } of values) {
    const slot = by_id.get(custom_field_id)?.slot
    if (slot === undefined) continue
    const before = known.fields[slot] ?? null
    if (before !== value) fields[slot] = [before, value]
  }
  if (Object.keys(fields).length > 0) former.fields = fields
  return Object.keys(former).length > 0 ? former : undefined
}
