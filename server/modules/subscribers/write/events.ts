import { subscribedEventTypes } from '../../../core/events/events.ts'
import type { Tx } from '../../../core/write/write.ts'
import type { FieldDefinition } from '../../custom-fields/definitions.ts'
import type { State } from '../schema.ts'
import { readSubscribers } from '../view.ts'

export interface NewValue {
  field: FieldDefinition
  value: string | null
}

/** Has at least one value. */
export interface ChangedValues {
  id: number
  values: readonly NewValue[]
}

/**
 * Emits events for created subscribers and for changed values, one for each, with the subscriber as it is after all changes.
 * Subscribers are read only if an event is subscribed to.
 */
export async function emitWritten(
  tx: Tx,
  { created, changed }: { created: readonly { id: number; state: State }[]; changed: readonly ChangedValues[] },
): Promise<void> {
  const subscribed = subscribedEventTypes(tx, [
    ...(created.length > 0 ? (['subscriber.created', 'subscriber.activated'] as const) : []),
    ...(changed.length > 0 ? (['subscriber.custom_field_value_updated'] as const) : []),
  ])
  if (subscribed.size === 0) return
  const snapshots = await readSubscribers(tx, [...new Set([...created, ...changed].map(({ id }) => id))])
  for (const { id, state } of created) {
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
