import { z } from 'zod'
import { Id, named, storable, Timestamp } from '../../core/wire.ts'
import { percentText } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import { singleLine } from '../../lib/text/single-line.ts'

// Plan for sending a broadcast, chosen in the dashboard and fixed once it is sending.

const percent = (most: number) =>
  z
    .number('Enter a number')
    .positive('Use a number above 0')
    .max(most, { error: () => t`Use at most ${percentText(most)}` })
const limit = (name: string) =>
  z
    .number(`Limit of ${name}: use a number`)
    .positive(`Limit of ${name}: use a number above 0, or leave it empty for no limit`)
    .max(100, `Limit of ${name}: use at most 100%`)
    .nullable()

/** Percent of the sent messages. Null: no limit. */
export const Limits = z.object({
  bounces: limit('bounces'),
  complaints: limit('complaints'),
  unsubscribes: limit('unsubscribes'),
})
export type Limits = z.infer<typeof Limits>

const Test = z.object({
  metric: z.enum(['clicks', 'opens']),
  /** The version for the rest if the test is unclear: a version by number, or the leading one. */
  when_unclear: z.union([z.int().min(1).max(3), z.literal('ahead')]),
})

export const SendPlan = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('staged'),
    /** Size of the first group: percent of the audience, or a number of subscribers. */
    first: z.union(
      [
        z.object({ percent: percent(90) }),
        z.object({
          count: z
            .int('First group: enter a whole number of subscribers')
            .min(1, 'Use at least 1')
            .max(10_000_000, 'Use at most 10,000,000'),
        }),
      ],
      'First group: enter a percentage or a whole number of subscribers',
    ),
    /** From the first group's last message to the rest. */
    wait_minutes: z.int().min(5, 'Wait at least 5 minutes').max(10_080, 'Wait at most 7 days'),
    limits: Limits.nullable(),
    test: Test.nullable(),
  }),
  z.object({
    kind: z.literal('spread'),
    hours: z
      .int('Hours: enter a whole number from 1 to 72')
      .min(1, 'Use at least 1 hour')
      .max(72, 'Use at most 72 hours'),
  }),
  z.object({
    kind: z.literal('time_zones'),
    /** Local date and time of each subscriber. */
    at: z.iso.datetime({ local: true, error: 'Choose a date and time' }),
    late: z.enum(['now', 'next_day']),
  }),
])
export type SendPlan = z.infer<typeof SendPlan>
export type StagedPlan = Extract<SendPlan, { kind: 'staged' }>

/** A, B and C. */
export const MAX_VERSIONS = 3

const VersionText = z.object({
  subject: z.string().overwrite(singleLine).max(998).nullable(),
  preview_text: z.string().overwrite(singleLine).max(998).nullable(),
  content: z.string().overwrite(storable).max(1_000_000).nullable(),
})

/** Differences from version A, which is the broadcast itself. Null: as in A. */
export const Version = VersionText.extend({
  /** Distinguishes a version from one that was deleted. Older versions have none. */
  key: z.string().max(36).optional(),
  /** Parts removed from the content at the last save. */
  left_out: z.array(z.string()).optional(),
})
export type Version = z.infer<typeof Version>

export const PlanInput = z.object({
  id: Id,
  plan: SendPlan.nullable().optional(),
  /** Versions B and C. An empty list ends the test. */
  versions: z
    .array(Version.omit({ left_out: true }))
    .max(MAX_VERSIONS - 1, 'Compare at most three versions')
    .optional(),
})
export type PlanInput = z.infer<typeof PlanInput>

/** A version by number: A is 1. */
export const VersionAt = z.int().min(1).max(MAX_VERSIONS)

/** Version B or C. */
export const VersionNumber = z.object({ id: Id, version: VersionAt.min(2, 'Version A is the broadcast itself') })
export type VersionNumber = z.infer<typeof VersionNumber>

export const VersionInput = VersionNumber.extend(VersionText.partial().shape)
export type VersionInput = z.infer<typeof VersionInput>

/** Predicts with this plan instead of the stored one. */
export const PredictionInput = z.object({ id: Id, plan: SendPlan.nullable().optional() })
export type PredictionInput = z.infer<typeof PredictionInput>

