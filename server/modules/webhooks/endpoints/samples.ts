import type { DomainEvent } from '../../../core/events.ts'
import { iso } from '../../../core/wire.ts'
import type { EndpointEventType } from '../event-schema.ts'

/** Returns sample data of an event type. Its objects do not exist. */
export function sampleOf(type: EndpointEventType, now: Date): Record<string, unknown> {
  return samples(iso(now))[type]
}

function samples(at: string): { [Type in EndpointEventType]: DomainEvent[Type] & Record<string, unknown> } {
  const subscriber = {
    id: 9001,
    first_name: 'Lin',
    email_address: 'lin@example.net',
    state: 'active',
    created_at: at,
    fields: { last_name: 'Ito' },
  }
  const tag = { id: 3, name: 'Beta readers', created_at: at }
  const custom_field = { id: 7, name: 'service_field_7_last_name', key: 'last_name', label: 'Last name' }
  const form = {
    id: 12,
    name: 'Spring workshop',
    created_at: at,
    type: 'embed',
    format: 'inline',
    archived: false,
    uid: '5f2b9c1d7e',
  }
  const landing_page = { ...form, type: 'hosted', format: null }
  const sequence = {
    id: 5,
    name: 'Welcome',
    hold: false,
    repeat: false,
    created_at: at,
    updated_at: at,
    email_template_id: null,
    active: true,
  }
  const broadcast = {
    id: 41,
    publication_id: 100041,
    created_at: at,
    subject: 'What grew this week',
    preview_text: 'Three beds, one lesson',
    description: null,
    public: true,
    published_at: at,
    send_at: at,
    status: 'completed',
  }
  const post = {
    id: 17,
    publication_id: 100041,
    title: 'What grew this week',
    slug: 'what-grew-this-week',
    published_at: at,
    is_paid: false,
    public_url: 'https://mail.example.com/p/1/what-grew-this-week',
  }
  const mail = { broadcast_id: 41, sequence_email_id: null, subject: 'What grew this week' }
  const state = (value: string) => ({ subscriber: { ...subscriber, state: value } })
  return {
    'subscriber.created': { subscriber },
    'subscriber.activated': { subscriber },
    'subscriber.unsubscribed': state('cancelled'),
    'subscriber.bounced': state('bounced'),
    'subscriber.complained': state('complained'),
    'subscriber.subscribed_to_form': { subscriber, form },
    'subscriber.added_to_sequence': { subscriber, sequence },
    'subscriber.sequence_completed': { subscriber, sequence },
    'subscriber.tag_added': { subscriber, tag },
    'subscriber.tag_removed': { subscriber, tag },
    'subscriber.custom_field_value_updated': { subscriber, custom_field: { ...custom_field, value: 'Ito' } },
    'tag.created': { tag },
    'tag.deleted': { tag },
    'custom_field.created': { custom_field },
    'custom_field.deleted': { custom_field },
    'sequence.created': { sequence },
    'sequence.deleted': { sequence: { ...sequence, active: false } },
    'sequence.published': { sequence },
    'sequence.disabled': { sequence: { ...sequence, active: false } },
    'broadcast.created': { broadcast: { ...broadcast, status: 'draft', published_at: null, send_at: null } },
    'broadcast.sent': { broadcast },
    'broadcast.deleted': { broadcast: { ...broadcast, status: 'draft', published_at: null, send_at: null } },
    'post.published': { post },
    'subscriber.product_purchased': {
      subscriber,
      product: { id: 2, pid: 'course-1', name: 'Spring course', quantity: 1, unit_price: 49, sku: null },
      purchase_id: 8,
    },
    'subscriber.link_clicked': { subscriber, link: { url: 'https://example.com/beds' }, mail },
    'subscriber.email_opened': { subscriber, mail },
    'landing_page.created': { landing_page },
    'landing_page.deleted': { landing_page },
  }
}
