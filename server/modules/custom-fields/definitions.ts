import type { Ctx } from '../../core/context.ts'
import type { Tx } from '../../core/write.ts'
import type { CustomField } from './schema.ts'

/** A field as readers and writers of values need it. `slot` is the member of subscriber.fields that holds its value. */
export interface FieldDefinition extends CustomField {
  slot: string
}

/** All fields of an account, and the slots that must not be shown because their field is deleted. */
export interface FieldDefinitions {
  fields: FieldDefinition[]
  retired: string[]
}

export async function loadDefinitions(ctx: Ctx): Promise<FieldDefinitions> {
  const rows = await ctx.sql.rows<FieldDefinition | { id: null; slot: string }>(
    `select id, name, key, label, slot from custom_field where account_id = $1
     union all select null, null, null, null, slot from retired_slot where account_id = $1
     order by id`,
  )
  const fields = rows.filter((row) => row.id !== null)
  const retired = rows.filter((row) => row.id === null).map(({ slot }) => slot)
  return { fields, retired }
}

/**
 * The fields with these keys, held until the transaction ends: a deletion waits for whoever is writing values, so that no
 * value can land in a slot that is already being erased.
 */
export async function lockFields(tx: Tx, keys: readonly string[]): Promise<FieldDefinition[]> {
  if (keys.length === 0) return []
  return tx.sql.rows<FieldDefinition>(
    `select id, name, key, label, slot from custom_field where account_id = $1 and key = any ($2::text[])
     order by id for key share`,
    [keys],
  )
}

/** The same by id. Neither can they get another key before the transaction ends. */
export async function lockFieldIds(tx: Tx, ids: readonly number[]): Promise<Map<number, FieldDefinition>> {
  const rows = await tx.sql.rows<FieldDefinition>(
    `select id, name, key, label, slot from custom_field where account_id = $1 and id = any ($2::bigint[])
     order by id for key share`,
    [ids],
  )
  return new Map(rows.map((field) => [field.id, field]))
}

/** The same by slot, for values that were queued when the key may have been another. */
export async function lockSlots(tx: Tx, slots: readonly string[]): Promise<FieldDefinition[]> {
  if (slots.length === 0) return []
  return tx.sql.rows<FieldDefinition>(
    `select id, name, key, label, slot from custom_field where account_id = $1 and slot = any ($2::text[])
     order by id for key share`,
    [slots],
  )
}
