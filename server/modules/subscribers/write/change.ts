import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { type FieldDefinition, lockFields, lockSlots } from '../../custom-fields/definitions.ts'
import { recordSql } from '../changes/record.ts'
import { eachByAddress } from '../list/by-address.ts'
import type { FieldValues } from '../schema.ts'
import { recordAddressChanges } from './consent.ts'
import { emitWritten, type NewValue } from './events.ts'

/** Values by slot; null clears. */
type SlotValues = Record<string, string | null>

/** The columns of a locked subscriber that a change needs. */
export interface LockedRow {
  id: number
  email_address: string
  first_name: string | null
  fields: Record<string, string>
  queued_fields: SlotValues | null
}

/** Absent properties stay. `fields` are by key; unknown keys are ignored. */
export interface Change {
  email_address?: string
  first_name?: string | null
  fields?: FieldValues
  /** Let a job write the values, in order with other values of this subscriber. */
  queue?: boolean
  /** Also write queued values. Giving values does this anyway: values that were accepted earlier are written first. */
  flush?: boolean
}

export type ChangeResult = 'updated' | 'unchanged'

/** Changes subscribers by id in one statement. The result omits ids that do not exist. */
export function changeSubscribers(
  ctx: Ctx,
  { changes }: { changes: readonly (Change & { id: number })[] },
): Promise<Map<number, ChangeResult>> {
  return write(ctx, async (tx) => {
    const known_fields = await lockFields(tx, fieldKeysOf(changes))
    const rows = new Map(
      (
        await lockRows(
          tx,
          'id',
          changes.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    )
    const pairs = changes.flatMap((change) => {
      const row = rows.get(change.id)
      return row ? [{ row, change }] : []
    })
    return applyChanges(tx, pairs, known_fields)
  })
}

/** Returns every key that these changes name, once. */
export const fieldKeysOf = (changes: readonly { fields?: FieldValues }[]): string[] => [
  ...new Set(changes.flatMap(({ fields }) => Object.keys(fields ?? {}))),
]

/** Locks rows in the order of addresses, so overlapping sets cannot deadlock. */
export function lockRows(
  tx: Tx,
  by: 'id' | 'email_address',
  values: readonly (number | string)[],
): Promise<LockedRow[]> {
  const columns = 's.id, s.email_address, s.first_name, s.fields, s.queued_fields'
  return tx.sql.rows<LockedRow>(
    by === 'email_address'
      ? eachByAddress(columns, { addresses: '$2', lock: 'for no key update' })
      : `select ${columns} from subscriber s where s.account_id = $1 and s.id = any ($2::bigint[])
         order by s.email_address for no key update`,
    [values],
  )
}

/** Writes changes to locked rows in one statement and emits an event for each value that changed. */
export async function applyChanges(
  tx: Tx,
  pairs: readonly { row: LockedRow; change: Change }[],
  known: readonly FieldDefinition[],
): Promise<Map<number, ChangeResult>> {
  const queued_slots = pairs.flatMap(({ row }) => Object.keys(row.queued_fields ?? {}))
  const fields = [...known, ...(await lockSlots(tx, [...new Set(queued_slots)]))]
  const slots = new Map(fields.map((field) => [field.slot, field]))
  const plans = pairs.map(({ row, change }) => plan(row, change, known, slots))
  await updateRows(
    tx,
    plans.filter(({ is_dirty }) => is_dirty),
  )
  // Changes by the product were confirmed by the subscriber, and are recorded with the confirmation.
  if (tx.actor.kind !== 'system')
    await recordAddressChanges(
      tx,
      plans.flatMap(({ row: { id, email_address: to }, former: from }) => (from === to ? [] : { id, from, to })),
    )
  for (const { row, is_queued } of plans) {
    if (is_queued) tx.emit('subscriber.fields_queued', { subscriber_id: row.id })
  }
  const changed = plans.flatMap(({ row, values }) => (values.length > 0 ? [{ id: row.id, values }] : []))
  await emitWritten(tx, { created: [], changed })
  return new Map(plans.map(({ row, is_changed }) => [row.id, is_changed ? 'updated' : 'unchanged']))
}

/** Returns the values by slot. Omits keys without a field. */
export function bySlot(values: FieldValues | undefined, known: readonly FieldDefinition[]): SlotValues {
  if (!values) return {}
  const named = known.filter(({ key }) => Object.hasOwn(values, key))
  return Object.fromEntries(named.map(({ key, slot }) => [slot, values[key] ?? null]))
}

interface Plan {
  row: LockedRow
  /** The values before, by slot. */
  before: Record<string, string>
  /** The address before. */
  former: string
  is_queued: boolean
  is_changed: boolean
  is_dirty: boolean
  values: NewValue[]
}

function plan(
  row: LockedRow,
  change: Change,
  known: readonly FieldDefinition[],
  slots: ReadonlyMap<string, FieldDefinition>,
): Plan {
  const given = bySlot(change.fields, known)
  const hasValues = Object.keys(given).length > 0
  const is_queued = Boolean(change.queue) && hasValues
  const isFlushed = !is_queued && (hasValues || Boolean(change.flush))
  const { fields, values } = mergeValues(row.fields, isFlushed ? { ...row.queued_fields, ...given } : {}, slots)
  const next: LockedRow = {
    id: row.id,
    email_address: change.email_address ?? row.email_address,
    first_name: change.first_name === undefined ? row.first_name : change.first_name,
    fields,
    queued_fields: is_queued ? { ...row.queued_fields, ...given } : isFlushed ? null : row.queued_fields,
  }
  const is_changed = values.length > 0 || next.email_address !== row.email_address || next.first_name !== row.first_name
  const is_dirty = is_changed || is_queued || next.queued_fields !== row.queued_fields
  return { row: next, before: row.fields, former: row.email_address, is_queued, is_changed, is_dirty, values }
}

/** Returns the stored values after this write, and the changed ones. */
export function mergeValues(
  stored: Record<string, string>,
  given: SlotValues,
  slots: ReadonlyMap<string, FieldDefinition>,
): { fields: Record<string, string>; values: NewValue[] } {
  const fields = { ...stored }
  const values: NewValue[] = []
  for (const [slot, value] of Object.entries(given)) {
    const field = slots.get(slot)
    if (!field || (stored[slot] ?? null) === value) continue
    if (value === null) delete fields[slot]
    else fields[slot] = value
    values.push({ field, value })
  }
  return { fields, values }
}

async function updateRows(tx: Tx, plans: readonly Plan[]): Promise<void> {
  if (plans.length === 0) return
  const changes = plans.flatMap(({ row: { id: subscriber_id }, before, values }) =>
    values.map(({ field, value }) => ({
      subscriber_id,
      object: String(field.id),
      before: before[field.slot] ?? null,
      after: value,
    })),
  )
  await tx.sql.run(
    `with recorded as (${recordSql(
      'field_changed',
      `select c.subscriber_id, c.object, jsonb_build_object('from', c.before, 'to', c.after) as data, $3::timestamptz as at
       from jsonb_to_recordset($4::jsonb) as c(subscriber_id bigint, object text, before text, after text)`,
    )})
     update subscriber s set email_address = u.email_address, first_name = u.first_name, fields = u.fields,
       queued_fields = u.queued_fields, updated_at = case when u.is_changed then $3::timestamptz else s.updated_at end
     from jsonb_to_recordset($2::jsonb)
       as u(id bigint, email_address text, first_name text, fields jsonb, queued_fields jsonb, is_changed boolean)
     where s.account_id = $1 and s.id = u.id`,
    [JSON.stringify(plans.map(({ row, is_changed }) => ({ ...row, is_changed }))), tx.now(), JSON.stringify(changes)],
  )
}
