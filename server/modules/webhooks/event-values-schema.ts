import { eventLabel, PUBLIC_EVENTS } from '../../core/events/event-label.ts'
import type { PublicEventType } from './event-schema.ts'

// The event types of webhooks, for pages.

export { PUBLIC_EVENTS }

export interface EventGroup {
  noun: string
  events: { type: PublicEventType; label: string }[]
}

/** The event types by noun, in the order of the table. */
export const EVENT_GROUPS: EventGroup[] = groups()

function groups(): EventGroup[] {
  const found = new Map<string, EventGroup>()
  for (const type of PUBLIC_EVENTS) {
    const noun = (type.split('.')[0] ?? '').replace('_', ' ')
    const group = found.get(noun) ?? { noun: `${noun[0]?.toUpperCase()}${noun.slice(1)}s`, events: [] }
    found.set(noun, group)
    group.events.push({ type, label: eventLabel(type) })
  }
  return [...found.values()]
}
