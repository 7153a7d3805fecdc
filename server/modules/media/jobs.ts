import { cron } from '../../jobs/job.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { deleteUnusedFiles } from './remove.ts'

export const mediaJobs = [
  cron({ id: 'media/remove-files', schedule: '*/10 * * * *', singleton: { mode: 'skip' } }, ({ now }, step) =>
    withinBudget(step, (budget) => deleteUnusedFiles({ now: now(), budget })),
  ),
]
