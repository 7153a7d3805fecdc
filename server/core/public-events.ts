import type { PublicEventType } from './events.ts'

/** The catalogue of contract 9.5 in plain words, in the order in which people choose from it. */
export const EVENT_LABELS: Record<PublicEventType, string> = {
  'subscriber.created': 'Somebody is added',
  'subscriber.activated': 'Somebody becomes active',
  'subscriber.unsubscribed': 'Somebody unsubscribes',
  'subscriber.bounced': 'Mail to somebody bounces',
  'subscriber.complained': 'Somebody reports mail as spam',
  'subscriber.subscribed_to_form': 'Somebody fills in a form',
  'subscriber.added_to_sequence': 'Somebody enters a sequence',
  'subscriber.sequence_completed': 'Somebody finishes a sequence',
  'subscriber.tag_added': 'Somebody is tagged',
  'subscriber.tag_removed': 'Somebody loses a tag',
  'subscriber.custom_field_value_updated': 'A custom field of somebody changes',
  'tag.created': 'A tag is created',
  'tag.deleted': 'A tag is deleted',
  'custom_field.created': 'A custom field is created',
  'custom_field.deleted': 'A custom field is deleted',
  'sequence.created': 'A sequence is created',
  'sequence.deleted': 'A sequence is deleted',
  'sequence.published': 'A sequence is switched on',
  'sequence.disabled': 'A sequence is switched off',
  'broadcast.created': 'A broadcast is created',
  'broadcast.sent': 'A broadcast has been sent',
  'broadcast.deleted': 'A broadcast is deleted',
  'post.published': 'A post is published',
}

export const PUBLIC_EVENTS = Object.keys(EVENT_LABELS) as [PublicEventType, ...PublicEventType[]]
