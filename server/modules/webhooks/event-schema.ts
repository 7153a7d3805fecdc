import {
  ENDPOINT_EVENT_TYPES,
  type EndpointEventType,
  eventLabel,
  PREVIEW_EVENT_TYPES,
  PUBLIC_EVENT_TYPES,
} from '../../core/events/events.ts'

// The event types of webhook endpoints, for schemas and for the pages of the dashboard.

export { ENDPOINT_EVENT_TYPES, type EndpointEventType }

export const isPublic = (type: string): boolean => PUBLIC_EVENT_TYPES.some((known) => known === type)
const isPreview = (type: string): boolean => PREVIEW_EVENT_TYPES.some((known) => known === type)

export interface EventGroup {
  noun: string
  events: { type: EndpointEventType; label: string; is_preview: boolean }[]
}

/** The event types by noun, in the order of the table. */
export const EVENT_GROUPS: EventGroup[] = groups()

function groups(): EventGroup[] {
  const found = new Map<string, EventGroup>()
  for (const type of ENDPOINT_EVENT_TYPES) {
    const noun = (type.split('.')[0] ?? '').replace('_', ' ')
    const group = found.get(noun) ?? { noun: `${noun[0]?.toUpperCase()}${noun.slice(1)}s`, events: [] }
    found.set(noun, group)
    group.events.push({ type, label: eventLabel(type), is_preview: isPreview(type) })
  }
  return [...found.values()]
}
