import { z } from 'zod'
import { BigId } from '../../core/wire.ts'
import { cron, job } from '../../jobs/job.ts'
import { giveUpServiceMail, sendServiceMail, sweepServiceMail } from './service.ts'

export const serviceMailJobs = [
  job(
    {
      id: 'service-mail/send',
      on: 'service_mail.queued',
      data: z.object({ account_id: z.int().nonnegative(), service_mail_id: BigId }),
      retries: 8,
      concurrency: 4,
      onFailure: (ctx, { service_mail_id }, { error }) =>
        giveUpServiceMail(ctx, { service_mail_id, error: error.message }),
    },
    sendServiceMail,
  ),
  cron({ id: 'service-mail/sweep', schedule: '23 4 * * *' }, ({ now }) => sweepServiceMail({ now: now() })),
]
