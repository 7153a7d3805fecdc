// Written by `npm run sdk` from the table of events (table.ts). Without zod: pages of the dashboard load it.

export const EVENT_LABELS = {
  public: {
    'subscriber.created': 'A subscriber is added',
    'subscriber.activated': 'A subscriber becomes active',
    'subscriber.unsubscribed': 'A subscriber unsubscribes',
    'subscriber.bounced': 'An email to a subscriber bounces',
    'subscriber.complained': 'A subscriber reports an email as spam',
    'subscriber.subscribed_to_form': 'A subscriber is added to a form',
    'subscriber.added_to_sequence': 'A subscriber enters a sequence',
    'subscriber.sequence_completed': 'A subscriber finishes a sequence',
    'subscriber.tag_added': 'A subscriber is tagged',
    'subscriber.tag_removed': 'A tag is removed from a subscriber',
    'subscriber.custom_field_value_updated': 'A custom field of a subscriber changes',
    'tag.created': 'A tag is created',
    'tag.deleted': 'A tag is deleted',
    'custom_field.created': 'A custom field is created',
    'custom_field.deleted': 'A custom field is deleted',
    'sequence.created': 'A sequence is created',
    'sequence.deleted': 'A sequence is deleted',
    'sequence.published': 'A sequence is published',
    'sequence.disabled': 'A sequence is disabled',
    'broadcast.created': 'A broadcast is created',
    'broadcast.sent': 'A broadcast has been sent',
    'broadcast.deleted': 'A broadcast is deleted',
    'post.published': 'A post is published',
  },
  preview: {
    'subscriber.product_purchased': 'A subscriber buys a product',
    'subscriber.link_clicked': 'A subscriber clicks a link in an email',
    'subscriber.email_opened': 'A subscriber opens an email',
    'landing_page.created': 'A landing page is created',
    'landing_page.deleted': 'A landing page is deleted',
  },
  legacy: {
    'purchase.created': 'A purchase is created',
  },
} as const
