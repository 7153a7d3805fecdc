import { z } from 'zod'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { cron, job } from '../../jobs/job.ts'
import { mailResetLink } from './password-reset.ts'
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
  cron({ id: 'people/sweep-sign-in', schedule: '17 4 * * *' }, ({ systemCtx }) =>
    sweepSignIn(systemCtx(SERVICE_ACCOUNT)),
  ),
]
