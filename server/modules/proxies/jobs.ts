import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { cron } from '../../jobs/job.ts'
import { forgetProxies } from './service.ts'

export const proxyJobs = [
  cron({ id: 'proxies/forget', schedule: '23 4 * * *' }, ({ systemCtx }) => forgetProxies(systemCtx(SERVICE_ACCOUNT))),
]
