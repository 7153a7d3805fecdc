import { z } from 'zod'
import { named, storable, Timestamp } from '../../core/wire.ts'

// Pure, because the dashboard's forms use the same schemas.

/** Features and limits of a plan, and its price. */
export interface Plan {
  /** `plan_type` on the wire. */
  key: string
  name: string
  description: string
  /** Maximum number of active subscribers. Null: no limit. */
  subscriber_limit: number | null
  /** Maximum number of members and open invitations. Null: no limit. */
  member_limit: number | null
  /** True if API keys may list broadcast statistics (contract 8.10.9). */
  has_reporting: boolean
  /** Without it, API keys and apps get a 401 (contract 2.2). */
  has_api: boolean
  /** In minor units of the currency. Null: not offered. */
  price_month: number | null
  price_year: number | null
  currency: string
  /** Days of the trial of a new account. 0: none. */
  trial_days: number
  position: number
  /** True if new accounts cannot use the plan. */
  is_archived: boolean
}

/** A plan in the list of administrators. */
export interface PlanRow extends Plan {
  accounts: number
  /** Accounts with their own subscriber limit. */
  own_limits: number
  /** True if new accounts start on it. */
  is_default: boolean
}

export const MAX_PLANS = 100
const MOST = 2_147_483_647

export const PlanKey = z
  .string()
  .trim()
  .regex(/^[a-z][a-z\d_]{0,39}$/, 'Use up to 40 lower-case letters, digits and underscores, such as creator_pro')

const limit = (what: string, least: number) =>
  z
    .int(`Enter a whole number of ${what}, or leave it empty for no limit`)
    .min(least, `Allow at least ${least} ${what}`)
    .max(MOST, `Enter at most ${MOST} ${what}`)
    .nullable()

const Price = z
  .int('Enter a price in minor units, such as 2900 for 29.00')
  .min(0, 'A price cannot be negative')
  .max(MOST, 'The price is too high')
  .nullable()

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))

export const PlanFields = z.object({
  name: z.string().overwrite(storable).trim().min(1, 'Enter a name').max(60, 'Use at most 60 characters for the name'),
  description: z.string().overwrite(storable).trim().max(300, 'Use at most 300 characters for the description'),
  subscriber_limit: limit('subscribers', 0),
  member_limit: limit('members', 1),
  has_reporting: z.boolean(),
  has_api: z.boolean(),
  price_month: Price,
  price_year: Price,
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .refine((code) => CURRENCIES.has(code), 'Enter a currency code such as USD or EUR'),
  trial_days: z
    .int('Enter a whole number of days')
    .min(0, 'Enter 0 for no trial')
    .max(365, 'A trial lasts at most 365 days'),
  position: z.int('Enter a whole number').min(0, 'Enter 0 or more').max(10_000, 'Enter at most 10,000'),
})
export type PlanFields = z.output<typeof PlanFields>

export const ByPlan = z.object({ key: PlanKey })
export type ByPlan = z.output<typeof ByPlan>
export const NewPlan = ByPlan.extend(PlanFields.shape)
export type NewPlan = z.output<typeof NewPlan>

const DATE = 'must be a date such as 2027-01-31 (UTC) or a time such as 2027-01-31T09:00:00Z'

/** A time, or null to clear it. A date without a time is midnight UTC. */
const moment = (name: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: `${name} ${DATE}` })
    .transform((text) => new Date(text))
    .nullable()
    .optional()

/**
 * Absent properties stay unchanged, but a new `plan_type` sets its own `subscriber_limit`. Null means no limit. A limit that differs from
 * the plan's is the account's own.
 */
export const PlanChange = z.object({
  plan_type: PlanKey.optional(),
  subscriber_limit: z
    .int('subscriber_limit must be a whole number, or null for no limit')
    .min(0, 'subscriber_limit must be 0 or more')
    .max(MOST, `subscriber_limit must be at most ${MOST}`)
    .nullable()
    .optional(),
  interval: z.enum(['month', 'year'], { error: 'interval must be month or year' }).optional(),
  /** End of the latest trial, past or future. */
  trial_lapse_date: moment('trial_lapse_date'),
  /** Only for a plan that renews. Clears `cancels_at`. */
  renews_at: moment('renews_at'),
  /** Only for a pending cancellation. Clears `renews_at`. */
  cancels_at: moment('cancels_at'),
})

export const RENEWS_OR_CANCELS = 'A plan either renews or is canceled: set renews_at or cancels_at, not both'

export const PlanInput = PlanChange.refine(({ renews_at, cancels_at }) => !renews_at || !cancels_at, {
  error: RENEWS_OR_CANCELS,
})
export type PlanInput = z.output<typeof PlanInput>

/** An account's plan as its credentials read it (contract 8.1.1). */
export const AccountPlan = z.object({
  plan_type: z.string(),
  interval: z.enum(['month', 'year']),
  subscriber_limit: z.int().nullable(),
  on_trial: z.boolean(),
  trial_lapse_date: Timestamp.nullable(),
  renews_at: Timestamp.nullable(),
  cancels_at: Timestamp.nullable(),
})

/** An account's plan and usage, for its owners and admins. */
export const PlanOverview = named('PlanUsage', {
  ...AccountPlan.shape,
  has_own_limit: z.boolean(),
  name: z.string(),
  description: z.string(),
  /** Price of the interval, in minor units. Null: unknown. */
  price: z.int().nullable(),
  currency: z.string(),
  member_limit: z.int().nullable(),
  has_reporting: z.boolean(),
  has_api: z.boolean(),
  /** Messages count from the beginning of the month in UTC. */
  used: z.object({ subscribers: z.int(), members: z.int(), invitations: z.int(), sent_this_month: z.int() }),
  /** Address of the page where the owner pays. Empty: none. */
  billing_url: z.string(),
  /** Other plans that new accounts can use, in their order. */
  others: z.array(
    named('OtherPlan', {
      key: z.string(),
      name: z.string(),
      description: z.string(),
      subscriber_limit: z.int().nullable(),
      member_limit: z.int().nullable(),
      has_reporting: z.boolean(),
      has_api: z.boolean(),
      price_month: z.int().nullable(),
      price_year: z.int().nullable(),
      currency: z.string(),
    }),
  ),
})
export type PlanOverview = z.infer<typeof PlanOverview>
