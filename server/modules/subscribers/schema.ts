import { z } from 'zod'
import { BigId, Flag, named, storable, Timestamp } from '../../core/wire.ts'
import { parseEmailAddress } from '../../lib/text/email-address.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { after, before } from '../../lib/time/date-filter.ts'
import { STATES } from './values-schema.ts'
export const State = z.enum(STATES)
export type State = z.infer<typeof State>

const nullable = z.string().nullable()

/** `fields` has every custom field of the account as a key, null where nothing is stored. */
export const Subscriber = named('Subscriber', {
  id: z.int().meta({ format: 'int64' }),
  first_name: nullable,
  email_address: z.string(),
  state: State,
  created_at: Timestamp,
  fields: z.record(z.string(), nullable),
})
export type Subscriber = z.infer<typeof Subscriber>

/** Without the values of custom fields. */
export const SlimSubscriber = Subscriber.omit({ fields: true }).meta({ id: 'SlimSubscriber' })
export type SlimSubscriber = z.infer<typeof SlimSubscriber>

export const Location = named('Location', {
  city: nullable,
  state: nullable,
  country: nullable,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  timezone: nullable,
})

/** Age of the counts of a large account's tags and forms. */
export interface CountedAt {
  counted_at: string
  /** They are old, and a job counts them again. */
  is_counting: boolean
}

/** A city of subscribers, and the middle of their locations in it. */
export interface Place {
  city: string
  region: string | null
  country: string | null
  latitude: number
  longitude: number
  subscribers: number
}

/** Origin of a subscriber. Set once, when the subscriber is created. */
export const Attribution = named('Attribution', {
  referrer: nullable,
  utm_source: nullable,
  utm_medium: nullable,
  utm_campaign: nullable,
  utm_term: nullable,
  utm_content: nullable,
  source_type: nullable,
  source_name: nullable,
  source_mechanism: nullable,
  source_mechanism_id: nullable,
})

const NamedTag = z.object({ id: z.int(), name: z.string() })

/** A single read always has the time of unsubscribing and the location. */
export const SubscriberDetail = Subscriber.extend({ canceled_at: Timestamp.nullable(), location: Location }).meta({
  id: 'SubscriberDetail',
})
export type SubscriberDetail = z.infer<typeof SubscriberDetail>

export const ListedSubscriber = Subscriber.partial({ fields: true })
  .extend({
    attribution: Attribution.optional(),
    tags: z.array(NamedTag).optional(),
    location: Location.nullable().optional(),
    canceled_at: Timestamp.nullable().optional(),
  })
  .meta({ id: 'ListedSubscriber' })
export type ListedSubscriber = z.infer<typeof ListedSubscriber>

/** One subscriber as the dashboard shows it. */
export const SubscriberProfile = SubscriberDetail.extend({
  updated_at: Timestamp,
  attribution: Attribution,
  tags: z.array(NamedTag.extend({ tagged_at: Timestamp })),
  consents: z.array(
    z.object({ source: z.string(), text: nullable, form_id: z.int().nullable(), ip: nullable, given_at: Timestamp }),
  ),
  /** True while accepted values wait for a job. */
  has_queued_fields: z.boolean(),
  /** False after an objection to the counting of opens and clicks. */
  is_tracked: z.boolean(),
  /** Another one than `email_address` after a change on the preference page that it has not agreed to. */
  owner_address: z.string(),
})
export type SubscriberProfile = z.infer<typeof SubscriberProfile>

export const SubscriberStats = named('SubscriberStats', {
  id: z.int().meta({ format: 'int64' }),
  stats: z.object({
    sent: z.int(),
    opened: z.int(),
    clicked: z.int(),
    bounced: z.int(),
    open_rate: z.number().meta({ description: 'Fraction of `sent`, three decimals.' }),
    click_rate: z.number().meta({ description: 'Fraction of `sent`, three decimals.' }),
    last_sent: Timestamp.nullable(),
    last_opened: Timestamp.nullable(),
    last_clicked: Timestamp.nullable(),
    sends_since_last_open: z.int(),
    sends_since_last_click: z.int(),
  }),
})
export type SubscriberStats = z.infer<typeof SubscriberStats>

export const StatsRange = z.object({
  email_sent_after: after('email_sent_after'),
  email_sent_before: before('email_sent_before'),
})
export type StatsRange = z.infer<typeof StatsRange>

const INVALID_ADDRESS = 'Email address is invalid'

/** Transforms to a trimmed address in lower case. */
export const EmailAddress = z
  .string({ error: INVALID_ADDRESS })
  .transform((text, issues) => parseEmailAddress(text) ?? refuse(INVALID_ADDRESS, issues))
  .meta({ type: 'string', format: 'email' })

/** Blank is the same as null: no name. */
export const FirstName = z
  .string({ error: 'must be a string' })
  .overwrite(singleLine)
  .trim()
  .max(255, 'First name is too long')
  .transform((name) => name || null)
  .nullable()
  .meta({ type: ['string', 'null'], maxLength: 255 })

export const MAX_FIELDS = 140
const MAX_VALUE_BYTES = 65_535

