import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { inSlices } from '../../jobs/slices.ts'
import { applyReceivedFor, EXPIRED_MESSAGES } from './intake/received.ts'
import { EXPIRED_REPORTS } from './reports.ts'

export const bounceJobs = [
  // Finds messages of processes that died. Normally, the process that receives a message applies it immediately.
  cron({ id: 'bounces/apply-received', schedule: '* * * * *', singleton: { mode: 'skip' } }, (_, step) =>
    inSlices(step, (budget_ms) => applyReceivedFor({ budget_ms })),
  ),
  purgeExpired('bounces', '41 4 * * *', [...EXPIRED_REPORTS, ...EXPIRED_MESSAGES]),
]
