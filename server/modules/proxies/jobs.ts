import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { cron } from '../../jobs/job.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { purgeExpiredSightings } from './service.ts'

export const proxyJobs = [
  cron({ id: 'proxies/forget', schedule: '23 4 * * *' }, ({ systemCtx }, step) =>
    withinBudget(step, (budget) => purgeExpiredSightings(systemCtx(SERVICE_ACCOUNT), { budget })),
  ),
]
