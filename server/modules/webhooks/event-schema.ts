import type { PreviewEventType, PublicEventType } from '../../core/events.ts'

// The catalogue of contract 9.5. Pure: the dashboard's picker shows it too.

const AVAILABLE: Record<PublicEventType, string> = {
  'subscriber.created': 'Somebody was added, in whatever way',
  'subscriber.activated': 'Somebody became active',
  'subscriber.unsubscribed': 'Somebody unsubscribed, or was unsubscribed',
  'subscriber.bounced': 'Mail to somebody bounced for good',
  'subscriber.complained': 'Somebody marked a mail as spam',
  'subscriber.subscribed_to_form': 'Somebody was added to a form',
  'subscriber.added_to_sequence': 'Somebody entered a sequence',
  'subscriber.sequence_completed': 'Somebody got the last email of a sequence',
  'subscriber.tag_added': 'Somebody was tagged',
  'subscriber.tag_removed': 'A tag was taken off somebody',
  'subscriber.custom_field_value_updated': 'The value of a custom field changed',
  'tag.created': 'A tag was made',
  'tag.deleted': 'A tag was deleted',
  'custom_field.created': 'A custom field was made',
  'custom_field.deleted': 'A custom field was deleted',
  'sequence.created': 'A sequence was made',
  'sequence.deleted': 'A sequence was deleted',
  'sequence.published': 'A sequence was switched on',
  'sequence.disabled': 'A sequence was switched off',
  'broadcast.created': 'A broadcast was made',
  'broadcast.sent': 'A broadcast was sent to everybody it was for',
  'broadcast.deleted': 'A broadcast was deleted',
  'post.published': 'A post was published',
}

/** Planned by the contract: /v4 refuses to subscribe to them, the dashboard offers them as previews (decision 0031). */
const PREVIEW: Record<PreviewEventType, string> = {
  'subscriber.product_purchased': 'Somebody bought a product',
  'subscriber.link_clicked': 'Somebody followed a link in a mail',
  'subscriber.email_opened': 'Somebody opened a mail',
  'landing_page.created': 'A landing page was made',
  'landing_page.deleted': 'A landing page was deleted',
}

export type EndpointEventType = PublicEventType | PreviewEventType

export const EVENT_TYPES = Object.keys(AVAILABLE) as PublicEventType[]
export const PREVIEW_TYPES = Object.keys(PREVIEW) as PreviewEventType[]
export const ALL_EVENT_TYPES: EndpointEventType[] = [...EVENT_TYPES, ...PREVIEW_TYPES]

export const isAvailable = (type: string): type is PublicEventType => type in AVAILABLE
export const isPreview = (type: string): type is PreviewEventType => type in PREVIEW

export interface EventGroup {
  noun: string
  events: { type: EndpointEventType; says: string; is_preview: boolean }[]
}

/** The catalogue by noun, in its own order. */
export const EVENT_GROUPS: EventGroup[] = groups()

function groups(): EventGroup[] {
  const found = new Map<string, EventGroup>()
  for (const [type, says] of Object.entries({ ...AVAILABLE, ...PREVIEW }) as [EndpointEventType, string][]) {
    const noun = (type.split('.')[0] ?? '').replace('_', ' ')
    const group = found.get(noun) ?? { noun: `${noun[0]?.toUpperCase()}${noun.slice(1)}s`, events: [] }
    found.set(noun, group)
    group.events.push({ type, says, is_preview: isPreview(type) })
  }
  return [...found.values()]
}
