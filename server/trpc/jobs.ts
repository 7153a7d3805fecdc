import { z } from 'zod'
import { adminRecord } from '../core/audit/admin-write.ts'
import { storable } from '../core/wire.ts'
import { dashboardOfInngest } from '../jobs/inngest/dashboard.ts'
import { listJobs } from '../jobs/runs/job-list.ts'
import { countFailed, listPaused, pauseJob, resumeJob, retryFailed, startJob } from '../jobs/runs/pausing.ts'
import { listRecentRuns } from '../jobs/runs/recent-runs.ts'
import { describeRun } from '../jobs/runs/run-detail.ts'
import { cancelRun, retryRun } from '../jobs/runs/status.ts'
import { administrator, router } from './init.ts'

const PER_PAGE = 50

const JobName = z.string().max(100)
const ByJob = z.object({ job: JobName })

const RunFilter = z.object({
  state: z.enum(['queued', 'active', 'completed', 'failed', 'cancelled']).optional(),
  job: JobName.optional(),
  error: z.string().overwrite(storable).trim().max(200, 'At most 200 characters').optional(),
  after: z.ulid().optional(),
})

const Run = z.object({ id: z.ulid() })

export const jobsRouter = router({
  list: administrator.query(async () => ({ ...(await listJobs()), inngest_url: dashboardOfInngest() })),
  paused: administrator.query(() => listPaused()),
  runs: administrator
    .input(RunFilter)
    .query(({ input }) => listRecentRuns({ ...input, error: input.error || undefined, per_page: PER_PAGE })),
  run: administrator.input(Run).query(({ input }) => describeRun(input)),
  failed: administrator.input(ByJob).query(({ input }) => countFailed(input)),
  retry: administrator.input(Run).mutation(async ({ ctx, input }) => {
    await adminRecord(ctx.account, { action: 'job_retried', details: input })
    await retryRun(input)
  }),
  retryFailed: administrator
    .input(ByJob)
    .mutation(({ ctx, input }) =>
      retryFailed(input, ({ count }) =>
        adminRecord(ctx.account, { action: 'failed_runs_retried', details: { ...input, count } }),
      ),
    ),
  cancel: administrator.input(Run).mutation(async ({ ctx, input }) => {
    await adminRecord(ctx.account, { action: 'job_canceled', details: input })
    await cancelRun(input)
  }),
  pause: administrator
    .input(ByJob.extend({ is_confirmed: z.boolean().default(false) }))
    .mutation(({ ctx, input }) =>
      pauseJob(input, () => adminRecord(ctx.account, { action: 'job_paused', details: { job: input.job } })),
    ),
  resume: administrator
    .input(ByJob)
    .mutation(({ ctx, input }) =>
      resumeJob(input, () => adminRecord(ctx.account, { action: 'job_resumed', details: input })),
    ),
  start: administrator
    .input(ByJob)
    .mutation(({ ctx, input }) =>
      startJob(input, () => adminRecord(ctx.account, { action: 'job_started', details: input })),
    ),
})
