import { systemPool } from '../../core/context.ts'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { cron, job } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { inBatches } from '../../jobs/slices.ts'
import { emailResetLink, renewEmailedLink } from './password-reset.ts'
import { rewriteUserSpellings } from './service.ts'
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
    // Reset links are only in emails of the service itself.
    async (ctx, data) => (ctx.account_id === SERVICE_ACCOUNT ? renewEmailedLink(ctx, data) : undefined),
  ),
  cron({ id: 'users/mark-without-account', schedule: '*/10 * * * *', singleton: { mode: 'skip' } }, (_, step) =>
    inBatches<number>(step, 0, markWithoutAccount),
  ),
  cron({ id: 'users/rewrite-spellings', schedule: '*/15 * * * *', singleton: { mode: 'skip' } }, (_, step) =>
    inBatches<number>(step, 0, rewriteUserSpellings),
  ),
  purgeExpired('users', '17 4 * * *', EXPIRED_SIGN_IN),
]

const USERS_PER_BATCH = 1_500

/** Marks the next users after this ID who are in no account, and unmarks others. Returns the ID to continue from, or null at the end. */
export async function markWithoutAccount(after: number): Promise<number | null> {
  const { rows } = await systemPool().query<{ last: number | null; read: number }>(
    `with next as (
       select id from users where id > $1 order by id limit ${USERS_PER_BATCH}
     ), ends as (
       select max(id) as last, count(*)::int as read from next
     ), due as (
       select u.id, a.alone
       from users u, lateral (select not exists (select from membership m where m.user_id = u.id) as alone) a
       where u.id > $1 and u.id <= (select ends.last from ends) and u.without_account <> a.alone
       order by u.id for no key update of u skip locked
     ), marked as (
       update users u set without_account = due.alone from due where u.id = due.id
     )
     select last, read from ends`,
    [after],
  )
  const { last = null, read = 0 } = rows[0] ?? {}
  return read < USERS_PER_BATCH ? null : last
}
