import { job } from '../../jobs/job.ts'
import { purgeExpired, requeueStalled } from '../../jobs/maintenance/maintenance.ts'
import { withinBudget } from '../../jobs/slices.ts'
import { EXPIRED_MERGES, STALLED_MERGES, workOnMerge } from './work.ts'

export const tagMergeJobs = [
  job(
    {
      id: 'tag-merges/work',
      on: 'tag.merge_requested',
      picked_up_by: { cron: 'tag-merges/requeue-stalled' },
      concurrency: { limit: 1, key: 'event.data.account_id' },
    },
    (ctx, { tag_merge_id: id }, step) => withinBudget(step, (budget) => workOnMerge(ctx, { id, budget })),
  ),
  requeueStalled('tag-merges', '*/2 * * * *', STALLED_MERGES),
  purgeExpired('tag-merges', '41 * * * *', EXPIRED_MERGES),
]