/** Null and '' clear the value. Numbers and booleans are stored as text. */
export const FieldValue = z
  .union([z.string(), z.number(), z.boolean(), z.null()], { error: 'must be a string' })
  .transform((value) => (value === null || value === '' ? null : storable(String(value))))
  .refine((value) => !value || new TextEncoder().encode(value).length <= MAX_VALUE_BYTES, 'value is too long')
  .meta({ type: ['string', 'null'] })

/** Values by key. PHP sends an empty object as an empty array. */
export const FieldValues = z
  .preprocess(
    (value) => (value === null || (Array.isArray(value) && value.length === 0) ? {} : value),
    z
      .record(z.string(), FieldValue, { error: 'must be an object' })
      .refine((values) => Object.keys(values).length <= MAX_FIELDS, {
        error: `fields cannot contain more than ${MAX_FIELDS} custom fields`,
      }),
  )
  .meta({ type: 'object', additionalProperties: { type: ['string', 'null'] }, maxProperties: MAX_FIELDS })
export type FieldValues = z.infer<typeof FieldValues>

/** `state` is used only for a new subscriber. */
export const SubscriberInput = z.object({
  email_address: EmailAddress,
  first_name: FirstName.optional(),
  state: z.enum(STATES, { error: 'State is not included in the list' }).nullish(),
  fields: FieldValues.optional(),
})
export type SubscriberInput = z.infer<typeof SubscriberInput>

/** Names a subscriber by address. The service checks that it is given, because the error text depends on the operation. */
export const ByAddress = z.object({
  email_address: z
    .preprocess((value) => (typeof value === 'string' ? value : null), z.string().nullable())
    .optional()
    .meta({ type: 'string', format: 'email' }),
})
export type ByAddress = z.infer<typeof ByAddress>

/** A subscriber whom the creator adds manually, with a note of how they agreed. */
export const ManualSubscriber = SubscriberInput.extend({
  consent_text: z.string().overwrite(storable).trim().max(2000, 'Consent note is too long').nullish(),
})

export type ManualSubscriber = z.infer<typeof ManualSubscriber>

/** Only the given properties change. */
export const SubscriberChange = z.object({
  email_address: EmailAddress.optional(),
  first_name: FirstName.optional(),
  fields: FieldValues.optional(),
})
export type SubscriberChange = z.infer<typeof SubscriberChange>

export const RestoreInput = z.object({
  id: BigId,
  reason: z
    .string()
    .trim()
    .overwrite(storable)
    .min(1, { error: 'Reason can’t be blank. Explain how you know that this mailbox works.' })
    .max(500, { error: 'Reason is too long (at most 500 characters)' }),
})

const STATUSES = ['active', 'inactive', 'bounced', 'complained', 'cancelled', 'all'] as const

export const Status = z.enum(STATUSES, { error: `status must be one of: ${STATUSES.join(', ')}` })

const ENGAGEMENT_SORTS = [
  'engagement__sent',
  'engagement__opens',
  'engagement__clicks',
  'engagement__open_rate',
  'engagement__click_rate',
] as const
const SORTS = ['id', 'created_at', 'updated_at', 'cancelled_at', ...ENGAGEMENT_SORTS] as const

export const SortField = z
  .preprocess(
    (value) => (value === 'canceled_at' ? 'cancelled_at' : value),
    z.enum(SORTS, { error: `sort_field must be one of: ${SORTS.join(', ')}` }),
  )
  .meta({ type: 'string', enum: [...SORTS] })
export type SortField = z.infer<typeof SortField>

export const SortOrder = z.enum(['asc', 'desc'], { error: 'sort_order must be one of: asc, desc' })

const INCLUDES = ['attribution', 'tags', 'location', 'canceled_at'] as const
export type Include = (typeof INCLUDES)[number]

export const SubscriberFilter = z.object({
  email_address: z
    .string()
    .transform((text) => text.split(',').filter((part) => part.trim() !== ''))
    .pipe(z.array(EmailAddress))
    .optional()
    .meta({ type: 'string', description: 'One address, or several separated by commas.' }),
  status: Status.default('active'),
  created_after: after('created_after'),
  created_before: before('created_before'),
  updated_after: after('updated_after'),
  updated_before: before('updated_before'),
  slim: Flag.default(false).meta({ type: 'boolean', description: 'Leaves out `fields`.' }),
  include: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .pipe(z.array(z.enum(INCLUDES, { error: `include must be one of: ${INCLUDES.join(', ')}` })))
    .default([])
    .meta({ type: 'string', description: `Any of ${INCLUDES.join(', ')}, separated by commas.` }),
  sort_field: SortField.default('id'),
  sort_order: SortOrder.default('desc'),
})
export type SubscriberFilter = z.infer<typeof SubscriberFilter>

/** Query of the subscribers of a form or sequence. */
export const MemberFilter = z.object({
  status: Status.default('active'),
  created_after: after('created_after'),
  created_before: before('created_before'),
  added_after: after('added_after'),
  added_before: before('added_before'),
  slim: SubscriberFilter.shape.slim,
})
export type MemberFilter = z.infer<typeof MemberFilter>

function refuse(message: string, issues: z.RefinementCtx): never {
  issues.addIssue({ code: 'custom', message })
  return z.NEVER
}
