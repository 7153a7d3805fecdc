import type { Sql } from '../engine/storage/database.ts'
import { ulidFloor } from '../engine/storage/ids.ts'
import type { RunState } from '../engine/storage/runs.ts'

/** Crons start a run every minute, so a silence this long means no delay. */
const QUIET_SECONDS = 60

/**
 * Returns the seconds that work has waited on Inngest, 0 when none seems to: the age of the oldest event that no process could send, or the
 * time since Inngest last called a process, minus the minute between two crons.
 */
export async function remoteWaitSeconds(sql: Sql): Promise<number> {
  const [row] = await sql.rows<{ seconds: number }>(
    `select greatest(0,
       extract(epoch from now() - (select created_at from outbox order by id limit 1)),
       extract(epoch from now() - (select greatest(started_at, ended_at) from job_run order by id desc limit 1)) - $1)::float8 as seconds`,
    [QUIET_SECONDS],
  )
  return row?.seconds ?? 0
}

/** Counts recorded runs by state: active runs, and ended runs that began since `since`. Only Inngest knows its queued runs. */
export function countRemoteRuns(sql: Sql, since: Date): Promise<{ state: RunState; count: number }[]> {
  return sql.rows(
    `select state, count(*)::int as count from job_run where ended_at is null or id >= $1 group by state`,
    [ulidFloor(since)],
  )
}
