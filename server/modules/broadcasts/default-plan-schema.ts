import type { StagedPlan } from './plan-schema.ts'

export const DEFAULT_LIMITS = { bounces: 5, complaints: 0.3, unsubscribes: 2 }

/** Default plan for sending a broadcast with several versions. */
export const DEFAULT_TEST: StagedPlan = {
  kind: 'staged',
  first: { percent: 30 },
  wait_minutes: 240,
  limits: DEFAULT_LIMITS,
  test: { metric: 'clicks', when_unclear: 'ahead' },
}
