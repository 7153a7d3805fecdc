import { cron } from '../../jobs/job.ts'
import { inBatches } from '../../jobs/slices.ts'
import { checkSiteDomains } from './check-all.ts'

export const siteJobs = [
  cron({ id: 'sites/check-domains', schedule: '23 * * * *' }, (_, step) =>
    inBatches<number>(step, 0, (after) => checkSiteDomains({ after })),
  ),
]
