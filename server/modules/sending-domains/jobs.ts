import { cron } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/slices.ts'
import { checkDomains, type DomainPosition, FIRST_DOMAIN } from './check-all.ts'

export const sendingDomainJobs = [
  cron({ id: 'sending-domains/check-all', schedule: '7 3 * * *' }, (_, step) =>
    inBatches<DomainPosition>(step, FIRST_DOMAIN, (after) => checkDomains({ which: 'all', after })),
  ),
  cron({ id: 'sending-domains/check-changing', schedule: '41 * * * *' }, (_, step) =>
    inBatches<DomainPosition>(step, FIRST_DOMAIN, (after) => checkDomains({ which: 'changing', after })),
  ),
]
