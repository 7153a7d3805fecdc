import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { checkReputations, EXPIRED_REPUTATION } from './service.ts'

/** Calls per run; the next minute continues. */
const MOST_CALLS = 20

export const reputationJobs = [
  cron({ id: 'reputation/check', schedule: '* * * * *', singleton: { mode: 'skip' } }, async (_services, step) => {
    for (let call = 1; call <= MOST_CALLS; call++)
      if ((await step.run(`check ${call}`, checkReputations)).is_last) return
  }),
  purgeExpired('reputation', '49 4 * * *', EXPIRED_REPUTATION),
]
