import { clock } from '../../../core/clock.ts'
import { databaseNow } from '../queue/clock.ts'
import { finishJob } from '../queue/fence.ts'
import type { Delivery } from '../queue/queue.ts'
import type { Runtime } from '../runtime.ts'
import { nextTick } from '../triggers/cron.ts'
import type { Transaction } from './database.ts'
import { ulidFloor, uuidOf } from './ids.ts'

const HOURLY = '17 * * * *'
const BATCH = 1_000
const DAY_MS = 86_400_000

export async function scheduleRetention(rt: Runtime, tx: Transaction, now: Date): Promise<void> {
  const at = nextTick(HOURLY, now)
  const iso = at.toISOString()
  await rt.queue.insert(tx, [{ id: uuidOf('retention', iso), data: { kind: 'retention', at: iso }, at }])
}

/** Deletes records that ended before the retention time, in small transactions, and queues the next round. */
export async function runRetention(rt: Runtime, delivery: Delivery, days: number): Promise<void> {
  await deleteExpired(rt, days)
  await rt.db.transaction(async (tx) => {
    await finishJob(rt, tx, delivery)
    await scheduleRetention(rt, tx, await databaseNow(tx))
  })
}

/** Returns the number of deleted runs. */
export async function deleteExpired(rt: Pick<Runtime, 'db'>, days: number): Promise<number> {
  const limit = new Date(+clock.now() - days * DAY_MS)
  let total = 0
  for (let removed_count = BATCH; removed_count === BATCH; total += removed_count) {
    // Filters by id first: ids sort by time, so only the oldest part of the table is read.
    const runs = await rt.db.rows(
      `with expired as (
         select id from jobs.run where id < $1 and ended_at < $2 order by id limit $3 for update skip locked)
       delete from jobs.run r using expired where r.id = expired.id returning 1`,
      [ulidFloor(limit), limit, BATCH],
    )
    removed_count = runs.length
  }
  await rt.db.rows('delete from jobs.event where received_at < $1', [limit])
  return total
}
