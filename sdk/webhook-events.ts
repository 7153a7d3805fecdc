// What deliveries carry. Objects are as they were when the event happened; deleted ones are as they last were.

export interface WebhookSubscriber {
  id: number
  first_name: string | null
  email_address: string
  state: string
  created_at: string
  fields: Record<string, string | null>
}
export interface WebhookTag {
  id: number
  name: string
  created_at: string
}
export interface WebhookCustomField {
  id: number
  name: string
  key: string
  label: string
}
export interface WebhookForm {
  id: number
  name: string
  created_at: string
  type: string
  format: string | null
  archived: boolean
  uid: string
}
export interface WebhookSequence {
  id: number
  name: string
  hold: boolean
  repeat: boolean
  created_at: string
  updated_at: string
  email_template_id: number | null
  active: boolean
}
export interface WebhookBroadcast {
  id: number
  publication_id: number
  created_at: string
  subject: string | null
  preview_text: string | null
  description: string | null
  public: boolean
  published_at: string | null
  send_at: string | null
  status: string
}
export interface WebhookPost {
  id: number
  publication_id: number
  title: string
  slug: string | null
  published_at: string | null
  is_paid: boolean
  public_url: string | null
}

/** `data` by event type. */
export interface WebhookEventData {
  'subscriber.created': { subscriber: WebhookSubscriber }
  'subscriber.activated': { subscriber: WebhookSubscriber }
  'subscriber.unsubscribed': { subscriber: WebhookSubscriber }
  'subscriber.bounced': { subscriber: WebhookSubscriber }
  'subscriber.complained': { subscriber: WebhookSubscriber }
  'subscriber.subscribed_to_form': { subscriber: WebhookSubscriber; form: WebhookForm }
  'subscriber.added_to_sequence': { subscriber: WebhookSubscriber; sequence: WebhookSequence }
  'subscriber.sequence_completed': { subscriber: WebhookSubscriber; sequence: WebhookSequence }
  'subscriber.tag_added': { subscriber: WebhookSubscriber; tag: WebhookTag }
  'subscriber.tag_removed': { subscriber: WebhookSubscriber; tag: WebhookTag }
  'subscriber.custom_field_value_updated': {
    subscriber: WebhookSubscriber
    custom_field: WebhookCustomField & { value: string | null }
  }
  'tag.created': { tag: WebhookTag }
  'tag.deleted': { tag: WebhookTag }
  'custom_field.created': { custom_field: WebhookCustomField }
  'custom_field.deleted': { custom_field: WebhookCustomField }
  'sequence.created': { sequence: WebhookSequence }
  'sequence.deleted': { sequence: WebhookSequence }
  'sequence.published': { sequence: WebhookSequence }
  'sequence.disabled': { sequence: WebhookSequence }
  'broadcast.created': { broadcast: WebhookBroadcast }
  'broadcast.sent': { broadcast: WebhookBroadcast }
  'broadcast.deleted': { broadcast: WebhookBroadcast }
  'post.published': { post: WebhookPost }
}

/** The product, with what one line of a purchase says of it. */
export interface WebhookProduct {
  id: number
  pid: string
  name: string
  quantity: number
  unit_price: number
  sku: string | null
}
/** The broadcast or the email of a sequence that was opened or clicked. */
export interface WebhookMail {
  broadcast_id: number | null
  sequence_email_id: number | null
  subject: string | null
}

/** `data` of previews: only the dashboard offers them, and they may still change. */
export interface WebhookPreviewData {
  'subscriber.product_purchased': { subscriber: WebhookSubscriber; product: WebhookProduct; purchase_id: number }
  'subscriber.link_clicked': { subscriber: WebhookSubscriber; link: { url: string }; mail: WebhookMail }
  'subscriber.email_opened': { subscriber: WebhookSubscriber; mail: WebhookMail }
  'landing_page.created': { landing_page: WebhookForm }
  'landing_page.deleted': { landing_page: WebhookForm }
}

type DataByType = WebhookEventData & WebhookPreviewData

/** One event; `type` tells what `data` holds. Its `id` stays when it is sent again: keep the ids that you have seen. */
export type WebhookEvent = {
  [Type in keyof DataByType]: { id: string; type: Type; created: string; data: DataByType[Type] }
}[keyof DataByType]

/** The body of a delivery: up to 100 events of one type, in the order in which they happened. */
export interface WebhookPayload {
  delivery_id: number
  events: WebhookEvent[]
}
