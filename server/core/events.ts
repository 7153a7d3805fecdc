interface SubscriberData {
  id: number
  first_name: string | null
  email_address: string
  state: string
  created_at: string
  fields: Record<string, string | null>
}
interface TagData {
  id: number
  name: string
  created_at: string
}
interface CustomFieldData {
  id: number
  name: string
  key: string
  label: string
}
interface BroadcastData {
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
interface FormData {
  id: number
  name: string
  created_at: string
  type: string
  format: string | null
  archived: boolean
  uid: string
}
interface SequenceData {
  id: number
  name: string
  hold: boolean
  repeat: boolean
  created_at: string
  updated_at: string
  email_template_id: number | null
  active: boolean
}
interface PostData {
  id: number
  publication_id: number
  title: string
  slug: string | null
  published_at: string | null
  is_paid: boolean
  public_url: string | null
}

/** Events that webhook endpoints can subscribe to (contract 9.5). Written only if an endpoint of the account subscribes. */
interface PublicEvent {
  'subscriber.created': { subscriber: SubscriberData }
  'subscriber.activated': { subscriber: SubscriberData }
  'subscriber.unsubscribed': { subscriber: SubscriberData }
  'subscriber.bounced': { subscriber: SubscriberData }
  'subscriber.complained': { subscriber: SubscriberData }
  'subscriber.subscribed_to_form': { subscriber: SubscriberData; form: FormData }
  'subscriber.added_to_sequence': { subscriber: SubscriberData; sequence: SequenceData }
  'subscriber.sequence_completed': { subscriber: SubscriberData; sequence: SequenceData }
  'subscriber.tag_added': { subscriber: SubscriberData; tag: TagData }
  'subscriber.tag_removed': { subscriber: SubscriberData; tag: TagData }
  'subscriber.custom_field_value_updated': {
    subscriber: SubscriberData
    custom_field: CustomFieldData & { value: string | null }
  }
  'tag.created': { tag: TagData }
  'tag.deleted': { tag: TagData }
  'custom_field.created': { custom_field: CustomFieldData }
  'custom_field.deleted': { custom_field: CustomFieldData }
  'sequence.created': { sequence: SequenceData }
  'sequence.deleted': { sequence: SequenceData }
  'sequence.published': { sequence: SequenceData }
  'sequence.disabled': { sequence: SequenceData }
  'broadcast.created': { broadcast: BroadcastData }
  'broadcast.sent': { broadcast: BroadcastData }
  'broadcast.deleted': { broadcast: BroadcastData }
  'post.published': { post: PostData }
}

interface PurchaseData {
  id: number
  transaction_id: string
  subscriber_id: number
  status: string
  email_address: string
  currency: string
  transaction_time: string
  subtotal: number
  discount: number
  tax: number
  shipping: number
  total: number
  products: { name: string; pid: string; lid: string; quantity: number; unit_price: number; sku: string | null }[]
  source: string
}

/** Planned in contract 9.5: written for existing subscriptions, but /v4 does not accept new ones yet. */
interface PreviewEvent {
  'subscriber.product_purchased': {
    subscriber: SubscriberData
    product: { id: number; pid: string; name: string; quantity: number; unit_price: number; sku: string | null }
    purchase_id: number
  }
  'subscriber.link_clicked': { subscriber: SubscriberData; link: { url: string }; mail: MailData }
  'subscriber.email_opened': { subscriber: SubscriberData; mail: MailData }
  'landing_page.created': { landing_page: FormData }
  'landing_page.deleted': { landing_page: FormData }
}

/** The broadcast or sequence email that was opened or clicked. */
interface MailData {
  broadcast_id: number | null
  sequence_email_id: number | null
  subject: string | null
}

/** Events that only legacy webhooks can subscribe to. */
interface LegacyEvent {
  'purchase.created': { purchase: PurchaseData }
}

/** Events that start jobs, always written. They carry ids; the rows have the data. */
interface InternalEvent {
  'custom_field.retired': { slot: string }
  'broadcast.schedule_changed': { broadcast_id: number; send_at: string }
  'broadcast.send_requested': { broadcast_id: number }
  'import.preview_requested': { import_id: number }
  'import.requested': { import_id: number }
  'import.undo_requested': { import_id: number }
  'export.requested': { export_id: number }
  /** Carries no data. Starts the deletion of files that may contain the subscriber. */
  'person.erased': Record<never, never>
  /** `queue` identifies the app in its account, whose requests are applied in order. */
  'bulk.requested': { bulk_request_id: number; queue: string }
  'bulk.cancelled': { bulk_request_id: number }
  'bulk.completed': { bulk_request_id: number }
  'sending_address.confirmed': { sending_address_id: number }
  /** `by` is the user who did it; `invitations` counts the member's open invitations that were withdrawn. */
  'member.removed': { user_id: number; by: number | null; at: string; invitations: number }
  /** The new role is below admin, so keys and apps of the member have fewer permissions. */
  'member.demoted': { user_id: number; role: 'editor' | 'viewer'; by: number | null; at: string; invitations: number }
  'service_mail.queued': { service_mail_id: number }
  /** The mail server accepted an email with a link after more than one attempt. */
  'service_mail.sent_late': { link_hash: string }
  'password_reset.requested': { email_address: string }
  'subscriber.fields_queued': { subscriber_id: number }
  'form.confirmations_requested': Record<never, never>
  /** These subscribers are active again, so their sequences continue. */
  'subscriber.became_mailable': { subscriber_ids: number[] }
  /** Its emails were published, moved or unpublished, so the next email of its subscribers may change. */
  'sequence.changed': { sequence_id: number }
  'sequence.work_requested': { sequence_id: number }
  'sequence.cleanup_requested': { sequence_id: number }
  /** By the creator or by the app itself. */
  'app.installed': { installation_id: number; app_id: number }
  'app.uninstalled': { installation_id: number; app_id: number }
  'plugin.media_placed': { plugin_id: number; url: string }
  /** `hook` identifies the webhook within the instance. */
  'webhook.retry_requested': { legacy: boolean; hook_id: number; hook: string }
  /** By its developer. The app is uninstalled from every account. */
  'app.deleted': { app_id: number }
}

export type DomainEvent = PublicEvent & PreviewEvent & LegacyEvent & InternalEvent
/** What webhook endpoints can subscribe to. */
export type PublicEventType = keyof PublicEvent
export type PreviewEventType = keyof PreviewEvent
export type ExternalEventType = PublicEventType | PreviewEventType | keyof LegacyEvent

const INTERNAL: Record<keyof InternalEvent, true> = {
  'custom_field.retired': true,
  'broadcast.schedule_changed': true,
  'broadcast.send_requested': true,
  'import.preview_requested': true,
  'import.requested': true,
  'import.undo_requested': true,
  'export.requested': true,
  'person.erased': true,
  'bulk.requested': true,
  'bulk.cancelled': true,
  'bulk.completed': true,
  'sending_address.confirmed': true,
  'member.removed': true,
  'member.demoted': true,
  'service_mail.queued': true,
  'service_mail.sent_late': true,
  'password_reset.requested': true,
  'subscriber.fields_queued': true,
  'form.confirmations_requested': true,
  'subscriber.became_mailable': true,
  'sequence.changed': true,
  'sequence.work_requested': true,
  'sequence.cleanup_requested': true,
  'app.installed': true,
  'app.uninstalled': true,
  'plugin.media_placed': true,
  'webhook.retry_requested': true,
  'app.deleted': true,
}

/** The names that legacy webhooks use for some events (contract 9.5, last paragraph). */
export const LEGACY_NAME = {
  'subscriber.activated': 'subscriber_activate',
  'subscriber.unsubscribed': 'subscriber_unsubscribe',
  'subscriber.bounced': 'subscriber_bounce',
  'subscriber.complained': 'subscriber_complain',
  'subscriber.subscribed_to_form': 'form_subscribe',
  'subscriber.added_to_sequence': 'course_subscribe',
  'subscriber.sequence_completed': 'course_complete',
  'subscriber.tag_added': 'tag_add',
  'subscriber.tag_removed': 'tag_remove',
  'custom_field.created': 'field_created',
  'custom_field.deleted': 'field_deleted',
  'subscriber.custom_field_value_updated': 'field_value_updated',
  'purchase.created': 'purchase_create',
  'subscriber.product_purchased': 'product_purchase',
  'subscriber.link_clicked': 'link_click',
} as const satisfies Partial<Record<ExternalEventType, string>>

/** Whether jobs receive events of this type. */
export const isInternal = (type: string): boolean => type in INTERNAL

/** Returns which of these types a webhook of the account subscribes to. Call it before building the data of many events. */
export function subscribedEventTypes<Type extends ExternalEventType>(
  { subscribed_event_types }: { subscribed_event_types: ReadonlySet<string> },
  types: readonly Type[],
): Set<Type> {
  return new Set(types.filter((type) => isSubscribed(subscribed_event_types, type)))
}

/** The names under which webhooks subscribe to a type: its own, and the one that legacy webhooks use. */
export const namesOf = (type: string): string[] => [
  ...new Set([type, LEGACY_NAME[type as keyof typeof LEGACY_NAME] ?? type]),
]

export const isSubscribed = (subscribed: ReadonlySet<string>, type: string): boolean =>
  namesOf(type).some((name) => subscribed.has(name))
