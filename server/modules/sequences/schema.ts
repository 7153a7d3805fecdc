import { z } from 'zod'
import { Flag, Id, missing, named, OptionalId, Timestamp } from '../../core/wire.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { isTimeZone } from '../../lib/time/time-zone.ts'
import { Subscriber } from '../subscribers/schema.ts'

/** In week order, as in responses. */
export const SEND_DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export const Weekday = z.enum(SEND_DAYS, { error: 'send_days must be days of the week' })
export type Weekday = z.infer<typeof Weekday>

export const SOURCE_TYPES = ['tag', 'sequence', 'form', 'segment'] as const

/** Subscribers in these sources are skipped when an email is due. */
export const ExcludedSource = named('ExcludedSource', { type: z.enum(SOURCE_TYPES), ids: z.array(z.int()) })
export type ExcludedSource = z.infer<typeof ExcludedSource>

const count = z.int().nullable()
const rate = z.number().nullable().meta({ description: 'Percent of `recipients`, two decimals.' })

/** All null except `unsubscribers` before the first message. Rates are percent (contract 12). */
export const SequenceStats = named('SequenceStats', {
  unsubscribers: z.int().meta({ description: 'Subscribers of the sequence who have unsubscribed.' }),
  recipients: count,
  opens: count,
  clicks: count,
  email_unsubscribes: count,
  bounces: count,
  complaints: count,
  open_rate: rate,
  click_rate: rate,
  click_to_open_rate: z.number().nullable().meta({ description: 'Percent of `opens`, two decimals.' }),
  unsubscribe_rate: rate,
  bounce_rate: rate,
  complaint_rate: rate,
})
export type SequenceStats = z.infer<typeof SequenceStats>

export const Sequence = named('Sequence', {
  id: z.int(),
  name: z.string(),
  hold: z.boolean().meta({ description: 'Subscribers stay after the last email instead of completing.' }),
  repeat: z.boolean().meta({ description: 'Subscribers who completed can start again.' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  email_address: z.string().nullable().meta({ description: 'Null is the account’s default sender.' }),
  email_template_id: z.int().nullable(),
  send_days: z.array(Weekday),
  send_hour: z.int().meta({ minimum: 0, maximum: 23 }),
  time_zone: z.string(),
  active: z.boolean(),
  exclude_subscriber_sources: z.array(ExcludedSource),
  email_count: z.int().meta({ description: 'Published emails.' }),
  subscriber_count: z.int().meta({ description: 'Active subscribers.' }),
  stats: SequenceStats.optional().meta({ description: 'With `include=stats`.' }),
})
export type Sequence = z.infer<typeof Sequence>

export const WithStats = z.object({
  include: z.enum(['stats'], { error: 'include must be one of: stats' }).optional(),
})
export type WithStats = z.infer<typeof WithStats>

/** Treats null as absent where it is not allowed, because some clients send every key. */
export const absent = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === null ? undefined : value), schema.optional())

const whole = (value: unknown) =>
  typeof value === 'string' && /^-?\d{1,9}$/.test(value.trim()) ? Number(value) : value

const SEND_HOUR = 'send_hour must be an integer between 0 and 23'
const SOURCE = 'exclude_subscriber_sources must be a list of types with their ids'

/** An empty list means absent, because the official client sends one without days. */
const SendDays = z
  .array(Weekday, { error: 'send_days must be days of the week' })
  .nullish()
  .transform((days) => (days?.length ? inWeekOrder(days) : undefined))
  .meta({ type: 'array', items: { type: 'string', enum: [...SEND_DAYS] } })

/** Grouped by type. Drops sources without ids. */
const ExcludedSources = z
  .array(
    z.preprocess(
      (value) => (Array.isArray(value) && value.length === 0 ? { type: 'tag', ids: [] } : value),
      z.object(
        {
          type: z.enum(SOURCE_TYPES, {
            error: `exclude_subscriber_sources type must be one of: ${SOURCE_TYPES.join(', ')}`,
          }),
          ids: z.array(Id, { error: SOURCE }).max(1000),
        },
        { error: SOURCE },
      ),
    ),
    { error: SOURCE },
  )
  .nullish()
  .transform((sources): ExcludedSource[] | undefined => (sources === undefined ? undefined : grouped(sources ?? [])))
  .meta({
    type: ['array', 'null'],
    items: {
      type: 'object',
      properties: {
        type: { type: 'string', enum: [...SOURCE_TYPES] },
        ids: { type: 'array', items: { type: 'integer' } },
      },
    },
  })

const settings = {
  hold: absent(Flag).meta({ type: 'boolean' }),
  repeat: absent(Flag).meta({ type: 'boolean' }),
  active: absent(Flag).meta({ type: 'boolean' }),
  email_address: z
    .string({ error: 'must be an address' })
    .overwrite(normalizeEmailAddress)
    .max(254)
    .transform((address) => address || null)
    .nullish()
    .meta({ type: ['string', 'null'] }),
  email_template_id: OptionalId.optional(),
  send_days: SendDays.optional(),
  send_hour: absent(z.preprocess(whole, z.int({ error: SEND_HOUR }).min(0, SEND_HOUR).max(23, SEND_HOUR))).meta({
    type: 'integer',
    minimum: 0,
    maximum: 23,
  }),
  time_zone: absent(
    z.string({ error: 'time_zone is not a valid time zone' }).refine(isTimeZone, 'time_zone is not a valid time zone'),
  ).meta({ type: 'string', description: 'IANA name; by default the account’s.' }),
  exclude_subscriber_sources: ExcludedSources.optional(),
}

export const MAX_NAME_LENGTH = 255
const Name = z
  .string(missing("name can't be blank"))
  .overwrite(singleLine)
  .trim()
  .min(1, "name can't be blank")
  .max(MAX_NAME_LENGTH, `name is too long (maximum is ${MAX_NAME_LENGTH} characters)`)

export const SequenceInput = z.object({ name: Name, ...settings })
export type SequenceInput = z.infer<typeof SequenceInput>

/** Absent properties are unchanged. */
export const SequenceChange = z.object({ name: Name.optional(), ...settings })
export type SequenceChange = z.infer<typeof SequenceChange>

/** A subscriber in a sequence's list. */
export const EnrolledSubscriber = Subscriber.extend({ added_at: Timestamp })
  .partial({ fields: true })
  .meta({ id: 'EnrolledSubscriber' })
export type EnrolledSubscriber = z.infer<typeof EnrolledSubscriber>

/** Returns the days without duplicates, Monday first. */
export const inWeekOrder = (days: readonly Weekday[]): Weekday[] => SEND_DAYS.filter((day) => days.includes(day))

function grouped(sources: readonly ExcludedSource[]): ExcludedSource[] {
  return SOURCE_TYPES.map((type) => {
    const ids = sources.filter((source) => source.type === type).flatMap((source) => source.ids)
    return { type, ids: [...new Set(ids)].sort((a, b) => a - b) }
  }).filter(({ ids }) => ids.length > 0)
}
