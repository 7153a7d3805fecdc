import { z } from 'zod'
import { job } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { reportReducedAccess, revokeMemberAccess } from './access/member-access.ts'
import { EXPIRED_ACCESS } from './access/tokens.ts'

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
  purgeExpired('oauth', '41 4 * * *', EXPIRED_ACCESS),
]
