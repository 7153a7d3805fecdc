import { subscribedEventTypes } from '../../../core/events.ts'
import type { Tx } from '../../../core/write.ts'
import type { FieldDefinition } from '../../custom-fields/definitions.ts'
import type { State } from '../schema.ts'
import { readSubscribers } from '../view.ts'

export interface NewValue {
  field: FieldDefinition
  value: string | null
}

/** At least one value. */
export interface ChangedValues {
  id: number
  values: readonly NewValue[]
}

/**
 * Tells of people who were made and of values that are different now: one event per person and one per value, with the person
 * as they are after all of it. Snapshots are read only when somebody listens.
 */
export async function emitWritten(
  tx: Tx,
  { made, changed }: { made: readonly { id: number; state: State }[]; changed: readonly ChangedValues[] },
): Promise<void> {
  const subscribed = subscribedEventTypes(tx, [
    ...(made.length > 0 ? (['subscriber.created', 'subscriber.activated'] as const) : []),
    ...(changed.length > 0 ? (['subscriber.custom_field_value_updated'] as const) : []),
  ])
  if (subscribed.size === 0) return
  const snapshots = await readSubscribers(tx, [...new Set([...made, ...changed].map(({ id }) => id))])
  for (const { id, state } of made) {
    const subscriber = snapshots.get(id)
    if (!subscriber) continue
    tx.emit('subscriber.created', { subscriber })
    if (state === 'active') tx.emit('subscriber.activated', { subscriber })
  }
  if (!subscribed.has('subscriber.custom_field_value_updated')) return
  for (const { id, values } of changed) {
    const subscriber = snapshots.get(id)
    for (const { field, value } of subscriber ? values : []) {
      const custom_field = { id: field.id, name: field.name, key: field.key, label: field.label, value }
      if (subscriber) tx.emit('subscriber.custom_field_value_updated', { subscriber, custom_field })
    }
  }
}
