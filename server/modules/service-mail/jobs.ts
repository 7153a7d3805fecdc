import { cron, job } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { EXPIRED_SERVICE_MAIL, retryServiceMail, sendServiceMail } from './service.ts'

export const serviceMailJobs = [
  job(
    {
      id: 'service-mail/send',
      on: 'service_mail.queued',
      picked_up_by: { cron: 'service-mail/retry' },
      concurrency: 4,
    },
    sendServiceMail,
  ),
  // Retries deferred emails, and emails whose job failed or was lost.
  cron({ id: 'service-mail/retry', schedule: '* * * * *' }, ({ now }) => retryServiceMail({ now })),
  purgeExpired('service-mail', '23 4 * * *', EXPIRED_SERVICE_MAIL),
]
