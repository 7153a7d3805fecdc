import { z } from 'zod'

export const PLAN_TYPES = ['free', 'creator', 'creator_pro'] as const
export type PlanType = (typeof PLAN_TYPES)[number]

const DATE = 'must be a date such as 2027-01-31 (UTC) or a time such as 2027-01-31T09:00:00Z'

/** A time, or null to clear it. A date without a time means midnight UTC. */
const moment = (name: string) =>
  z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: `${name} ${DATE}` })
    .transform((text) => new Date(text))
    .nullable()
    .optional()

/** Absent members stay unchanged, but a new `plan_type` sets its own `subscriber_limit`. A limit of null means no limit. */
export const PlanInput = z
  .object({
    plan_type: z.enum(PLAN_TYPES).optional(),
    subscriber_limit: z.int().min(0).max(2_147_483_647).nullable().optional(),
    interval: z.enum(['month', 'year']).optional(),
    /** End of the latest trial, past or future. */
    trial_lapse_date: moment('trial_lapse_date'),
    /** Only for a plan that will renew. Clears `cancels_at`. */
    renews_at: moment('renews_at'),
    /** Only while a cancellation is pending. Clears `renews_at`. */
    cancels_at: moment('cancels_at'),
  })
  .refine(({ renews_at, cancels_at }) => !renews_at || !cancels_at, {
    error: 'A plan either renews or is canceled: set renews_at or cancels_at, not both',
  })
export type PlanInput = z.output<typeof PlanInput>
