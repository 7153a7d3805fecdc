import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { recheckTransports } from './circuits/check.ts'
import { EXPIRED_LIMITS } from './overview.ts'

export const transportsJobs = [
  purgeExpired('transports', '41 4 * * *', EXPIRED_LIMITS),
  cron({ id: 'transports/recheck', schedule: '* * * * *' }, ({ now }) => recheckTransports({ now: now() })),
]
