import type { Ctx } from '../../core/context.ts'
import type { Tx } from '../../core/write/write.ts'
import type { TypedField } from './schema.ts'

/** A field's definition. `slot` is the property of subscriber.fields that stores its value. */
export interface FieldDefinition extends TypedField {
  slot: string
}

/** All fields of an account, and the slots of deleted fields, whose values must stay hidden. */
export interface FieldDefinitions {
  fields: FieldDefinition[]
  retired: string[]
}

export async function loadDefinitions(ctx: Ctx): Promise<FieldDefinitions> {
  const rows = await ctx.sql.rows<FieldDefinition | { id: null; slot: string }>(
    `select id, name, key, label, slot, type, choices from custom_field where account_id = $1
     union all select null, null, null, null, slot, null, null from retired_slot where account_id = $1
     order by id`,
  )
  const fields = rows.filter((row) => row.id !== null)
  const retired = rows.filter((row) => row.id === null).map(({ slot }) => slot)
  return { fields, retired }
}

/**
 * Returns the fields with these keys and locks them until the transaction ends. Deletions wait for transactions that write values, so no
 * value is written to a slot that is being erased.
 */
export async function lockFields(tx: Tx, keys: readonly string[]): Promise<FieldDefinition[]> {
  if (keys.length === 0) return []
  return tx.sql.rows<FieldDefinition>(
    `select id, name, key, label, slot, type, choices from custom_field where account_id = $1 and key = any ($2::text[])
     order by id for key share`,
    [keys],
  )
}

/** Returns the fields with these IDs and locks them, so their keys cannot change either. */
export async function lockFieldIds(tx: Tx, ids: readonly number[]): Promise<Map<number, FieldDefinition>> {
  const rows = await tx.sql.rows<FieldDefinition>(
    `select id, name, key, label, slot, type, choices from custom_field where account_id = $1 and id = any ($2::bigint[])
     order by id for key share`,
    [ids],
  )
  return new Map(rows.map((field) => [field.id, field]))
}

/** Returns the fields with these slots and locks them. For queued values, whose keys may have changed. */
export async function lockSlots(tx: Tx, slots: readonly string[]): Promise<FieldDefinition[]> {
  if (slots.length === 0) return []
  return tx.sql.rows<FieldDefinition>(
    `select id, name, key, label, slot, type, choices from custom_field where account_id = $1 and slot = any ($2::text[])
     order by id for key share`,
    [slots],
  )
}
