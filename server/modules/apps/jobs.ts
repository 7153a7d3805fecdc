import { job } from '../../jobs/job.ts'
import { KEEPING } from '../../jobs/outbox/kept-events.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { uninstallEverywhere } from './installations/installations.ts'

export const appsJobs = [
  job(
    {
      id: 'apps/uninstall-everywhere',
      on: 'app.deleted',
      picked_up_by: { keeping: KEEPING },
      retries: 8,
    },
    (ctx, { app_id }, step) => withinBudget(step, (budget) => uninstallEverywhere(ctx, { app_id, budget })),
  ),
]
