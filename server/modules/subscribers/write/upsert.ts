import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { parseEmailAddress } from '../../../lib/text/email-address.ts'
import { type FieldDefinition, lockFields } from '../../custom-fields/definitions.ts'
import type { FieldValues, State } from '../schema.ts'
import { checkAddedSubscribers, lockSubscriberLimit } from '../state/counts.ts'
import { applyChanges, bySlot, fieldKeysOf, type LockedRow, lockRows, mergeValues } from './change.ts'
import { type ChangedValues, emitWritten } from './events.ts'
import { type CreatedRow, insertRows, NewRows, type Origin } from './new-rows.ts'

export type { Origin } from './new-rows.ts'

/** A subscriber to create or update. Absent properties stay as they are; `state` is used only for a new subscriber. */
export interface SubscriberItem {
  email_address: string
  first_name?: string | null
  state?: State | null
  /** When a new subscriber joined, if that was before now. */
  created_at?: Date
  /** When a new cancelled subscriber unsubscribed, if that was before now. */
  canceled_at?: Date
  fields?: FieldValues
  /** Let a job write the values. */
  queue?: boolean
}

export type UpsertResult =
  | {
      outcome: 'created' | 'updated' | 'unchanged' | 'duplicate'
      id: number
      unknown_keys: string[]
      /** The subscriber before the set was applied, unless the set created it. */
      before: LockedRow | undefined
    }
  | { outcome: 'invalid'; id: null; errors: string[] }

/**
 * Creates and updates subscribers by address, a thousand in a few statements. Returns results in the order of the items. An address
 * that is repeated in the set is a `duplicate`, whose values are applied after the earlier ones. Throws forbidden, and changes
 * nothing, if the new ones would exceed the plan's limit.
 */
export function upsertSubscribers(
  ctx: Ctx,
  {
    items,
    origin,
    is_limit_checked = false,
  }: {
    items: readonly SubscriberItem[]
    origin: Origin
    /** The caller locked the plan's limit, and checks it when its transaction has made room. */
    is_limit_checked?: boolean
  },
): Promise<UpsertResult[]> {
  return write(ctx, async (tx) => {
    const addresses = items.map(({ email_address }) => parseEmailAddress(email_address))
    const wanted = groupByAddress(items, addresses)
    const known = await lockFields(tx, fieldKeysOf([...wanted.values()]))
    const saved = await save(tx, { wanted, known, origin, is_limit_checked })
    const keys = new Set(known.map(({ key }) => key))
    const seen = new Set<string>()
    return items.map((item, at): UpsertResult => {
      const address = addresses[at]
      const found = address === undefined ? undefined : saved.get(address)
      if (!address || !found) return { outcome: 'invalid', id: null, errors: ['Email address is invalid'] }
      const outcome = seen.has(address) ? 'duplicate' : found.outcome
      seen.add(address)
      const unknown_keys = Object.keys(item.fields ?? {}).filter((key) => !keys.has(key))
      return { outcome, id: found.id, unknown_keys, before: found.before }
    })
  })
}

/** One item for each address. */
type ItemsByAddress = Map<string, SubscriberItem>
type SavedByAddress = Map<
  string,
  { id: number; outcome: 'created' | 'updated' | 'unchanged'; before?: LockedRow | undefined }
>

function groupByAddress(items: readonly SubscriberItem[], addresses: readonly (string | undefined)[]): ItemsByAddress {
  const by_address: ItemsByAddress = new Map()
  for (const [at, item] of items.entries()) {
    const email_address = addresses[at]
    if (!email_address) continue
    const earlier = by_address.get(email_address)
    if (!earlier) {
      by_address.set(email_address, { ...item, email_address })
      continue
    }
    by_address.set(email_address, {
      ...earlier,
      ...item,
      email_address,
      state: earlier.state,
      first_name: item.first_name === undefined ? earlier.first_name : item.first_name,
      fields: { ...earlier.fields, ...item.fields },
    })
  }
  return by_address
}

/** Locks in one order, so sets cannot deadlock: first the plan's limit, then addresses, existing and new ones alike. */
async function save(
  tx: Tx,
  {
    wanted,
    known,
    origin,
    is_limit_checked,
  }: { wanted: ItemsByAddress; known: readonly FieldDefinition[]; origin: Origin; is_limit_checked: boolean },
): Promise<SavedByAddress> {
  const saved: SavedByAddress = new Map()
  if (wanted.size === 0) return saved
  // Only active subscribers count, so a list of unsubscribed addresses can always be imported.
  const active = [...wanted.values()].filter(({ state }) => (state ?? 'active') === 'active')
  const hasLimit =
    !is_limit_checked &&
    active.length > 0 &&
    (await lockSubscriberLimit(tx, { email_addresses: active.map(({ email_address }) => email_address) }))
  const created = await create(tx, [...wanted.values()], known, origin)
  if (hasLimit && created.some(({ state }) => state === 'active')) await checkAddedSubscribers(tx)
  for (const { id, email_address } of created) saved.set(email_address, { id, outcome: 'created' })
  const others = [...wanted.keys()].filter((email_address) => !saved.has(email_address))
  const rows = others.length > 0 ? await lockRows(tx, 'email_address', others) : []
  const pairs = rows.flatMap((row) => {
    const { first_name, fields, queue } = wanted.get(row.email_address) ?? {}
    return [{ row, change: { first_name, fields, queue } }]
  })
  const outcomes = await applyChanges(tx, pairs, known)
  for (const row of rows) {
    saved.set(row.email_address, { id: row.id, outcome: outcomes.get(row.id) ?? 'unchanged', before: row })
  }
  return saved
}

/** Creates and returns subscribers whose addresses are new, and locks the others. */
async function create(
  tx: Tx,
  items: readonly SubscriberItem[],
  known: readonly FieldDefinition[],
  origin: Origin,
): Promise<CreatedRow[]> {
  const slots = new Map(known.map((field) => [field.slot, field]))
  const rows = new NewRows()
  const added = items.map(({ email_address, first_name, state, created_at, canceled_at, fields, queue }) => {
    const given = bySlot(fields, known)
    const { fields: stored, values } = mergeValues({}, queue ? {} : given, slots)
    const queued_fields = queue && Object.keys(given).length > 0 ? given : null
    rows.add({
      email_address,
      first_name,
      state: state ?? 'active',
      created_at,
      canceled_at,
      fields: stored,
      queued_fields,
    })
    return { email_address, is_queued: queued_fields !== null, values }
  })
  const created = await insertRows(tx, rows, origin)
  const ids = new Map(created.map(({ id, email_address }) => [email_address, id]))
  const changed: ChangedValues[] = []
  for (const { email_address, is_queued, values } of added) {
    const id = ids.get(email_address)
    if (id === undefined) continue
    if (is_queued) tx.emit('subscriber.fields_queued', { subscriber_id: id })
    if (values.length > 0) changed.push({ id, values })
  }
  await emitWritten(tx, { created, changed })
  return created
}
