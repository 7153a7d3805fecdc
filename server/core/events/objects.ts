import { z } from 'zod'

// Objects in the data of events (contract 9.5), each with a sample.

export interface EventPart<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  /** `at` is the time of the sample in the format of contract 0.4. */
  sample: (at: string) => z.output<Schema>
}

const part = <Schema extends z.ZodType>(schema: Schema, sample: (at: string) => z.output<Schema>) => ({
  schema,
  sample,
})

/** Returns the same object with other sample values. */
const like = <Schema extends z.ZodObject>(original: EventPart<Schema>, change: Partial<z.output<Schema>>) =>
  part(original.schema, (at) => ({ ...original.sample(at), ...change }))

const text = z.string()
const number = z.number()
const id = z.int()

export const subscriber = part(
  z.object({
    id,
    first_name: text.nullable(),
    email_address: text,
    state: text,
    created_at: text,
    fields: z.record(text, text.nullable()),
  }),
  (created_at) => ({
    id: 9001,
    first_name: 'Lin',
    email_address: 'lin@example.net',
    state: 'active',
    created_at,
    fields: { last_name: 'Ito' },
  }),
)
/** All that is left of a deleted subscriber. */
export const subscriber_id = part(id, () => 9001)
export const subscriberIn = (state: string) => like(subscriber, { state })

export const tag = part(z.object({ id, name: text, created_at: text }), (created_at) => ({
  id: 3,
  name: 'Beta',
  created_at,
}))

/** The name before. */
export const previous_name = part(text, () => 'Betta')

export const custom_field = part(z.object({ id, name: text, key: text, label: text }), () => ({
  id: 7,
  name: 'service_field_7_last_name',
  key: 'last_name',
  label: 'Last name',
}))
export const custom_field_with_value = part(custom_field.schema.extend({ value: text.nullable() }), (at) => ({
  ...custom_field.sample(at),
  value: 'Ito',
}))

export const form = part(
  z.object({
    id,
    name: text,
    created_at: text,
    type: text,
    format: text.nullable(),
    archived: z.boolean(),
    uid: text,
  }),
  (created_at) => ({
    id: 12,
    name: 'Spring workshop',
    created_at,
    type: 'embed',
    format: 'inline',
    archived: false,
    uid: '5f2b9c1d7e',
  }),
)
export const landing_page = like(form, { type: 'hosted', format: null })

export const sequence = part(
  z.object({
    id,
    name: text,
    hold: z.boolean(),
    repeat: z.boolean(),
    created_at: text,
    updated_at: text,
    email_template_id: id.nullable(),
    active: z.boolean(),
  }),
  (at) => ({
    id: 5,
    name: 'Welcome',
    hold: false,
    repeat: false,
    created_at: at,
    updated_at: at,
    email_template_id: null,
    active: true,
  }),
)
export const inactive_sequence = like(sequence, { active: false })

export const broadcast = part(
  z.object({
    id,
    publication_id: id,
    created_at: text,
    subject: text.nullable(),
    preview_text: text.nullable(),
    description: text.nullable(),
    public: z.boolean(),
    published_at: text.nullable(),
    send_at: text.nullable(),
    status: text,
  }),
  (at) => ({
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
  }),
)
export const draft = like(broadcast, { status: 'draft', published_at: null, send_at: null })

export const scheduled_broadcast = like(broadcast, { status: 'scheduled', published_at: null })

export const post = part(
  z.object({
    id,
    publication_id: id,
    title: text,
    slug: text.nullable(),
    published_at: text.nullable(),
    is_paid: z.boolean(),
    public_url: text.nullable(),
  }),
  (published_at) => ({
    id: 17,
    publication_id: 100041,
    title: 'What grew this week',
    slug: 'what-grew-this-week',
    published_at,
    is_paid: false,
    public_url: 'https://mail.example.com/p/1/what-grew-this-week',
  }),
)

/** The product, with the data of one purchase line. */
export const product = part(
  z.object({ id, pid: text, name: text, quantity: number, unit_price: number, sku: text.nullable() }),
  () => ({ id: 2, pid: 'course-1', name: 'Spring course', quantity: 1, unit_price: 49, sku: null }),
)
export const purchase_id = part(id, () => 8)

/** The broadcast, sequence email or automation email that was opened or clicked. */
export const mail = part(
  z.object({
    broadcast_id: id.nullable(),
    sequence_email_id: id.nullable(),
    automation_email_id: id.nullable(),
    subject: text.nullable(),
  }),
  () => ({ broadcast_id: 41, sequence_email_id: null, automation_email_id: null, subject: 'What grew this week' }),
)
export const link = part(z.object({ url: text }), () => ({ url: 'https://example.com/beds' }))

/** The counts of a file's rows. */
export const imported = part(
  z.object({ id, filename: text, rows: number, created: number, updated: number, invalid: number }),
  () => ({ id: 6, filename: 'subscribers.csv', rows: 1200, created: 1000, updated: 180, invalid: 20 }),
)

export const purchase = part(
  z.object({
    id,
    transaction_id: text,
    subscriber_id: id,
    status: text,
    email_address: text,
    currency: text,
    transaction_time: text,
    subtotal: number,
    discount: number,
    tax: number,
    shipping: number,
    total: number,
    products: z.array(
      z.object({ name: text, pid: text, lid: text, quantity: number, unit_price: number, sku: text.nullable() }),
    ),
    source: text,
  }),
  (transaction_time) => ({
    id: 8,
    transaction_id: 'T-8',
    subscriber_id: 9001,
    status: 'paid',
    email_address: 'lin@example.net',
    currency: 'USD',
    transaction_time,
    subtotal: 49,
    discount: 0,
    tax: 0,
    shipping: 0,
    total: 49,
    products: [{ name: 'Spring course', pid: 'course-1', lid: '1', quantity: 1, unit_price: 49, sku: null }],
    source: 'api',
  }),
)
