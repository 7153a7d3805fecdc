import { z } from 'zod'
import { PlanKey } from '@/server/modules/accounts/plan-schema.ts'

const Day = z.union([z.literal(''), z.iso.date({ error: 'Enter a date such as 2027-01-31' })])

/** Form of an account's plan. An empty limit means unlimited, an empty date no date. */
export const EditPlanForm = z
  .object({
    plan_type: PlanKey,
    limit: z
      .string()
      .trim()
      .regex(/^\d{0,9}$/, 'Enter a number, or leave it empty for no limit'),
    interval: z.enum(['month', 'year']),
    trial_lapse_date: Day,
    renews_at: Day,
    cancels_at: Day,
  })
  .refine(({ renews_at, cancels_at }) => !renews_at || !cancels_at, {
    error: 'A plan either renews or ends: enter one of the dates',
    path: ['cancels_at'],
  })
export type EditPlanForm = z.infer<typeof EditPlanForm>
