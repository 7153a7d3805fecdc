import { z } from 'zod'
import { adminRecord } from '../core/audit/admin-write.ts'
import { listRecentRuns } from '../jobs/runs/recent-runs.ts'
import { describeRun } from '../jobs/runs/run-detail.ts'
import { cancelRun, retryRun } from '../jobs/runs/status.ts'
import { administrator, router } from './init.ts'

const PER_PAGE = 50

const RunFilter = z.object({
  state: z.enum(['queued', 'active', 'completed', 'failed', 'cancelled']).optional(),
  after: z.ulid().optional(),
})

const Run = z.object({ id: z.ulid() })

export const jobsRouter = router({
  runs: administrator.input(RunFilter).query(({ input }) => listRecentRuns({ ...input, per_page: PER_PAGE })),
  run: administrator.input(Run).query(({ input }) => describeRun(input)),
  retry: administrator.input(Run).mutation(async ({ ctx, input }) => {
    await adminRecord(ctx.account, { action: 'job_retried', details: input })
    await retryRun(input)
  }),
  cancel: administrator.input(Run).mutation(async ({ ctx, input }) => {
    await adminRecord(ctx.account, { action: 'job_canceled', details: input })
    await cancelRun(input)
  }),
})
