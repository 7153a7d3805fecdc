import type { Sql } from '../engine/storage/database.ts'
import { openEngineDatabase } from '../engine/storage/database.ts'
import type { RunState } from '../engine/storage/runs.ts'
import type { JobsMode } from '../inngest/client.ts'
import { startedJobs } from '../start.ts'
import { listRuns, type RunView } from './status.ts'

interface RunQuery {
  state?: RunState
  job?: string
  after?: string
  per_page: number
}

export interface RecentRuns {
  mode: JobsMode
  runs: RunView[]
  /** The `after` of the next page, null on the last one. */
  next: string | null
}

/** Runs of this service's jobs, newest first, on either engine. On Inngest those that have started. */
export async function listRecentRuns(query: RunQuery): Promise<RecentRuns> {
  const { mode, engine, pool } = startedJobs()
  const page = engine ? await listRuns(query) : await listRecorded(openEngineDatabase(pool), query)
  return { mode, ...page }
}

/** Names of all jobs of this program. */
export const jobNames = (): string[] => startedJobs().functions.map(({ name }) => name)

async function listRecorded(
  sql: Sql,
  { state, job, after, per_page }: RunQuery,
): Promise<{ runs: RunView[]; next: string | null }> {
  const rows = await sql.rows<RunView>(
    `select id, job, state, attempt, error, started_at as created_at, started_at, ended_at from job_run
     where ($1::text is null or state = $1) and ($2::text is null or job = $2) and ($3::text is null or id < $3)
     order by id desc limit $4`,
    [state ?? null, job ?? null, after ?? null, per_page + 1],
  )
  const runs = rows.slice(0, per_page)
  return { runs, next: rows.length > runs.length ? (runs.at(-1)?.id ?? null) : null }
}
