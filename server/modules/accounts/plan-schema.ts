import { z } from 'zod'

export const PLAN_TYPES = ['free', 'creator', 'creator_pro'] as const
export type PlanType = (typeof PLAN_TYPES)[number]

/** `subscriber_limit`: absent is the plan's own, null is without limit. */
export const PlanInput = z.object({
  plan_type: z.enum(PLAN_TYPES),
  subscriber_limit: z.int().min(0).max(2_147_483_647).nullable().optional(),
  interval: z.enum(['month', 'year']).optional(),
})
export type PlanInput = z.infer<typeof PlanInput>
