// The event types of webhooks, for schemas.

export { PUBLIC_EVENT_TYPES, type PublicEventType } from '../../core/events/events.ts'
