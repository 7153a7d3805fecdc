import { z } from 'zod'
import { Flag, Id, named, OptionalId, storable, Timestamp } from '../../core/wire.ts'
import { normalizeEmailAddress } from '../../lib/text/email-address.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { after, before, parseInstant } from '../../lib/time/date-filter.ts'

export const STATUSES = ['draft', 'scheduled', 'sending', 'completed', 'aborted'] as const
export const BroadcastStatus = z.enum(STATUSES)
export type BroadcastStatus = z.infer<typeof BroadcastStatus>

const Condition = z.union([
  z.object({ type: z.enum(['segment', 'tag']), ids: z.array(z.int()) }),
  z.object({ type: z.literal('all_subscribers') }),
])
const GROUPS = ['all', 'any', 'none'] as const

/** Tags and segments whose subscribers are excluded. The contract's filter has only one group, so it cannot express this. */
export const Excluded = z
  .array(z.object({ type: z.enum(['segment', 'tag']), ids: z.array(Id).min(1).max(100) }), {
    error: 'must be an array of segments and tags',
  })
  .max(2, 'must have segments and tags at most once each')
export type Excluded = z.infer<typeof Excluded>

/** One group: `all` matches every listed segment and tag, `any` at least one, `none` no listed one. Contract 8.10.1. */
export const SubscriberFilter = z
  .array(
    z.object({
      all: z.array(Condition).optional(),
      any: z.array(Condition).optional(),
      none: z.array(Condition).optional(),
    }),
  )
  .meta({ id: 'SubscriberFilter' })
export type SubscriberFilter = z.infer<typeof SubscriberFilter>

export const Broadcast = named('Broadcast', {
  id: z.int(),
  publication_id: z.int(),
  created_at: Timestamp,
  subject: z.string().nullable(),
  preview_text: z.string().nullable(),
  description: z.string().nullable(),
  content: z.string().nullable(),
  public: z.boolean(),
  published_at: Timestamp.nullable(),
  send_at: Timestamp.nullable(),
  status: BroadcastStatus,
  thumbnail_alt: z.string().nullable(),
  thumbnail_url: z.string().nullable(),
  public_url: z.string().nullable(),
  email_address: z.string().nullable(),
  email_template: z.object({ id: z.int(), name: z.string() }).nullable(),
  subscriber_filter: SubscriberFilter,
})
export type Broadcast = z.infer<typeof Broadcast>

/** With `slim`, five properties are absent (contract 6.5). */
export const ListedBroadcast = Broadcast.partial({
  content: true,
  public_url: true,
  email_address: true,
  email_template: true,
  subscriber_filter: true,
}).meta({ id: 'ListedBroadcast' })
export type ListedBroadcast = z.infer<typeof ListedBroadcast>

const text = (max: number) => z.string().overwrite(storable).max(max).nullable().optional()
const line = (max: number) => z.string().overwrite(singleLine).max(max).nullable().optional()

/** A point in time in a body (contract 1). Blank and null mean null. */
const Instant = z
  .preprocess(
    (value) => (value === '' ? null : value),
    z.union([z.string(), z.null()], { error: 'must be a date and time' }),
  )
  .transform((value, issues) => {
    if (value === null) return null
    const instant = parseInstant(value)?.start
    if (instant) return instant
    issues.addIssue({ code: 'custom', message: 'must be an ISO 8601 date and time' })
    return z.NEVER
  })
  .optional()
  .meta({ type: ['string', 'null'], format: 'date-time' })

const GROUP_TEXT = 'Only a single filter group is supported. Use one of `all`, `any`, or `none`.'
const InputCondition = z.union(
  [
    z.object({
      type: z.enum(['segment', 'tag']),
      ids: z.array(Id).min(1, 'must name at least one segment or tag').max(100),
    }),
    z.object({ type: z.literal('all_subscribers') }),
  ],
  { error: 'must be a condition of type segment or tag with at least one id' },
)
const InputGroup = z.array(InputCondition).max(100).nullish()

/** One group, before validation. */
export const SubscriberFilterGroups = z.array(z.object({ all: InputGroup, any: InputGroup, none: InputGroup }), {
  error: 'must be an array with one group',
})

