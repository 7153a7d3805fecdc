import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { recheckTransport } from './transport/check-transport.ts'
import { EXPIRED_CAUGHT_MAIL } from './transport/mail-catcher.ts'

export const deliveryJobs = [
  purgeExpired('delivery', '37 4 * * *', EXPIRED_CAUGHT_MAIL),
  cron({ id: 'delivery/check-transport', schedule: '* * * * *' }, ({ now }) => recheckTransport({ now: now() })),
]
