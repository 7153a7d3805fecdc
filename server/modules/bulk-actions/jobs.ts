import { job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalled } from '../../jobs/maintenance/maintenance.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { workOnAction } from './apply.ts'
import { EXPIRED_ACTIONS, STALLED_ACTIONS } from './maintenance.ts'

export const bulkActionJobs = [
  job(
    {
      id: 'bulk-actions/work',
      on: 'bulk_action.requested',
      picked_up_by: { cron: 'bulk-actions/requeue-stalled' },
      concurrency: { limit: 1, key: 'event.data.account_id' },
    },
    (ctx, { bulk_action_id: id }, step) => withinBudget(step, (budget) => workOnAction(ctx, { id, budget })),
  ),
  requeueStalled('bulk-actions', '*/10 * * * *', STALLED_ACTIONS),
  purgeExpired('bulk-actions', '13 4 * * *', EXPIRED_ACTIONS),
]
