import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write.ts'
import { parseEmailAddress } from '../../../lib/text/email-address.ts'
import { type FieldDefinition, lockFields } from '../../custom-fields/definitions.ts'
import type { FieldValues, State } from '../schema.ts'
import { checkAddedSubscribers, lockSubscriberLimit } from '../state/counts.ts'
import { applyChanges, bySlot, keysOf, type LockedRow, lockRows, merge } from './change.ts'
import { type ChangedValues, emitWritten } from './events.ts'
import { type CreatedRow, insertRows, NewRows, type Origin } from './new-rows.ts'

export type { Origin } from './new-rows.ts'

/** A person as somebody brings them. Members that are not given stay as they are; `state` counts only for a new person. */
export interface SubscriberItem {
  email_address: string
  first_name?: string | null
  state?: State | null
  /** When a new person joined, if that was earlier than now. */
  created_at?: Date
  fields?: FieldValues
  /** Leave the values to a job. */
  queue?: boolean
}

export type UpsertResult =
  | {
      outcome: 'created' | 'updated' | 'unchanged' | 'duplicate'
      id: number
      unknown_keys: string[]
      /** What the subscriber had when the set was applied, unless the set created the subscriber. */
      before: LockedRow | undefined
    }
  | { outcome: 'invalid'; id: null; errors: string[] }

/**
 * Creates and updates by address, a thousand people in a handful of statements. Results are in the order of the items. An
 * address that comes again in the set counts as `duplicate`: its values are applied after the earlier ones.
 * Throws forbidden, and changes nothing, when the new ones would exceed the plan's limit.
 */
export function upsertSubscribers(
  ctx: Ctx,
  {
    items,
    origin,
  }: {
    items: readonly SubscriberItem[]
    origin: Origin
  },
): Promise<UpsertResult[]> {
  return write(ctx, async (tx) => {
    const addresses = items.map(({ email_address }) => parseEmailAddress(email_address))
    const people = groupByAddress(items, addresses)
    const known = await lockFields(tx, keysOf([...people.values()]))
    const saved = await save(tx, { people, known, origin })
    const keys = new Set(known.map(({ key }) => key))
    const seen = new Set<string>()
    return items.map((item, at): UpsertResult => {
      const address = addresses[at]
      const person = address === undefined ? undefined : saved.get(address)
      if (!address || !person) return { outcome: 'invalid', id: null, errors: ['Email address is invalid'] }
      const verdict = seen.has(address) ? 'duplicate' : person.outcome
      seen.add(address)
      const unknown_keys = Object.keys(item.fields ?? {}).filter((key) => !keys.has(key))
      return { outcome: verdict, id: person.id, unknown_keys, before: person.before }
    })
  })
}

type ItemsByAddress = Map<string, SubscriberItem>
type Saved = Map<string, { id: number; outcome: 'created' | 'updated' | 'unchanged'; before?: LockedRow | undefined }>

function groupByAddress(items: readonly SubscriberItem[], addresses: readonly (string | undefined)[]): ItemsByAddress {
  const people: ItemsByAddress = new Map()
  for (const [at, item] of items.entries()) {
    const email_address = addresses[at]
    if (!email_address) continue
    const earlier = people.get(email_address)
    if (!earlier) {
      people.set(email_address, { ...item, email_address })
      continue
    }
    people.set(email_address, {
      ...earlier,
      ...item,
      email_address,
      state: earlier.state,
      first_name: item.first_name === undefined ? earlier.first_name : item.first_name,
      fields: { ...earlier.fields, ...item.fields },
    })
  }
  return people
}

/**
 * Locks are taken in one order: the plan's limit, then addresses, known and new ones alike. So two sets wait for each other and
 * never both.
 */
async function save(
  tx: Tx,
  { people, known, origin }: { people: ItemsByAddress; known: readonly FieldDefinition[]; origin: Origin },
): Promise<Saved> {
  const saved: Saved = new Map()
  if (people.size === 0) return saved
  // Only active subscribers count: a list of people who unsubscribed elsewhere can always be imported.
  const active = [...people.values()].filter(({ state }) => (state ?? 'active') === 'active')
  const has_limit =
    active.length > 0 &&
    (await lockSubscriberLimit(tx, { email_addresses: active.map(({ email_address }) => email_address) }))
  const made = await create(tx, [...people.values()], known, origin)
  if (has_limit && made.some(({ state }) => state === 'active')) await checkAddedSubscribers(tx)
  for (const { id, email_address } of made) saved.set(email_address, { id, outcome: 'created' })
  const others = [...people.keys()].filter((email_address) => !saved.has(email_address))
  const rows = others.length > 0 ? await lockRows(tx, 'email_address', others) : []
  const pairs = rows.flatMap((row) => {
    const { first_name, fields, queue } = people.get(row.email_address) ?? {}
    return [{ row, change: { first_name, fields, queue } }]
  })
  const verdicts = await applyChanges(tx, pairs, known)
  for (const row of rows) {
    saved.set(row.email_address, { id: row.id, outcome: verdicts.get(row.id) ?? 'unchanged', before: row })
  }
  return saved
}

/** Creates those whose address no one has, and locks the others. Returns those who are new. */
async function create(
  tx: Tx,
  items: readonly SubscriberItem[],
  known: readonly FieldDefinition[],
  origin: Origin,
): Promise<CreatedRow[]> {
  const slots = new Map(known.map((field) => [field.slot, field]))
  const rows = new NewRows()
  const people = items.map(({ email_address, first_name, state, created_at, fields, queue }) => {
    const given = bySlot(fields, known)
    const { fields: stored, values } = merge({}, queue ? {} : given, slots)
    const queued_fields = queue && Object.keys(given).length > 0 ? given : null
    rows.add({ email_address, first_name, state: state ?? 'active', created_at, fields: stored, queued_fields })
    return { email_address, is_queued: queued_fields !== null, values }
  })
  const made = await insertRows(tx, rows, origin)
  const ids = new Map(made.map(({ id, email_address }) => [email_address, id]))
  const changed: ChangedValues[] = []
  for (const { email_address, is_queued, values } of people) {
    const id = ids.get(email_address)
    if (id === undefined) continue
    if (is_queued) tx.emit('subscriber.fields_queued', { subscriber_id: id })
    if (values.length > 0) changed.push({ id, values })
  }
  await emitWritten(tx, { made, changed })
  return made
}
