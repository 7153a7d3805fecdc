import { ENDPOINT_EVENT_TYPES, type EndpointEventType, PUBLIC_EVENT_TYPES } from '../../core/events/events.ts'

// The event types of webhook endpoints, for schemas.

export { ENDPOINT_EVENT_TYPES, type EndpointEventType, PUBLIC_EVENT_TYPES }

export const isPublic = (type: string): boolean => PUBLIC_EVENT_TYPES.some((known) => known === type)
