import { newJobId } from '../queue/queue.ts'
import type { Runtime } from '../runtime.ts'
import type { Transaction } from '../storage/database.ts'

/**
 * Queues a failed or cancelled run again: finished steps stay finished, failed ones run again. Returns false
 * when the run is in another state.
 */
export async function retryEndedRun(rt: Runtime, tx: Transaction, run_id: string): Promise<boolean> {
  const driver = newJobId()
  const [run] = await tx.rows<{ function_id: string }>(
    `update jobs.run set state = 'queued', driver = $2, attempt = 0, open = 0, deaths = 0, error = null,
       started_at = null, ended_at = null
     where id = $1 and state in ('failed', 'cancelled') returning function_id`,
    [run_id, driver],
  )
  if (!run) return false
  await tx.rows(`delete from jobs.step where run_id = $1 and (failed or state <> 'done')`, [run_id])
  const data = { kind: 'run', run_id, function_id: run.function_id } as const
  await rt.queue.insert(tx, [{ id: driver, data }])
  return true
}
