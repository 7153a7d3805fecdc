import { z } from 'zod'
import { Id } from '../../core/wire.ts'
import { isCountryCode } from '../../lib/text/country-codes.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import {
  anyOf,
  CONDITIONS,
  type Condition,
  Count,
  Degrees,
  Filter,
  idsOf,
  list,
  MAX_CONDITIONS,
  NAMED,
  window,
} from './filter-schema.ts'

// Conditions of a segment, which include the filter of the contract: also groups, negation and more conditions (decision 0016).

export const MATCHES = ['all', 'any', 'none'] as const
export type Match = (typeof MATCHES)[number]

export const DISTANCE_UNITS = ['km', 'mi'] as const
export type DistanceUnit = (typeof DISTANCE_UNITS)[number]

export const SEQUENCE_STATUSES = ['any', 'active', 'completed'] as const
export const AUTOMATION_STATUSES = ['any', 'in', 'completed'] as const

/** By the last open or click, machines' not counted: within 30, 31 to 90, or 91 to 180 days; none: longer ago or never, though mail was sent within 90. */
export const ENGAGEMENT_LEVELS = ['high', 'medium', 'low', 'none'] as const
export type EngagementLevel = (typeof ENGAGEMENT_LEVELS)[number]

/** Days from or to today, in the account's time zone. */
const Days = Count.unwrap().pipe(z.int().min(0, 'must be at least 0').max(3660, 'must be at most 3660')).optional()

const Amount = z
  .number({ error: 'must be a number' })
  .min(0, 'must be at least 0')
  .max(1e10, 'must be at most 10000000000')

const MORE = [
  z.object({
    type: z.literal('sequences'),
    ids: idsOf('sequence'),
    status: z.enum(SEQUENCE_STATUSES, { error: `must be one of: ${SEQUENCE_STATUSES.join(', ')}` }).default('any'),
  }),
  z.object({
    type: z.literal('automations'),
    ids: idsOf('automation'),
    status: z.enum(AUTOMATION_STATUSES, { error: `must be one of: ${AUTOMATION_STATUSES.join(', ')}` }).default('any'),
  }),
  /** At least a number of paid purchases, of these products if any are named, which together cost at least an amount. */
  z
    .object({
      type: z.literal('purchases'),
      product_ids: idsOf('product', 0).optional(),
      count_greater_than_or_equal: Count.unwrap().pipe(z.int().min(1, 'must be at least 1').max(100_000)).default(1),
      total_greater_than_or_equal: Amount.optional(),
      /** Currency of the total, as in the purchases: amounts of two currencies cannot be added. */
      currency: z
        .string({ error: 'must be a currency' })
        .trim()
        .toUpperCase()
        .regex(/^[A-Z]{3}$/, 'must be a currency code such as USD')
        .optional(),
      ...window,
    })
    .refine(({ total_greater_than_or_equal: total, currency }) => total === undefined || currency !== undefined, {
      path: ['currency'],
      message: 'must be given with a total',
    }),
  /** A custom field that holds a date, YYYY-MM-DD with or without a time: within all given bounds, which are inclusive. */
  z
    .object({
      type: z.literal('date_field'),
      subscriber_custom_field_id: Id.clone().register(NAMED, { kind: 'field' }),
      after: window.after,
      before: window.before,
      last_days: Days,
      next_days: Days,
      /** True if only month and day count, as for a birthday; with `last_days` or `next_days` of at most 365. */
      yearly: z.boolean({ error: 'must be true or false' }).optional(),
    })
    .superRefine(({ yearly, last_days, next_days, after, before }, issues) => {
      const refuse = (path: string, message: string) => issues.addIssue({ code: 'custom', path: [path], message })
      if (!yearly) return
      if (after !== undefined || before !== undefined) refuse('yearly', 'cannot be combined with after or before')
      if (last_days === undefined && next_days === undefined) refuse('yearly', 'needs last_days or next_days')
      if ((last_days ?? 0) > 365 || (next_days ?? 0) > 365) refuse('yearly', 'takes at most 365 days')
    }),
  /** One of the labels of a custom field with several choices, whole and in any case. A blank one is any label. */
  z.object({
    type: z.literal('choice_field'),
    subscriber_custom_field_id: Id.clone().register(NAMED, { kind: 'field' }),
    value: z.string({ error: 'must be a string' }).overwrite(singleLine).trim().max(255, 'is too long').default(''),
  }),
  z.object({
    type: z.literal('country'),
    codes: list(
      z
        .string({ error: 'must be a country code' })
        .trim()
        .toUpperCase()
        .refine(isCountryCode, 'must be a country code'),
      { least: 1, most: 250 },
    ),
  }),
  /** Within a distance of a place, along the surface. Subscribers with an unknown location do not match. */
  z.object({
    type: z.literal('distance'),
    latitude: Degrees('latitude', 90),
    longitude: Degrees('longitude', 180),
    within: z.number({ error: 'must be a number' }).positive('must be positive').max(25_000, 'must be at most 25000'),
    unit: z.enum(DISTANCE_UNITS, { error: `must be one of: ${DISTANCE_UNITS.join(', ')}` }).default('km'),
    /** Name of the place where the segment is shown. */
    place: z.string({ error: 'must be a string' }).overwrite(singleLine).trim().max(255, 'is too long').optional(),
  }),
  z.object({
    type: z.literal('engagement_level'),
    levels: list(z.enum(ENGAGEMENT_LEVELS, { error: `must be one of: ${ENGAGEMENT_LEVELS.join(', ')}` }), {
      least: 1,
      most: ENGAGEMENT_LEVELS.length,
    }),
  }),
] as const

const Positive = anyOf([...CONDITIONS, ...MORE])
export type SegmentCondition = z.infer<typeof Positive>
/** The conditions that the contract does not have. */
export type OwnCondition = Exclude<SegmentCondition, Condition>

const Negated = z.object({ type: z.literal('not'), condition: Positive })
const Single = anyOf([...CONDITIONS, ...MORE, Negated])
export type SingleEntry = z.infer<typeof Single>

const Matching = z.enum(MATCHES, { error: `must be one of: ${MATCHES.join(', ')}` })
const conditions = <Item extends z.ZodType>(item: Item, least: number) => list(item, { least, most: MAX_CONDITIONS })
const Group = z.object({ type: z.literal('group'), match: Matching, conditions: conditions(Single, 1) })
export type Group = z.infer<typeof Group>

const Entry = anyOf([...CONDITIONS, ...MORE, Negated, Group])
export type SegmentEntry = z.infer<typeof Entry>

/** Maximum number of conditions of a segment, including conditions in groups. */
const MOST = 200

/** A filter of the contract, as segments had at first, and as API clients and templates give it. */
const asSegment = (value: unknown) =>
  typeof value === 'object' && value !== null && 'all' in value && !('conditions' in value)
    ? { counting_mode: (value as Partial<Filter>).counting_mode, match: 'all', conditions: value.all }
    : value

/** Definition of a segment. A parsed one is plain JSON that parses to itself. */
export const SegmentFilter = z.preprocess(
  asSegment,
  z.object({
    match: Matching.default('all'),
    conditions: conditions(Entry, 0).refine(
      (entries) =>
        entries.reduce((sum, entry) => sum + (entry.type === 'group' ? entry.conditions.length : 1), 0) <= MOST,
      `must contain at most ${MOST} conditions, those in groups included`,
    ),
    counting_mode: Filter.shape.counting_mode,
  }),
)
export type SegmentFilter = z.infer<typeof SegmentFilter>
