import type { Sql } from '../engine/storage/database.ts'
import { openEngineDatabase } from '../engine/storage/database.ts'
import type { JobsMode } from '../inngest/client.ts'
import { startedJobs } from '../start.ts'
import { listRuns, type RunQuery, type RunView, readRuns } from './status.ts'

export interface RecentRuns {
  mode: JobsMode
  runs: RunView[]
  /** The `after` of the next page, null on the last one. */
  next: string | null
}

/** Returns runs of this service's jobs, newest first, on either engine. On Inngest, only runs that have started. */
export async function listRecentRuns(query: RunQuery): Promise<RecentRuns> {
  const { mode, engine, pool } = startedJobs()
  const page = engine ? await listRuns(query) : await listRecorded(openEngineDatabase(pool), query)
  return { mode, ...page }
}

export const jobNames = (): string[] => startedJobs().functions.map(({ name }) => name)

async function listRecorded(sql: Sql, { job, ...query }: RunQuery): Promise<{ runs: RunView[]; next: string | null }> {
  const table = '(select *, job as job_id, started_at as created_at, $7::text is null as is_of_account from job_run) r'
  const { rows, next } = await readRuns<RunView & { job_id: string }>(sql, {
    ...query,
    table,
    jobs: job ? [job] : undefined,
  })
  const runs = rows.map(
    ({ id, job_id, state, attempt, error, created_at, started_at, ended_at }): RunView => ({
      id,
      job: job_id,
      state,
      attempt,
      error,
      created_at,
      started_at,
      ended_at,
    }),
  )
  return { runs, next }
}
