import { z } from 'zod'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { cron, job } from '../../jobs/job.ts'
import { mailResetLink, renewMailedLink } from './password-reset.ts'
import { sweepSignIn } from './sessions.ts'

export const peopleJobs = [
  job(
    {
      id: 'people/mail-reset-link',
      on: 'password_reset.requested',
      data: z.object({ account_id: z.int().nonnegative(), email_address: z.string() }),
    },
    mailResetLink,
  ),
  job(
    {
      id: 'people/renew-mailed-link',
      on: 'service_mail.sent_late',
      // Emails about an account carry no reset links.
      if: 'event.data.account_id == 0',
      data: z.object({ account_id: z.literal(SERVICE_ACCOUNT), link_hash: z.string() }),
    },
    renewMailedLink,
  ),
  cron({ id: 'people/sweep-sign-in', schedule: '17 4 * * *' }, ({ systemCtx }) =>
    sweepSignIn(systemCtx(SERVICE_ACCOUNT)),
  ),
]
