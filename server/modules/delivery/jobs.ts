import { cron } from '../../jobs/job.ts'
import { recheckTransport } from './check-transport.ts'
import { sweepCaughtMail } from './mail-catcher.ts'

export const deliveryJobs = [
  cron({ id: 'delivery/sweep-caught-mail', schedule: '37 4 * * *' }, ({ now }) => sweepCaughtMail({ now: now() })),
  cron({ id: 'delivery/check-transport', schedule: '* * * * *' }, ({ now }) => recheckTransport({ now: now() })),
]
