import type { Sql } from '../storage/database.ts'

// A process dies for many reasons: kill -9, memory, power. Its runs are usually not the cause, so no attempt is counted. But a run that
// kills its process every time must eventually fail.

/** A run is a suspect after this many deaths of its process in a row. A worker runs one suspect at a time. */
const SUSPECT_FROM = 2
/** From this many deaths on, each one delays the run longer, so it does not block other runs. */
const DELAYED_FROM = 5
/** From this many deaths on, the run fails. */
export const MAX_DEATHS = 10

export const isSuspect = ({ deaths }: { deaths: number }): boolean => deaths >= SUSPECT_FROM

/**
 * Counts the deaths of workers against the runs that they had. Every death counts until a run is a suspect; after that, only deaths
 * without another suspect count. Progress of a run sets its count to 0. Returns the new counts by run.
 */
export async function countDeaths(
  tx: Sql,
  orphans: readonly { run_id: string | null; worker: number }[],
): Promise<Map<string, number>> {
  const counted_runs = await tx.rows<{ id: string; deaths: number }>(
    `with orphan as (
       select distinct o.run_id, o.worker, r.deaths >= $3 as is_suspect
       from unnest($1::text[], $2::int[]) as o (run_id, worker) join jobs.run r on r.id = o.run_id and r.ended_at is null
     ), guilty as (
       select run_id from orphan o
       where not is_suspect or (select count(*) from orphan other where other.worker = o.worker and other.is_suspect) = 1
     )
     update jobs.run r set deaths = r.deaths + 1 where r.id in (select run_id from guilty) returning r.id, r.deaths`,
    [orphans.map(({ run_id }) => run_id), orphans.map(({ worker }) => worker), SUSPECT_FROM],
  )
  return new Map(counted_runs.map(({ id, deaths }) => [id, deaths]))
}

export const delayAfterDeaths = (deaths: number, backoff: (attempt: number) => number): number =>
  deaths < DELAYED_FROM ? 0 : backoff(deaths - DELAYED_FROM)

/** The only suspect that this process runs at a time: if the process dies, its other runs are known to be innocent. */
export class SuspectSlot {
  #run_id: string | undefined
  #jobs = 0

  /** Returns false while another run has the slot. The jobs of a run share it. */
  enter(run_id: string): boolean {
    if (this.#run_id !== undefined && this.#run_id !== run_id) return false
    this.#run_id = run_id
    this.#jobs++
    return true
  }

  leave(): void {
    if (--this.#jobs === 0) this.#run_id = undefined
  }
}
