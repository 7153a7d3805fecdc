import type * as events from './generated/events.ts'

// Contents of deliveries. Objects are in the state at the time of the event; deleted ones in their last state.

export type WebhookSubscriber = events.Subscriber
export type WebhookTag = events.Tag
export type WebhookCustomField = events.CustomField
export type WebhookForm = events.Form
export type WebhookSequence = events.Sequence
export type WebhookBroadcast = events.Broadcast
export type WebhookPost = events.Post
/** The product, with the data of one line of a purchase. */
export type WebhookProduct = events.Product
/** The broadcast or sequence email that was opened or clicked. */
export type WebhookMail = events.Mail

/** `data` by event type. */
export type WebhookEventData = events.EventData

/** One event. `type` determines `data`. The `id` stays the same when the event is resent, so store the ids that you have processed. */
export type WebhookEvent = {
  [Type in keyof WebhookEventData]: { id: string; type: Type; created: string; data: WebhookEventData[Type] }
}[keyof WebhookEventData]

/** The body of a delivery: up to 100 events of one type, in chronological order. */
export interface WebhookPayload {
  delivery_id: number
  events: WebhookEvent[]
}
