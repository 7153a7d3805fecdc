import { cron } from '../jobs/job.ts'
import { sweepIdempotencyKeys } from './idempotency.ts'

export const restJobs = [
  cron({ id: 'rest/sweep-idempotency-keys', schedule: '41 * * * *' }, ({ now }) =>
    sweepIdempotencyKeys({ now: now() }),
  ),
]
