import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { cron } from '../../jobs/job.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { purgeExpiredSecurityEvents } from './service.ts'

export const securityEventJobs = [
  cron({ id: 'security-events/sweep', schedule: '23 4 * * 0' }, ({ systemCtx }, step) =>
    withinBudget(step, (budget) => purgeExpiredSecurityEvents(systemCtx(SERVICE_ACCOUNT), { budget })),
  ),
]
