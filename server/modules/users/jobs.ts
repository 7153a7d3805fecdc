import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { job } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { emailResetLink, renewEmailedLink } from './password-reset.ts'
import { EXPIRED_SIGN_IN } from './sessions.ts'

export const usersJobs = [
  job(
    {
      id: 'users/email-reset-link',
      on: 'password_reset.requested',
      picked_up_by: { keeping: { resend_minutes: 15, hours: 1 } },
    },
    emailResetLink,
  ),
  job(
    {
      id: 'users/renew-emailed-link',
      on: 'service_mail.sent_late',
      picked_up_by: { keeping: { resend_minutes: 15, hours: 1 } },
    },
    // Only emails of the service itself contain reset links.
    async (ctx, data) => (ctx.account_id === SERVICE_ACCOUNT ? renewEmailedLink(ctx, data) : undefined),
  ),
  purgeExpired('users', '17 4 * * *', EXPIRED_SIGN_IN),
]
