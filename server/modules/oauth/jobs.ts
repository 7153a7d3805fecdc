import { job } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { reportReducedAccess, revokeMemberAccess } from './access/member-access.ts'
import { EXPIRED_ACCESS } from './access/tokens.ts'

export const oauthJobs = [
  job(
    { id: 'oauth/revoke-member-access', on: 'member.removed', picked_up_by: { keeping: KEEPING } },
    revokeMemberAccess,
  ),
  job(
    {
      id: 'oauth/report-reduced-access',
      on: 'member.demoted',
      picked_up_by: { keeping: KEEPING },
    },
    reportReducedAccess,
  ),
  purgeExpired('oauth', '41 4 * * *', EXPIRED_ACCESS),
]
