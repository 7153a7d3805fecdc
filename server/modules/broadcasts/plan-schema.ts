import { z } from 'zod'
import { Id, storable, Timestamp } from '../../core/wire.ts'
import { percentText } from '../../lib/locale/formats.ts'
import { t } from '../../lib/locale/texts.ts'
import { singleLine } from '../../lib/text/single-line.ts'

// Plan for sending a broadcast: chosen in the dashboard before sending, and fixed once it is sending.

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

/** Percent of the messages sent. Null means no limit. */
export const Limits = z.object({
  bounces: limit('bounces'),
  complaints: limit('complaints'),
  unsubscribes: limit('unsubscribes'),
})
export type Limits = z.infer<typeof Limits>

const Test = z.object({
  metric: z.enum(['clicks', 'opens']),
  /** The version for the rest when the test cannot tell: a version by number, or the leading one. */
  when_unclear: z.union([z.int().min(1).max(3), z.literal('ahead')]),
})

export const SendPlan = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('staged'),
    /** The first group: percent of the audience, or a number of subscribers. */
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
    /** From the last message of the first group to the rest. */
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
    /** The local date and time of each subscriber. */
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

/** Differences from the broadcast itself, which is version A. Null fields are as in A. */
export const Version = VersionText.extend({
  /** Tells a version from one that was removed before. Versions that were added earlier have none. */
  key: z.string().max(36).optional(),
  /** Parts that were left out of the content when it was last saved. */
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

/** Asks for a prediction with this plan instead of the stored one. */
export const PredictionInput = z.object({ id: Id, plan: SendPlan.nullable().optional() })
export type PredictionInput = z.infer<typeof PredictionInput>

export const PlanView = z.object({
  plan: SendPlan.nullable(),
  versions: z.array(Version),
  /** Text versions, in the order of the versions. */
  text_versions: z.array(z.string()),
})
export type PlanView = z.infer<typeof PlanView>

/** Predicted numbers. */
export const Prediction = z.object({
  /** Without the suppressed. */
  audience: z.int(),
  /** Why it cannot be sent like this; each a sentence. */
  problems: z.array(z.string()),
  warnings: z.array(z.string()),
  first: z.int().nullable(),
  per_version: z.int().nullable(),
  /** In percentage points: what a test of this size shows in four of five cases. */
  smallest_difference: z.number().nullable(),
  /** The rate that this assumes, in percent, and whether it is the account's own. */
  rate: z.number().nullable(),
  is_own_rate: z.boolean(),
  /** Subscribers by time; null means immediately. The 40 largest groups, by time. */
  times: z.array(z.object({ at: Timestamp.nullable(), count: z.int() })),
  /** Subscribers whose time zone is unknown. */
  unknown_zone: z.int().nullable(),
})
export type Prediction = z.infer<typeof Prediction>

export const Outcome = z.object({
  kind: z.enum(['released', 'winner', 'no_difference', 'too_little', 'by_hand']),
  variant: z.int(),
  at: Timestamp,
  /** The user who chose by hand. */
  user_id: z.int().nullable(),
})
export type Outcome = z.infer<typeof Outcome>

const Share = z.object({ low: z.number(), high: z.number() }).nullable()

/** One version in the first group. Rates and intervals are percent of `tracked`. */
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
  /** When the rest leaves; null until the first group was sent, and for other plans. */
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
  /** The version for the rest; needed in an A/B test. */
  version: VersionAt.optional(),
})
export type ReleaseInput = z.infer<typeof ReleaseInput>

/** Recipients of a sent broadcast, as a resend sees them. */
export const ResendGroups = z.object({
  /** Received it, did not open or click it, and are still active and not suppressed. */
  unopened: z.int(),
  /** Did not open it, and are on a suppression list now. They are left out. */
  suppressed: z.int(),
  /** False: more may be suppressed. */
  is_exact: z.boolean(),
  /** Received it, but their opens are not counted. They are left out. */
  untracked: z.int(),
  /** Received it, and only a machine opened it, so whether they did is unknown. They are left out. */
  prefetched: z.int(),
  /** Never received it, or it bounced. They are left out. */
  unreached: z.int(),
  /** Did not open it and have unsubscribed, bounced or complained since. They are left out. */
  inactive: z.int(),
  /** For an A/B test, the version that the rest got, which is the one to send again. */
  version: z.int().nullable(),
  /** Why it cannot be sent again. */
  problem: z.string().nullable(),
})
export type ResendGroups = z.infer<typeof ResendGroups>

/** Subscribers who match the audience of a sent broadcast now and were not recipients. */
export const NewMatches = z.object({
  /** Without the suppressed. */
  count: z.int(),
  suppressed: z.int(),
  /** False: more may be suppressed. */
  is_exact: z.boolean(),
})
export type NewMatches = z.infer<typeof NewMatches>
