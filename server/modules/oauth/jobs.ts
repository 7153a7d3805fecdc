import { z } from 'zod'
import { SERVICE_ACCOUNT } from '../../db/scope.ts'
import { cron, job } from '../../jobs/job.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { reportReducedAccess, revokeMemberAccess } from './member-access.ts'
import { purgeExpiredAccess } from './tokens.ts'

const MemberChange = z.object({
  account_id: z.int(),
  user_id: z.int(),
  by: z.int().nullable(),
  at: z.string(),
  invitations: z.int(),
})

export const oauthJobs = [
  job(
    { id: 'oauth/revoke-member-access', on: 'member.removed', picked_up_by: { keeping: KEEPING }, data: MemberChange },
    revokeMemberAccess,
  ),
  job(
    {
      id: 'oauth/report-reduced-access',
      on: 'member.demoted',
      picked_up_by: { keeping: KEEPING },
      data: MemberChange.extend({ role: z.enum(['editor', 'viewer']) }),
    },
    reportReducedAccess,
  ),
  cron({ id: 'oauth/sweep', schedule: '41 4 * * *' }, ({ systemCtx }, step) =>
    withinBudget(step, (budget) => purgeExpiredAccess(systemCtx(SERVICE_ACCOUNT), { budget })),
  ),
]
