import { systemCtx, systemPool } from '../../core/context.ts'
import { write } from '../../core/write.ts'
import { purgeRows } from '../../db/sweep.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** A request that has not changed for so long has lost its run. */
const STALLED_AFTER_MS = 15 * MINUTE
/** The rest is requeued by the next run. */
const MAX_REQUEUED = 500
/** How long the counts of a request are kept. Its items are deleted long before. */
const KEPT_DAYS = 30

interface Stalled {
  account_id: number
  app_id: number
  id: number
  state: 'queued' | 'running' | 'stopping' | 'stopped' | 'completed'
}

/** Requeues requests that no process works on, and callbacks that are overdue. Returns how many. */
export async function requeueStalledBulk({ now }: { now: Date }): Promise<number> {
  const before = new Date(+now - STALLED_AFTER_MS)
  const { rows } = await systemPool().query<Stalled>(
    `update bulk_request set updated_at = $2 where ctid = any (array(select ctid from bulk_request
       where (state in ('queued', 'running', 'stopping') and updated_at < $1)
         or (callback_state = 'waiting' and callback_at < $1 and updated_at < $1)
       limit ${MAX_REQUEUED}))
     returning account_id, app_id, id, state::text as state`,
    [before, now],
  )
  for (const { account_id, app_id, id, state } of rows) {
    await write(systemCtx(account_id), async (tx) => {
      if (state === 'stopping') tx.emit('bulk.cancelled', { bulk_request_id: id })
      else if (state === 'stopped' || state === 'completed') tx.emit('bulk.completed', { bulk_request_id: id })
      else tx.emit('bulk.requested', { bulk_request_id: id, queue: `${account_id}:${app_id}` })
    })
  }
  return rows.length
}

/** Deletes requests that were completed more than 30 days ago. Returns how many. */
export function purgeExpiredBulk({ now, budget }: { now: Date; budget?: Budget }): Promise<number> {
  return purgeRows({
    table: 'bulk_request',
    where: `completed_at < $1 and callback_state is distinct from 'waiting'`,
    values: [new Date(+now - KEPT_DAYS * DAY)],
    rows: 100,
    budget,
  })
}
