import { CronExpressionParser } from 'cron-parser'
import type { FunctionConfig } from '../functions/functions.ts'
import { type Clock, databaseNow } from '../queue/clock.ts'
import { finishJob } from '../queue/fence.ts'
import { isPaused } from '../queue/pausing.ts'
import { type Delivery, newJobId } from '../queue/queue.ts'
import type { Runtime } from '../runtime.ts'
import type { Transaction } from '../storage/database.ts'
import { createRuns } from '../storage/runs.ts'
import { launch } from './launch.ts'

/** Returns the schedule's first tick after `after`, in UTC. */
export function nextTick(cron: string, after: Date): Date {
  return CronExpressionParser.parse(cron, { currentDate: after, tz: 'UTC' }).next().toDate()
}

interface Tick {
  function_id: string
  cron: string
  at: string
  job: string
}

/**
 * Queues the missing next tick of each schedule: the first one, one whose job was lost, and one that would come too late because the clock
 * was set back.
 */
export async function keepTicks(rt: Runtime, tx: Transaction, clock: Clock): Promise<void> {
  const rows = await tx.rows<Tick>('select t.function_id, t.cron, t.at::text as at, t.job from jobs.tick t')
  const queued_jobs = await rt.queue.present(
    tx,
    rows.map(({ job }) => job),
  )
  const known = new Map(rows.map((row) => [keyOf(row.function_id, row.cron), row]))
  for (const fn of rt.functions.values()) {
    for (const cron of fn.crons) {
      const tick = known.get(keyOf(fn.id, cron))
      const isLate = clock.set_back_ms > 0 && tick !== undefined && new Date(tick.at) > nextTick(cron, clock.now)
      if (tick && queued_jobs.has(tick.job) && !isLate) continue
      if (await queueTick(rt, tx, fn, cron, { after: clock.now, instead_of: tick?.job }))
        await rt.queue.remove(tx, tick ? [tick.job] : [])
    }
  }
}

const keyOf = (function_id: string, cron: string) => `${function_id} ${cron}`

/** Starts the run of a tick and queues the next one. After a pause, only the first of the missed ticks runs. */
export async function fireTick(
  rt: Runtime,
  delivery: Delivery,
  tick: { function_id: string; cron: string; at: string },
): Promise<void> {
  const fn = rt.functions.get(tick.function_id)
  const cron = fn?.crons.find((candidate) => candidate === tick.cron)
  await rt.db.transaction(async (tx) => {
    // The row names the only job that may fire.
    const [current] = await tx.rows(
      'select from jobs.tick where function_id = $1 and cron = $2 and job = $3 for update',
      [tick.function_id, tick.cron, delivery.id],
    )
    await finishJob(rt, tx, delivery)
    if (!current) return
    // The schedule was changed or removed. A process of another version that has it queues it again.
    if (!fn || !cron) {
      await tx.rows('delete from jobs.tick where function_id = $1 and cron = $2', [tick.function_id, tick.cron])
      return
    }
    await queueTick(rt, tx, fn, cron, { after: await databaseNow(tx), instead_of: delivery.id })
    if (!(await isPaused(rt, tx, fn.id))) await startScheduled(rt, tx, fn, { cron, at: tick.at, event_id: delivery.id })
  })
}

/** Starts the run of a schedule now. Returns its id; undefined when another run of the singleton is open. */
export async function startNow(rt: Runtime, tx: Transaction, fn: FunctionConfig): Promise<string | undefined> {
  const at = (await databaseNow(tx)).toISOString()
  return startScheduled(rt, tx, fn, { cron: fn.crons[0] ?? '', at, event_id: newJobId() })
}

async function startScheduled(
  rt: Runtime,
  tx: Transaction,
  fn: FunctionConfig,
  { cron, at, event_id }: { cron: string; at: string; event_id: string },
): Promise<string | undefined> {
  const data = { cron, scheduledAt: at, fireAt: at }
  const json = JSON.stringify({ id: at, name: 'inngest/scheduled.timer', data, ts: Date.parse(at) })
  await tx.rows(`insert into jobs.event (id, name, body) values ($1, 'inngest/scheduled.timer', $2)`, [event_id, json])
  const [id] = await createRuns(tx, rt.queue, await launch(rt, tx, fn, json))
  return id
}

/** Returns false when the schedule's tick is no longer the expected one. */
async function queueTick(
  rt: Runtime,
  tx: Transaction,
  fn: FunctionConfig,
  cron: string,
  { after, instead_of }: { after: Date; instead_of: string | undefined },
): Promise<boolean> {
  const id = newJobId()
  const next_time = nextTick(cron, after)
  const current = await tx.rows(
    `insert into jobs.tick as known (function_id, cron, at, job) values ($1, $2, $3, $4)
     on conflict (function_id, cron) do update set at = excluded.at, job = excluded.job where known.job = $5 returning 1`,
    [fn.id, cron, next_time, id, instead_of ?? null],
  )
  if (current.length === 0) return false
  const data = { kind: 'cron' as const, function_id: fn.id, cron, at: next_time.toISOString() }
  await rt.queue.insert(tx, [{ id, data, at: next_time }])
  return true
}
