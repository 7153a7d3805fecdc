import { cron } from '../../jobs/job.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { recheckTransport } from './check-transport.ts'
import { purgeExpiredCaughtMail } from './mail-catcher.ts'

export const deliveryJobs = [
  cron({ id: 'delivery/sweep-caught-mail', schedule: '37 4 * * *' }, ({ now }, step) =>
    withinBudget(step, (budget) => purgeExpiredCaughtMail({ now: now(), budget })),
  ),
  cron({ id: 'delivery/check-transport', schedule: '* * * * *' }, ({ now }) => recheckTransport({ now: now() })),
]
