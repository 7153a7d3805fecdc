import { systemCtx, systemPool } from '../../core/context.ts'
import { write } from '../../core/write.ts'
import { purgeRows } from '../../db/sweep.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'

const MINUTE = 60_000
const DAY = 86_400_000
/** A request at which nobody has worked for so long has lost its run. */
const LOST_AFTER_MS = 15 * MINUTE
/** The others wait for the next round. */
const AT_ONCE = 500
/** How long the counts of a request can be looked at. Its items are gone long before. */
const KEPT_DAYS = 30

interface Lost {
  account_id: number
  app_id: number
  id: number
  state: 'queued' | 'running' | 'stopping' | 'stopped' | 'completed'
}

/** Asks again for work that was asked for and is not being done: requests, and callbacks that are overdue. */
export async function requeueStalledBulk({ now }: { now: Date }): Promise<number> {
  const before = new Date(+now - LOST_AFTER_MS)
  const { rows } = await systemPool().query<Lost>(
    `update bulk_request set updated_at = $2 where ctid = any (array(select ctid from bulk_request
       where (state in ('queued', 'running', 'stopping') and updated_at < $1)
         or (callback_state = 'waiting' and callback_at < $1 and updated_at < $1)
       limit ${AT_ONCE}))
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

/** Removes requests that were completed long ago. Gives how many. */
export function purgeExpiredBulk({ now, budget }: { now: Date; budget?: Budget }): Promise<number> {
  return purgeRows({
    table: 'bulk_request',
    where: `completed_at < $1 and callback_state is distinct from 'waiting'`,
    values: [new Date(+now - KEPT_DAYS * DAY)],
    rows: 100,
    budget,
  })
}
