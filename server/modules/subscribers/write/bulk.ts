import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import type { Done } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import { lockFieldIds } from '../../custom-fields/definitions.ts'
import type { BulkSubscriberInput, FieldValueInput, SetFieldValue, SubscriberEcho } from '../bulk-schema.ts'
import { type FieldValues, MAX_FIELDS, type SlimSubscriber } from '../schema.ts'
import { originOf } from '../service.ts'
import { readSlimSubscribers } from '../view.ts'
import { changeSubscribers } from './change.ts'
import { upsertSubscribers } from './upsert.ts'

/**
 * Creates subscribers and updates the names of existing ones. Returns one row for each subscriber, in the order of first appearance.
 * Throws forbidden, and changes nothing, above the plan's limit.
 */
export function saveSubscribers(
  ctx: Ctx,
  { items }: { items: readonly BulkSubscriberInput[] },
): Promise<Done<SlimSubscriber, SubscriberEcho>> {
  return write(ctx, async (tx) => {
    const saved = await upsertSubscribers(tx, { items, origin: originOf(tx.actor) })
    const ids = [...new Set(saved.flatMap(({ id }) => id ?? []))]
    const subscribers = await readSlimSubscribers(tx, ids)
    return { rows: ids.flatMap((id) => subscribers.get(id) ?? []), failures: [] }
  })
}

/** Writes values of custom fields. If a field of a subscriber has several values, the last is written. */
export function setFieldValues(
  ctx: Ctx,
  { items }: { items: readonly FieldValueInput[] },
): Promise<Done<SetFieldValue, SetFieldValue>> {
  return write(ctx, async (tx) => {
    const fields = await lockFieldIds(
      tx,
      items.flatMap((item) => item.subscriber_custom_field_id ?? []),
    )
    const values = new Map<number, FieldValues>()
    for (const { subscriber_id, subscriber_custom_field_id, value } of items) {
      if (subscriber_id === null) continue
      const field = fields.get(subscriber_custom_field_id ?? 0)
      const own = values.get(subscriber_id) ?? {}
      if (field) own[field.key] = value
      values.set(subscriber_id, own)
    }
    const changed = await changeSubscribers(tx, { changes: [...values].map(([id, fields]) => ({ id, fields })) })
    const done: Done<SetFieldValue, SetFieldValue> = { rows: [], failures: [] }
    for (const [at, item] of items.entries()) {
      const isSubscriber = item.subscriber_id !== null && changed.has(item.subscriber_id)
      const isField = fields.has(item.subscriber_custom_field_id ?? 0)
      if (isSubscriber && isField) done.rows.push(item)
      else
        done.failures.push({
          at,
          item: { ...item, subscriber_id: isSubscriber ? item.subscriber_id : null },
          errors: [
            ...(isSubscriber ? [] : ['Subscriber does not exist']),
            ...(isField ? [] : ['Custom field does not exist']),
          ],
        })
    }
    return done
  })
}

/**
 * Throws invalid if one subscriber gets values of more fields in one request than the contract allows. A request can have millions of
 * subscribers, so values are counted in groups of subscribers, and fields are kept only for groups with many values.
 */
export async function checkFieldCount(
  _ctx: Ctx,
  { pieces }: { pieces: () => AsyncIterable<readonly FieldValueInput[]> },
): Promise<void> {
  const named = new Set<number | null>()
  const values = new Uint32Array(GROUPS)
  for await (const items of pieces()) {
    for (const { subscriber_id, subscriber_custom_field_id } of items) {
      if (named.size <= MAX_FIELDS) named.add(subscriber_custom_field_id)
      const group = groupOf(subscriber_id)
      values[group] = (values[group] ?? 0) + 1
    }
  }
  if (named.size <= MAX_FIELDS) return
  const by_subscriber = new Map<number | null, Set<number | null>>()
  for await (const items of pieces()) {
    for (const { subscriber_id, subscriber_custom_field_id } of items) {
      if ((values[groupOf(subscriber_id)] ?? 0) <= MAX_FIELDS) continue
      const fields = by_subscriber.get(subscriber_id) ?? new Set()
      by_subscriber.set(subscriber_id, fields.add(subscriber_custom_field_id))
      if (fields.size > MAX_FIELDS) throw invalid(`fields cannot contain more than ${MAX_FIELDS} custom fields`)
    }
  }
}

const GROUPS = 2 ** 20
const groupOf = (subscriber_id: number | null) => (subscriber_id ?? 0) % GROUPS