/**
 * Returns null for the `all_subscribers` form, and undefined if no group has a condition. Ignores empty groups beside a filled one. Adds
 * issues for two filled groups, and for conditions beside `all_subscribers`.
 */
export function readGroup(
  given: z.output<typeof SubscriberFilterGroups>,
  ctx: z.core.$RefinementCtx,
): SubscriberFilter | null | undefined {
  const filled = given.flatMap((group) =>
    GROUPS.flatMap((name) => {
      const conditions = group[name]
      return conditions?.length ? [{ name, conditions }] : []
    }),
  )
  const [only] = filled
  if (!only) return undefined
  if (filled.length > 1) {
    ctx.addIssue({ code: 'custom', message: GROUP_TEXT })
    return z.NEVER
  }
  const everyone = only.conditions.filter(({ type }) => type === 'all_subscribers').length
  if (everyone === 0) return [{ [only.name]: only.conditions }]
  if (everyone === only.conditions.length && only.name !== 'none') return null
  ctx.addIssue({ code: 'custom', message: 'must not combine all_subscribers with other conditions' })
  return z.NEVER
}

/** Null, `[]`, and the `all_subscribers` form mean everyone and become null (contract 8.10.1). */
export const SubscriberFilterInput = SubscriberFilterGroups.nullish()
  .transform((given, ctx): SubscriberFilter | null | undefined => (given ? (readGroup(given, ctx) ?? null) : given))
  .meta({ id: 'SubscriberFilterInput' })

export const BroadcastInput = z.object({
  subject: line(998),
  preview_text: line(998),
  description: text(65_535),
  content: text(1_000_000),
  public: Flag.optional(),
  published_at: Instant,
  send_at: Instant,
  email_template_id: OptionalId.optional(),
  email_address: z.string().overwrite(normalizeEmailAddress).max(254).nullable().optional(),
  thumbnail_url: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .max(2048)
    .nullable()
    .optional(),
  thumbnail_alt: line(1_000),
  subscriber_filter: SubscriberFilterInput.optional(),
  allow_starting_point: Flag.optional(),
})
export type BroadcastInput = z.infer<typeof BroadcastInput>

const STATUS_TEXT = `status must be one of: ${STATUSES.join(', ')}`
export const StatsFilter = z.object({
  status: z.enum(STATUSES, { error: STATUS_TEXT }).optional(),
  sent_after: after('sent_after'),
  sent_before: before('sent_before'),
})
export type StatsFilter = z.infer<typeof StatsFilter>

export const BroadcastFilter = StatsFilter.extend({ slim: Flag.default(false) })
export type BroadcastFilter = z.infer<typeof BroadcastFilter>

/** Rates are percent of accepted messages, `progress` percent of `recipients`. 0: nothing sent. */
export const BroadcastStats = named('BroadcastStats', {
  recipients: z.int(),
  open_rate: z.number(),
  emails_opened: z.int(),
  click_rate: z.number(),
  unsubscribe_rate: z.number(),
  unsubscribes: z.int(),
  total_clicks: z.int(),
  show_total_clicks: z.boolean(),
  status: BroadcastStatus,
  progress: z.number(),
  open_tracking_disabled: z.boolean(),
  click_tracking_disabled: z.boolean(),
})

export const OneBroadcastStats = named('OneBroadcastStats', { id: z.int(), stats: BroadcastStats })
export type OneBroadcastStats = z.infer<typeof OneBroadcastStats>

export const ListedBroadcastStats = named('ListedBroadcastStats', {
  id: z.int(),
  subject: z.string().nullable(),
  send_at: Timestamp.nullable(),
  stats: BroadcastStats,
})
export type ListedBroadcastStats = z.infer<typeof ListedBroadcastStats>

/** Both rates are fractions (contract 8.10.10). */
export const BroadcastClick = named('BroadcastClick', {
  id: z.int(),
  url: z.string(),
  unique_clicks: z.int(),
  click_to_delivery_rate: z.number(),
  click_to_open_rate: z.number(),
})
export type BroadcastClick = z.infer<typeof BroadcastClick>
