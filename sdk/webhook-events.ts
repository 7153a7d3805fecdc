import type { components } from './generated/events.ts'

// Contents of deliveries. Objects are as they were when the event happened; deleted ones are as they last were.

type Schemas = components['schemas']

export type WebhookSubscriber = Schemas['Subscriber']
export type WebhookTag = Schemas['Tag']
export type WebhookCustomField = Schemas['CustomField']
export type WebhookForm = Schemas['Form']
export type WebhookSequence = Schemas['Sequence']
export type WebhookBroadcast = Schemas['Broadcast']
export type WebhookPost = Schemas['Post']
/** The product, with what one line of a purchase says about it. */
export type WebhookProduct = Schemas['Product']
/** The broadcast or sequence email that was opened or clicked. */
export type WebhookMail = Schemas['Mail']

/** `data` by event type. */
export type WebhookEventData = Schemas['EventData']
/** `data` of previews: only the dashboard offers them, and they may still change. */
export type WebhookPreviewData = Schemas['PreviewData']

type DataByType = WebhookEventData & WebhookPreviewData

/** One event. `type` says what `data` holds. The `id` stays when the event is resent: store the ids that you have processed. */
export type WebhookEvent = {
  [Type in keyof DataByType]: { id: string; type: Type; created: string; data: DataByType[Type] }
}[keyof DataByType]

/** The body of a delivery: up to 100 events of one type, in the order in which they happened. */
export interface WebhookPayload {
  delivery_id: number
  events: WebhookEvent[]
}
