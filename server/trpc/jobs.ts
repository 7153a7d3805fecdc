import { z } from 'zod'
import { listRecentRuns } from '../jobs/runs/recent-runs.ts'
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
  retry: administrator.input(Run).mutation(async ({ input }) => void (await retryRun(input))),
  cancel: administrator.input(Run).mutation(async ({ input }) => void (await cancelRun(input))),
})