export const PlanView = z.object({
  plan: SendPlan.nullable(),
  versions: z.array(Version),
  /** Versions of the texts, in the order of the versions. */
  text_versions: z.array(z.string()),
})
export type PlanView = z.infer<typeof PlanView>

/** Predicted numbers. */
export const Prediction = named('BroadcastPrediction', {
  /** Without suppressed subscribers. */
  audience: z.int(),
  /** Reasons that it cannot be sent like this, in sentences. */
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  first: z.int().nullable(),
  per_version: z.int().nullable(),
  /** In percentage points: the difference that a test of this size detects in four of five cases. */
  smallest_difference: z.number().nullable(),
  /** The assumed rate in percent, and whether it is the account's own. */
  rate: z.number().nullable(),
  is_own_rate: z.boolean(),
  /** Numbers of subscribers by time. Null: immediately. The 40 largest groups, soonest first. */
  times: z.array(z.object({ at: Timestamp.nullable(), count: z.int() })),
  /** Subscribers with an unknown time zone. */
  unknown_zone: z.int().nullable(),
})
export type Prediction = z.infer<typeof Prediction>

export const Outcome = z.object({
  kind: z.enum(['released', 'winner', 'no_difference', 'too_little', 'by_hand']),
  variant: z.int(),
  at: Timestamp,
  /** The user who chose manually. */
  user_id: z.int().nullable(),
})
export type Outcome = z.infer<typeof Outcome>

const Share = z.object({ low: z.number(), high: z.number() }).nullable()

/** A version in the first group. Rates and intervals are percent of `tracked`. */
export const VersionResult = z.object({
  number: z.int(),
  subject: z.string(),
  sent: z.int(),
  tracked: z.int(),
  opened: z.int(),
  clicked: z.int(),
  unsubscribed: z.int(),
  bounced: z.int(),
  open_rate: z.number().nullable(),
  click_rate: z.number().nullable(),
  opens: Share,
  clicks: Share,
})
export type VersionResult = z.infer<typeof VersionResult>

/** The state of a staged broadcast. */
export const StagesView = z.object({
  plan: SendPlan.nullable(),
  /** When the rest is sent. Null: the first group is not complete, or another plan. */
  release_at: Timestamp.nullable(),
  released_at: Timestamp.nullable(),
  first: z.int(),
  rest: z.int(),
  versions: z.array(VersionResult),
  outcome: Outcome.extend({ user: z.string().nullable() }).nullable(),
})
export type StagesView = z.infer<typeof StagesView>

export const ReleaseInput = z.object({
  id: Id,
  /** The version for the rest. Required in an A/B test. */
  version: VersionAt.optional(),
})
export type ReleaseInput = z.infer<typeof ReleaseInput>

/** Recipients of a sent broadcast, for a resend. */
export const ResendGroups = z.object({
  /** Received it without opening or clicking, and still active and not suppressed. */
  unopened: z.int(),
  /** Did not open it, and are now suppressed. Excluded. */
  suppressed: z.int(),
  /** False: more may be suppressed. */
  is_exact: z.boolean(),
  /** Received it, but without tracking. Excluded. */
  untracked: z.int(),
  /** Received it, and only a machine opened it. Excluded. */
  prefetched: z.int(),
  /** Never received it, or it bounced. Excluded. */
  unreached: z.int(),
  /** Did not open it, and have unsubscribed, bounced or complained since. Excluded. */
  inactive: z.int(),
  /** In an A/B test: the version that the rest got, which a resend uses. */
  version: z.int().nullable(),
  /** Why it cannot be sent again. */
  problem: z.string().nullable(),
})
export type ResendGroups = z.infer<typeof ResendGroups>

/** Subscribers who match the audience of a sent broadcast now but were not recipients. */
export const NewMatches = named('NewMatches', {
  /** Without suppressed subscribers. */
  count: z.int(),
  suppressed: z.int(),
  /** False: more may be suppressed. */
  is_exact: z.boolean(),
})
export type NewMatches = z.infer<typeof NewMatches>
