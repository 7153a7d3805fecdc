import { cron, job } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { inBatches, withinBudget } from '../../jobs/slices.ts'
import { applyLimits } from './plans/apply-limits.ts'
import { applyDuePlans } from './plans/due.ts'
import { EXPIRED_PLAN_NOTICES, noteEndingTrials, noteLimits, sendPlanNotices } from './plans/notices.ts'
import { refreshDomainPolicies, refreshSenderPolicy } from './senders/dmarc-policies.ts'
import { storeSubscriberCounts } from './settings/subscriber-order.ts'
import { EXPIRED_SIGN_UPS } from './sign-up/sign-up.ts'
import { EXPIRED_INVITATIONS } from './team/invitations.ts'

export const accountJobs = [
  purgeExpired('accounts', '37 4 * * *', [...EXPIRED_SIGN_UPS, ...EXPIRED_INVITATIONS, ...EXPIRED_PLAN_NOTICES]),
  job(
    {
      id: 'accounts/refresh-sender-policy',
      on: 'sending_address.confirmed',
      picked_up_by: { cron: 'accounts/refresh-domain-policies' },
    },
    refreshSenderPolicy,
  ),
  cron({ id: 'accounts/apply-plans', schedule: '*/5 * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    withinBudget(step, async (budget) => {
      await applyLimits({ now: now(), budget })
      await applyDuePlans({ now: now(), budget })
      await noteEndingTrials({ now: now(), budget })
      await sendPlanNotices({ now: now(), budget })
    }),
  ),
  cron({ id: 'accounts/store-subscriber-counts', schedule: '*/10 * * * *', singleton: { mode: 'skip' } }, (_, step) =>
    inBatches<number>(step, 0, storeSubscriberCounts),
  ),
  cron(
    { id: 'accounts/note-limits', schedule: '7,17,27,37,47,57 * * * *', singleton: { mode: 'skip' } },
    ({ now }, step) => inBatches<number>(step, 0, (after) => noteLimits({ now: now(), after })),
  ),
  cron({ id: 'accounts/refresh-domain-policies', schedule: '23 5 * * *' }, (_, step) =>
    inBatches<string>(step, '', (after) => refreshDomainPolicies({ after })),
  ),
]
