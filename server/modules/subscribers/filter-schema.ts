import { z } from 'zod'
import { PageQuery } from '../../core/page/page.ts'
import { Flag, Id, named, storable, Timestamp } from '../../core/wire.ts'
import { parseInstant } from '../../lib/time/date-filter.ts'
import { Attribution, Location, SortOrder, SubscriberStats } from './schema.ts'
import { STATES } from './values-schema.ts'

// The grammar of contract 8.3. An error starts with the path of the invalid part. A parsed filter is plain JSON that parses to itself, so a
// segment can store it.

export const MAX_CONDITIONS = 100
const MAX_ENTRIES = 100
const MAX_VALUES = 1000
const MAX_TEXT = 2048

/** Checks the length before the elements, so ten thousand invalid elements are one error. */
export const list = <Item extends z.ZodType>(item: Item, { least, most }: { least: number; most: number }) =>
  z
    .array(z.unknown(), { error: ({ input }) => (input === undefined ? 'is required' : 'must be an array') })
    .min(least, 'must not be empty')
    .max(most, `must contain at most ${most} entries`)
    .pipe(z.array(item))

const Text = z
  .string({ error: 'must be a string' })
  .overwrite(storable)
  .max(MAX_TEXT, `must be at most ${MAX_TEXT} characters`)

const numeric = (value: unknown) =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value

export const Count = z.preprocess(numeric, z.int({ error: 'must be an integer' })).optional()

export const Degrees = (name: string, most: number) =>
  z.number({ error: 'must be a number' }).min(-most, `must be a ${name}`).max(most, `must be a ${name}`)

/** A date or timestamp as given. Blank and null: none. */
export const EventDate = z.preprocess(
  (value) => (value === '' || value === null ? undefined : value),
  z
    .string({ error: 'must be formatted YYYY-MM-DD' })
    .trim()
    .refine((text) => parseInstant(text) !== undefined, 'must be formatted YYYY-MM-DD')
    .optional(),
)

/** An extension of the contract: a window relative to now, so segments of recent activity stay current. */
const LastDays = z.preprocess(numeric, z.int({ error: 'must be an integer' }))
export const window = {
  after: EventDate,
  before: EventDate,
  last_days: LastDays.pipe(z.int().min(1, 'must be at least 1').max(1830, 'must be at most 1830')).optional(),
}

/** Objects that a filter names by id. A mechanism is the way a subscriber was added, such as an import, and may be deleted. */
export type FilterObject =
  | 'tag'
  | 'form'
  | 'field'
  | 'broadcast'
  | 'link'
  | 'mechanism'
  | 'sequence'
  | 'automation'
  | 'product'

/** The kind of object of each id schema. `filter/references.ts` finds ids by it, so every id must be registered. */
export const NAMED = z.registry<{ kind: FilterObject }>()

export const idsOf = (kind: FilterObject, least = 1) => list(Id, { least, most: MAX_VALUES }).register(NAMED, { kind })

const ByBroadcast = z.object({ type: z.literal('broadcasts'), ids: idsOf('broadcast') })

export const URL_MATCHINGS = ['exact', 'contains', 'starts_with', 'ends_with'] as const
const ByUrl = z
  .object({
    type: z.literal('urls'),
    urls: list(Text.min(1, 'must not be blank'), { least: 0, most: MAX_ENTRIES }).optional(),
    ids: idsOf('link', 0).optional(),
    matching: z.enum(URL_MATCHINGS, { error: `must be one of: ${URL_MATCHINGS.join(', ')}` }).default('exact'),
  })
  .refine(({ urls, ids }) => urls?.length || ids?.length, 'must have urls or ids')

const UNKNOWN_TYPE = 'is not a valid filter type'
const entries = <Entry extends z.ZodType>(entry: Entry) => list(entry, { least: 1, most: MAX_ENTRIES })

const counted = <Type extends string, Entry extends z.ZodType>(type: Type, entry: Entry) =>
  z.object({
    type: z.literal(type),
    count_greater_than: Count,
    count_greater_than_or_equal: Count,
    count_less_than: Count,
    count_less_than_or_equal: Count,
    ...window,
    any: entries(entry).nullish(),
  })

const SOURCE_TYPES = ['service_source', 'kit_source'] as const
const Names = list(Text, { least: 1, most: MAX_VALUES }).optional()
const BySource = z.object({
  type: z.enum(SOURCE_TYPES).transform(() => 'service_source' as const),
  source_type: Text.optional(),
  source_ids: idsOf('form').optional(),
  source_names: Names,
  mechanism: Text.optional(),
  mechanism_ids: idsOf('mechanism').optional(),
})

export const COMPARISONS = [
  'is',
  'contains',
  'has_value',
  'greater_than',
  'greater_than_or_equal',
  'less_than',
  'less_than_or_equal',
] as const

/** Decimal numbers that PostgreSQL's numeric can store. PostgreSQL's regular expressions accept the same. */
export const NUMBER = /^[ \t]*[-+]?([0-9]{1,100}(\.[0-9]{0,100})?|\.[0-9]{1,100})[ \t]*$/

