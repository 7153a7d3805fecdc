import { cron } from '../../jobs/job.ts'
import { purgeExpired } from '../../jobs/maintenance/maintenance.ts'
import { inBatches, withinBudget } from '../../jobs/slices.ts'
import { countDueCohorts } from './counting/cohorts.ts'
import { countDueDays, noteDays } from './counting/days.ts'
import { EXPIRED_FIGURES } from './counting/expired.ts'

export const analyticsJobs = [
  cron({ id: 'analytics/note-days', schedule: '*/10 * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    inBatches<number>(step, 0, (after) => noteDays({ after, now: now() })),
  ),
  cron({ id: 'analytics/count-days', schedule: '* * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    withinBudget(step, (budget) => countDueDays({ now, budget })),
  ),
  cron({ id: 'analytics/count-cohorts', schedule: '*/10 * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    withinBudget(step, (budget) => countDueCohorts({ now, budget })),
  ),
  purgeExpired('analytics', '53 4 * * *', EXPIRED_FIGURES),
]
