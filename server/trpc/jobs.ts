import { z } from 'zod'
import type { AuditAction } from '../core/audit/actions.ts'
import { adminRecordIn } from '../core/audit/admin-write.ts'
import type { Details } from '../core/audit/entries.ts'
import type { Ctx } from '../core/context.ts'
import { latestInstanceSettings } from '../core/instance/settings.ts'
import { Id, storable } from '../core/wire.ts'
import type { Sql } from '../jobs/engine/storage/database.ts'
import { dashboardOfInngest } from '../jobs/inngest/dashboard.ts'
import { checkJobs } from '../jobs/runs/check.ts'
import { listJobs } from '../jobs/runs/job-list.ts'
import { countFailed, listPaused, pauseJob, resumeJob, retryFailed, startJob } from '../jobs/runs/pausing.ts'
import { listRecentRuns } from '../jobs/runs/recent-runs.ts'
import { describeRun } from '../jobs/runs/run-detail.ts'
import { cancelRun, oldestWaitSeconds, retryRun } from '../jobs/runs/status.ts'
import { administrator, router } from './init.ts'

const PER_PAGE = 50

const JobName = z.string().max(100)
const ByJob = z.object({ job: JobName })

const RunFilter = z.object({
  state: z.enum(['queued', 'active', 'completed', 'failed', 'cancelled']).optional(),
  job: JobName.optional(),
  error: z.string().overwrite(storable).trim().max(200, 'At most 200 characters').optional(),
  account_id: Id.optional(),
  after: z.ulid().optional(),
})

const Run = z.object({ id: z.ulid() })

/** Returns a function that writes the audit entry in the engine's transaction of the change. */
const recordIn =
  <Action extends AuditAction>(ctx: Ctx, action: Action, details: Details<Action>) =>
  ({ rows }: Sql) =>
    adminRecordIn(ctx, rows, { action, details })

export const jobsRouter = router({
  list: administrator.query(async () => {
    const [list, wait_seconds] = await Promise.all([listJobs(), oldestWaitSeconds()])
    const inngest_url = dashboardOfInngest()
    return { ...list, inngest_url, wait_seconds, kept_days: latestInstanceSettings().job_run_days }
  }),
  test: administrator.query(() => checkJobs()),
  paused: administrator.query(() => listPaused()),
  runs: administrator
    .input(RunFilter)
    .query(({ input }) => listRecentRuns({ ...input, error: input.error || undefined, per_page: PER_PAGE })),
  run: administrator.input(Run).query(({ input }) => describeRun(input)),
  failed: administrator.input(ByJob).query(({ input }) => countFailed(input)),
  retry: administrator
    .input(Run)
    .mutation(({ ctx, input }) => retryRun(input, recordIn(ctx.account, 'job_retried', input)).then(() => undefined)),
  retryFailed: administrator
    .input(ByJob)
    .mutation(({ ctx, input }) =>
      retryFailed(input, (tx, { count }) => recordIn(ctx.account, 'failed_runs_retried', { ...input, count })(tx)),
    ),
  cancel: administrator
    .input(Run)
    .mutation(({ ctx, input }) => cancelRun(input, recordIn(ctx.account, 'job_canceled', input)).then(() => undefined)),
  pause: administrator
    .input(ByJob.extend({ is_confirmed: z.boolean().default(false) }))
    .mutation(({ ctx, input }) => pauseJob(input, recordIn(ctx.account, 'job_paused', { job: input.job }))),
  resume: administrator
    .input(ByJob)
    .mutation(({ ctx, input }) => resumeJob(input, recordIn(ctx.account, 'job_resumed', input))),
  start: administrator
    .input(ByJob)
    .mutation(({ ctx, input }) => startJob(input, recordIn(ctx.account, 'job_started', input))),
})
