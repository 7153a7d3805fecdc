import { z } from 'zod'
import { listRecentRuns } from '../jobs/recent-runs.ts'
import { administrator, router } from './init.ts'

const PER_PAGE = 50

const RunFilter = z.object({
  state: z.enum(['queued', 'active', 'completed', 'failed', 'cancelled']).optional(),
  after: z.ulid().optional(),
})

export const jobsRouter = router({
  runs: administrator.input(RunFilter).query(({ input }) => listRecentRuns({ ...input, per_page: PER_PAGE })),
})