const CustomFieldCondition = z
  .object({
    type: z.literal('custom_field'),
    subscriber_custom_field_id: Id.clone().register(NAMED, { kind: 'field' }),
    comparison: z.enum(COMPARISONS, { error: `must be one of: ${COMPARISONS.join(', ')}` }).default('is'),
    value: z
      .union([z.string(), z.number(), z.boolean(), z.null()], { error: 'must be a string' })
      .transform((value) => storable(String(value ?? '')))
      .pipe(Text)
      .optional(),
  })
  .superRefine(({ comparison, value }, issues) => {
    const refuse = (message: string) => issues.addIssue({ code: 'custom', path: ['value'], message })
    if (comparison === 'is' && value === undefined) refuse('must be given')
    if (comparison.includes('than') && !NUMBER.test(value ?? '')) refuse('must be a number')
  })

/** The contract's conditions: options of a union by `type`. */
export const CONDITIONS = [
  counted('opens', anyOf([ByBroadcast])),
  counted('clicks', anyOf([ByBroadcast, ByUrl])),
  counted('sent', anyOf([ByBroadcast])),
  counted('delivered', anyOf([ByBroadcast])),
  z.object({ type: z.literal('subscribed'), ...window }),
  z.object({
    type: z.literal('subscriber_state'),
    states: list(z.enum(STATES, { error: `must be one of: ${STATES.join(', ')}` }), { least: 1, most: 5 }),
  }),
  z.object({
    type: z.literal('tags'),
    any: entries(anyOf([z.object({ type: z.literal('ids'), matching: idsOf('tag') })])),
  }),
  z.object({
    type: z.literal('attribution'),
    any: entries(anyOf([z.object({ type: z.literal('forms'), ids: idsOf('form') }), BySource])),
  }),
  CustomFieldCondition,
  z.object({
    type: z.literal('location'),
    latitude: Degrees('latitude', 90),
    longitude: Degrees('longitude', 180),
    radius: z.number({ error: 'must be a number' }).positive('must be positive').max(25_000, 'must be at most 25000'),
  }),
] as const

// PHP encodes an empty object as an empty array.
const emptyObject = (value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value)

const Condition = z.preprocess(emptyObject, anyOf(CONDITIONS))
export type Condition = z.infer<typeof Condition>

export function anyOf<const Entries extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]]>(
  options: Entries,
) {
  return z.discriminatedUnion('type', options, { error: UNKNOWN_TYPE })
}

export const COUNTING_MODES = ['raw', 'unique_email'] as const

/** Conditions on subscribers: the body of the filter endpoint, and the definition of a segment. */
export const Filter = z.object({
  all: list(Condition, { least: 0, most: MAX_CONDITIONS }),
  counting_mode: z
    .enum(COUNTING_MODES, { error: `counting_mode must be one of: ${COUNTING_MODES.join(', ')}` })
    .default('raw'),
})
export type Filter = z.infer<typeof Filter>

const INCLUDES = ['attribution', 'tags', 'location', 'canceled_at', 'stats', 'custom_fields'] as const

const Include = z.object({
  type: z.enum(INCLUDES, { error: `must be one of: ${INCLUDES.join(', ')}` }),
  range: z.object({ start: EventDate, end: EventDate }).nullish(),
})

export const FILTER_SORTS = [
  'id',
  'first_name',
  'email_address',
  'created_at',
  'engagement__sent',
  'engagement__opens',
  'engagement__clicks',
  'engagement__open_rate',
  'engagement__click_rate',
  'location__distance',
] as const
export type FilterSort = (typeof FILTER_SORTS)[number]

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), schema.optional())

/** Paging parameters in the body override those in the query, so they have no defaults. */
export const FilterRequest = Filter.extend({
  include: list(Include, { least: 0, most: INCLUDES.length * 2 }).default([]),
  sort_field: optional(z.enum(FILTER_SORTS, { error: `sort_field must be one of: ${FILTER_SORTS.join(', ')}` })),
  sort_order: optional(SortOrder),
  after: optional(PageQuery.shape.after),
  before: optional(PageQuery.shape.before),
  per_page: optional(PageQuery.shape.per_page.unwrap()),
  include_total_count: optional(Flag),
})
export type FilterRequest = z.infer<typeof FilterRequest>

/** A row of the filter endpoint. Its ids are strings, unlike everywhere else (contract 8.3.4). */
export const FilteredSubscriber = named('FilteredSubscriber', {
  id: z.string(),
  first_name: z.string().nullable(),
  email_address: z.string(),
  created_at: Timestamp,
  tag_names: z.array(z.string()),
  tag_ids: z.array(z.string()),
  attribution: Attribution.optional(),
  tags: z.array(z.object({ id: z.int(), name: z.string() })).optional(),
  location: Location.nullable().optional(),
  canceled_at: Timestamp.nullable().optional(),
  stats: SubscriberStats.shape.stats.optional(),
  fields: z.record(z.string(), z.string().nullable()).optional(),
})
export type FilteredSubscriber = z.infer<typeof FilteredSubscriber>
