import type { components } from './generated/events.ts'

// Contents of deliveries. Objects are in the state at the time of the event; deleted ones in their last state.

type Schemas = components['schemas']

export type WebhookSubscriber = Schemas['Subscriber']
export type WebhookTag = Schemas['Tag']
export type WebhookCustomField = Schemas['CustomField']
export type WebhookForm = Schemas['Form']
export type WebhookSequence = Schemas['Sequence']
export type WebhookBroadcast = Schemas['Broadcast']
export type WebhookPost = Schemas['Post']
/** The product, with the data of one line of a purchase. */
export type WebhookProduct = Schemas['Product']
/** The broadcast or sequence email that was opened or clicked. */
export type WebhookMail = Schemas['Mail']

/** `data` by event type. */
export type WebhookEventData = Schemas['EventData']
/** `data` of previews, which only the dashboard offers, and which may still change. */
export type WebhookPreviewData = Schemas['PreviewData']

type DataByType = WebhookEventData & WebhookPreviewData

/** One event. `type` determines `data`. The `id` stays the same when the event is resent, so store the ids that you have processed. */
export type WebhookEvent = {
  [Type in keyof DataByType]: { id: string; type: Type; created: string; data: DataByType[Type] }
}[keyof DataByType]

/** The body of a delivery: up to 100 events of one type, in chronological order. */
export interface WebhookPayload {
  delivery_id: number
  events: WebhookEvent[]
}
