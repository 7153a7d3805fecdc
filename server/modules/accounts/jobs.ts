import { cron, job } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { inPass } from '../../jobs/slices.ts'
import { refreshDomainPolicies, refreshSenderPolicy } from './senders/dmarc-policies.ts'
import { EXPIRED_SIGN_UPS } from './sign-up/sign-up.ts'
import { EXPIRED_INVITATIONS } from './team/invitations.ts'

export const accountJobs = [
  purgeExpired('accounts', '37 4 * * *', [...EXPIRED_SIGN_UPS, ...EXPIRED_INVITATIONS]),
  job(
    {
      id: 'accounts/refresh-sender-policy',
      on: 'sending_address.confirmed',
      picked_up_by: { cron: 'accounts/refresh-domain-policies' },
    },
    refreshSenderPolicy,
  ),
  cron({ id: 'accounts/refresh-domain-policies', schedule: '23 5 * * *' }, (_, step) =>
    inPass<string>(step, '', (after) => refreshDomainPolicies({ after })),
  ),
]
