import { eventLabel, PREVIEW_EVENTS, PUBLIC_EVENTS } from '../../core/events/event-label.ts'
import type { EndpointEventType } from './event-schema.ts'

// The event types of webhook endpoints, for pages.

export const ENDPOINT_EVENTS: readonly EndpointEventType[] = [...PUBLIC_EVENTS, ...PREVIEW_EVENTS]

export interface EventGroup {
  noun: string
  events: { type: EndpointEventType; label: string; is_preview: boolean }[]
}

/** The event types by noun, in the order of the table. */
export const EVENT_GROUPS: EventGroup[] = groups()

function groups(): EventGroup[] {
  const previews: readonly string[] = PREVIEW_EVENTS
  const found = new Map<string, EventGroup>()
  for (const type of ENDPOINT_EVENTS) {
    const noun = (type.split('.')[0] ?? '').replace('_', ' ')
    const group = found.get(noun) ?? { noun: `${noun[0]?.toUpperCase()}${noun.slice(1)}s`, events: [] }
    found.set(noun, group)
    group.events.push({ type, label: eventLabel(type), is_preview: previews.includes(type) })
  }
  return [...found.values()]
}
