import type { JobsMode } from './client.ts'
import type { Sql } from './engine/database.ts'
import { openEngineDatabase } from './engine/database.ts'
import type { RunState } from './engine/runs.ts'
import { startedJobs } from './start.ts'
import { listRuns, type RunView } from './status.ts'

/** A run as the page of jobs shows it. */
export type RecentRun = Pick<RunView, 'id' | 'job' | 'state' | 'attempt' | 'error' | 'started_at' | 'ended_at'>

export interface RecentRuns {
  mode: JobsMode
  runs: RecentRun[]
  /** The `after` of the next page, null on the last one. */
  next: string | null
}

/** Runs of this service's jobs, newest first, on either engine. On Inngest those that have started. */
export async function listRecentRuns(input: {
  state?: RunState
  after?: string
  per_page: number
}): Promise<RecentRuns> {
  const { mode, engine, pool } = startedJobs()
  const page = engine ? await listRuns(input) : await listRecorded(openEngineDatabase(pool), input)
  const runs = page.runs.map(({ id, job, state, attempt, error, started_at, ended_at }) => {
    return { id, job, state, attempt, error, started_at, ended_at }
  })
  return { mode, runs, next: page.next }
}

async function listRecorded(
  sql: Sql,
  { state = null, after = null, per_page }: { state?: RunState | null; after?: string | null; per_page: number },
): Promise<{ runs: RecentRun[]; next: string | null }> {
  const rows = await sql.rows<RecentRun>(
    `select id, job, state, attempt, error, started_at, ended_at from job_run
     where ($1::text is null or state = $1) and ($2::text is null or id < $2) order by id desc limit $3`,
    [state, after, per_page + 1],
  )
  const runs = rows.slice(0, per_page)
  return { runs, next: rows.length > runs.length ? (runs.at(-1)?.id ?? null) : null }
}
