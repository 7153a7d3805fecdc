import { z } from 'zod'
import { cron, job } from '../../jobs/job.ts'
import { inPass, withinBudget } from '../../jobs/slices.ts'
import { purgeExpiredInvitations } from './invitations.ts'
import { refreshDomainPolicies, refreshSenderPolicy } from './sending-domains.ts'
import { purgeExpiredSignUps } from './sign-up.ts'

export const accountJobs = [
  cron({ id: 'accounts/purge-expired-sign-ups', schedule: '37 4 * * *' }, ({ now }, step) =>
    withinBudget(step, (budget) => purgeExpiredSignUps({ now: now(), budget })),
  ),
  cron({ id: 'accounts/sweep-invitations', schedule: '47 4 * * *' }, ({ now }, step) =>
    withinBudget(step, (budget) => purgeExpiredInvitations({ now: now(), budget })),
  ),
  job(
    {
      id: 'accounts/refresh-sender-policy',
      on: 'sending_address.confirmed',
      picked_up_by: { cron: 'accounts/refresh-domain-policies' },
      data: z.object({ account_id: z.int(), sending_address_id: z.int() }),
    },
    refreshSenderPolicy,
  ),
  cron({ id: 'accounts/refresh-domain-policies', schedule: '23 5 * * *' }, (_, step) =>
    inPass<string>(step, '', (after) => refreshDomainPolicies({ after })),
  ),
]
