import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { inSlices } from '../../jobs/slices.ts'
import { applyReceivedFor, EXPIRED_MESSAGES } from './intake/received.ts'
import { EXPIRED_REPORTS } from './reports.ts'

export const bounceJobs = [
  // The process that receives a message applies it immediately. This finds what a process left that died.
  cron({ id: 'bounces/apply-received', schedule: '* * * * *', singleton: { mode: 'skip' } }, (_, step) =>
    inSlices(step, (budget_ms) => applyReceivedFor({ budget_ms })),
  ),
  purgeExpired('bounces', '41 4 * * *', [...EXPIRED_REPORTS, ...EXPIRED_MESSAGES]),
]
