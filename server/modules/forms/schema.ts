import { z } from 'zod'
import { Id, LooseId, named, storable, Timestamp } from '../../core/wire.ts'
import { ByAddress, Subscriber } from '../subscribers/schema.ts'
import { FORM_FORMATS, FORM_STATUSES } from './values-schema.ts'

const nullable = z.string().nullable()
export type FormStatus = (typeof FORM_STATUSES)[number]
export const FORM_TYPES = ['embed', 'hosted'] as const

/** A form on another site (`embed`) or a landing page (`hosted`); contract 8.7. */
export const Form = named('Form', {
  id: z.int(),
  name: z.string(),
  created_at: Timestamp,
  type: z.enum(FORM_TYPES),
  format: z.enum(FORM_FORMATS).nullable().meta({ description: 'Null for landing pages.' }),
  embed_js: z.string().meta({ format: 'uri', description: 'A script that shows the form in its place.' }),
  embed_url: z.string().meta({ format: 'uri', description: 'The public page of the form.' }),
  archived: z.boolean(),
  uid: z.string(),
})
export type Form = z.infer<typeof Form>

/** `subscriber_count` counts active subscribers and is returned on request. */
export const ListedForm = Form.extend({ subscriber_count: z.int().optional() }).meta({ id: 'ListedForm' })
export type ListedForm = z.infer<typeof ListedForm>

const LISTED_STATUSES = [...FORM_STATUSES, 'all'] as const

export const FormFilter = z.object({
  status: z
    .enum(LISTED_STATUSES, { error: `status must be one of: ${LISTED_STATUSES.join(', ')}` })
    .default('active')
    .meta({ description: 'A landing page that was never published is listed with `all` only.' }),
  type: z.enum(FORM_TYPES, { error: `type must be one of: ${FORM_TYPES.join(', ')}` }).optional(),
  include: z.enum(['subscriber_count'], { error: 'include must be one of: subscriber_count' }).optional(),
})
export type FormFilter = z.infer<typeof FormFilter>

/** The UTM parameters in the referrer; all five members are always present. */
export const UtmParameters = named('UtmParameters', {
  source: nullable,
  medium: nullable,
  campaign: nullable,
  term: nullable,
  content: nullable,
})

/** A subscriber in a form's list. */
export const FormSubscriber = Subscriber.extend({
  added_at: Timestamp,
  referrer: nullable,
  referrer_utm_parameters: UtmParameters,
})
  .partial({ fields: true })
  .meta({ id: 'FormSubscriber' })
export type FormSubscriber = z.infer<typeof FormSubscriber>

export const MAX_REFERRER = 2048

/** The address that led to the form, stored as given even when invalid; blank means none. */
export const Referrer = z
  .string({ error: 'must be a string' })
  .overwrite(storable)
  .max(MAX_REFERRER, 'Referrer is too long')
  .transform((text) => (text.trim() === '' ? null : text))
  .nullish()
  .meta({ type: ['string', 'null'], maxLength: MAX_REFERRER, description: 'UTM parameters are read from its query.' })

export const FormAddition = z.object({ referrer: Referrer })
export type FormAddition = z.infer<typeof FormAddition>
export const FormAdditionByAddress = ByAddress.extend({ referrer: Referrer })
export type FormAdditionByAddress = z.infer<typeof FormAdditionByAddress>

/** One addition in a bulk request. */
export const BulkAddition = z.object({ form_id: LooseId, subscriber_id: LooseId, referrer: Referrer })
export type BulkAddition = z.infer<typeof BulkAddition>

/** In failures, the id that does not exist is null. */
export const BulkAdditionEcho = z.object({ form_id: LooseId, subscriber_id: LooseId, referrer: nullable })
export type BulkAdditionEcho = z.infer<typeof BulkAdditionEcho>

/** A subscriber in the response of a bulk addition. */
export const BulkFormSubscriber = FormSubscriber.omit({ state: true, fields: true }).meta({ id: 'BulkFormSubscriber' })
export type BulkFormSubscriber = z.infer<typeof BulkFormSubscriber>

/** Forms of an earlier generation, which do not exist here (contract 8.7.6). */
export const LegacyLandingPage = named('LegacyLandingPage', {
  id: z.int(),
  name: z.string(),
  created_at: Timestamp,
  type: z.enum(FORM_TYPES),
  url: z.string(),
})
export type LegacyLandingPage = z.infer<typeof LegacyLandingPage>
export const LegacyFilter = FormFilter.pick({ type: true })

export const RecommendationsScript = named('RecommendationsScript', { enabled: z.boolean(), embed_js: nullable })
export type RecommendationsScript = z.infer<typeof RecommendationsScript>

export const ById = z.object({ id: Id })
