// Made from the OpenAPI document by npm run sdk.
export interface Subscriber {
  id: number
  first_name: string | null
  email_address: string
  state: string
  created_at: string
  fields: Record<string, string | null>
}

export interface Form {
  id: number
  name: string
  created_at: string
  type: string
  format: string | null
  archived: boolean
  uid: string
}

export interface Sequence {
  id: number
  name: string
  hold: boolean
  repeat: boolean
  created_at: string
  updated_at: string
  email_template_id: number | null
  active: boolean
}

export interface Tag {
  id: number
  name: string
  created_at: string
}

export interface CustomField {
  id: number
  name: string
  key: string
  label: string
}

export interface Broadcast {
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

export interface Post {
  id: number
  publication_id: number
  title: string
  slug: string | null
  published_at: string | null
  is_paid: boolean
  public_url: string | null
}

export interface Product {
  id: number
  pid: string
  name: string
  quantity: number
  unit_price: number
  sku: string | null
}

export interface Link {
  url: string
}

export interface Mail {
  broadcast_id: number | null
  sequence_email_id: number | null
  automation_email_id: number | null
  subject: string | null
}

export interface Import {
  id: number
  filename: string
  rows: number
  created: number
  updated: number
  invalid: number
}

export interface Purchase {
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
  products: {
    name: string
    pid: string
    lid: string
    quantity: number
    unit_price: number
    sku: string | null
  }[]
  source: string
}

export interface EventData {
  'subscriber.created': {
    subscriber: Subscriber
  }
  'subscriber.activated': {
    subscriber: Subscriber
  }
  'subscriber.unsubscribed': {
    subscriber: Subscriber
  }
  'subscriber.bounced': {
    subscriber: Subscriber
  }
  'subscriber.complained': {
    subscriber: Subscriber
  }
  'subscriber.subscribed_to_form': {
    subscriber: Subscriber
    form: Form
  }
  'subscriber.added_to_sequence': {
    subscriber: Subscriber
    sequence: Sequence
  }
  'subscriber.sequence_completed': {
    subscriber: Subscriber
    sequence: Sequence
  }
  'subscriber.tag_added': {
    subscriber: Subscriber
    tag: Tag
  }
  'subscriber.tag_removed': {
    subscriber: Subscriber
    tag: Tag
  }
  'subscriber.custom_field_value_updated': {
    subscriber: Subscriber
    custom_field: {
      id: number
      name: string
      key: string
      label: string
      value: string | null
    }
  }
  'subscriber.deleted': {
    subscriber_id: number
  }
  'tag.created': {
    tag: Tag
  }
  'tag.renamed': {
    tag: Tag
    previous_name: string
  }
  'tag.deleted': {
    tag: Tag
  }
  'custom_field.created': {
    custom_field: CustomField
  }
  'custom_field.deleted': {
    custom_field: CustomField
  }
  'sequence.created': {
    sequence: Sequence
  }
  'sequence.deleted': {
    sequence: Sequence
  }
  'sequence.published': {
    sequence: Sequence
  }
  'sequence.disabled': {
    sequence: Sequence
  }
  'broadcast.created': {
    broadcast: Broadcast
  }
  'broadcast.scheduled': {
    broadcast: Broadcast
  }
  'broadcast.sent': {
    broadcast: Broadcast
  }
  'broadcast.deleted': {
    broadcast: Broadcast
  }
  'post.published': {
    post: Post
  }
  'subscriber.product_purchased': {
    subscriber: Subscriber
    product: Product
    purchase_id: number
  }
  'subscriber.link_clicked': {
    subscriber: Subscriber
    link: Link
    mail: Mail
  }
  'subscriber.email_opened': {
    subscriber: Subscriber
    mail: Mail
  }
  'landing_page.created': {
    landing_page: Form
  }
  'landing_page.deleted': {
    landing_page: Form
  }
  'import.completed': {
    import: Import
  }
  'purchase.created': {
    purchase: Purchase
  }
}
