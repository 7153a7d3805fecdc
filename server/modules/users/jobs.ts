import { z } from 'zod'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { cron, job } from '../../jobs/job.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { emailResetLink, renewEmailedLink } from './password-reset.ts'
import { purgeExpiredSignIn } from './sessions.ts'

export const usersJobs = [
  job(
    {
      id: 'people/mail-reset-link',
      on: 'password_reset.requested',
      picked_up_by: { keeping: { resend_minutes: 15, hours: 1 } },
      data: z.object({ account_id: z.int().nonnegative(), email_address: z.string() }),
    },
    emailResetLink,
  ),
  job(
    {
      id: 'people/renew-mailed-link',
      on: 'service_mail.sent_late',
      picked_up_by: { keeping: { resend_minutes: 15, hours: 1 } },
      data: z.object({ account_id: z.int().nonnegative(), link_hash: z.string() }),
    },
    // Emails about an account carry no reset links.
    async (ctx, data) => (ctx.account_id === SERVICE_ACCOUNT ? renewEmailedLink(ctx, data) : undefined),
  ),
  cron({ id: 'people/sweep-sign-in', schedule: '17 4 * * *' }, ({ systemCtx }, step) =>
    withinBudget(step, (budget) => purgeExpiredSignIn(systemCtx(SERVICE_ACCOUNT), { budget })),
  ),
]
