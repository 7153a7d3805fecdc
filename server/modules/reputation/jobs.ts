import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { checkReputations, EXPIRED_REPUTATION } from './service.ts'
import { EXPIRED_BOUNCES, workOnWaves } from './waves.ts'

/** Calls per run. The next run, a minute later, continues. */
const MAX_CALLS = 20

export const reputationJobs = [
  cron({ id: 'reputation/check', schedule: '* * * * *', singleton: { mode: 'skip' } }, async (_services, step) => {
    for (let call = 1; call <= MAX_CALLS; call++)
      if ((await step.run(`check ${call}`, checkReputations)).is_last) return
  }),
  cron({ id: 'reputation/decide-waves', schedule: '* * * * *', singleton: { mode: 'skip' } }, (_, step) =>
    withinBudget(step, (budget) => workOnWaves({ budget })),
  ),
  purgeExpired('reputation', '49 4 * * *', [...EXPIRED_REPUTATION, ...EXPIRED_BOUNCES]),
]
