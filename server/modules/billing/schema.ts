import { z } from 'zod'
import { PlanChange, RENEWS_OR_CANCELS } from '../accounts/plan-schema.ts'

const ACCOUNT = 'account_id must be the number of an account'
const OCCURRED = 'occurred_at must be a time such as 2027-01-31T09:00:00Z'

/** A payment processor's change to an account's plan. Absent fields of `data` stay unchanged. */
export const BillingEvent = z.object(
  {
    type: z.literal('plan.changed', { error: 'type must be plan.changed' }),
    occurred_at: z.iso.datetime({ offset: true, error: OCCURRED }).transform((text) => new Date(text)),
    data: z
      .object(
        {
          ...PlanChange.shape,
          account_id: z.int(ACCOUNT).min(1, ACCOUNT).max(2_147_483_647, ACCOUNT),
          plan_type: z
            .string('plan_type must be the key of a plan')
            .regex(/^[a-z][a-z\d_]{0,39}$/, 'plan_type must be the key of a plan, such as creator_pro'),
        },
        { error: 'data must be an object with account_id and plan_type' },
      )
      .refine(({ renews_at, cancels_at }) => !renews_at || !cancels_at, { error: RENEWS_OR_CANCELS }),
  },
  { error: 'Send {"type": "plan.changed", "occurred_at": "...", "data": {...}}' },
)
export type BillingEvent = z.output<typeof BillingEvent>

/** Outcome of an event: it changed the plan, was received before, or is older than an event that changed the plan. */
export type BillingOutcome = 'applied' | 'repeated' | 'outdated'

/** The reported usage of one account on one UTC day. */
export interface Usage {
  /** Always the same for an account and day, however often it is sent. */
  id: string
  account_id: number
  plan_type: string
  active_subscribers: number
  peak_subscribers: number
  messages_sent: number
  messages_sent_this_month: number
}
