import { cron } from '../jobs/job.ts'
import { withinBudget } from '../jobs/slices.ts'
import { purgeExpiredIdempotencyKeys } from './idempotency.ts'

export const restJobs = [
  cron({ id: 'rest/sweep-idempotency-keys', schedule: '41 * * * *' }, ({ now }, step) =>
    withinBudget(step, (budget) => purgeExpiredIdempotencyKeys({ now: now(), budget })),
  ),
]
