import { CronExpressionParser } from 'cron-parser'
import type { Sql, Transaction } from './database.ts'
import { finishJob } from './fence.ts'
import type { FunctionConfig } from './functions.ts'
import { uuidOf } from './ids.ts'
import { launch } from './launch.ts'
import type { Delivery, NewJob } from './queue.ts'
import { createRuns } from './runs.ts'
import type { Runtime } from './runtime.ts'

type Cron = FunctionConfig['crons'][number]

/** The first moment after `after` that the schedule names, counted in its own time zone. */
export function nextTick({ schedule, time_zone }: Omit<Cron, 'cron'>, after: Date): Date {
  return CronExpressionParser.parse(schedule, { currentDate: after, tz: time_zone }).next().toDate()
}

/** Queues the next tick of every schedule. A tick's id derives from what it is, so all processes insert the same one. */
export async function scheduleTicks(rt: Runtime, tx: Transaction, now: Date): Promise<void> {
  const ticks = [...rt.functions.values()].flatMap((fn) => fn.crons.map((cron) => tickJob(fn, cron, now)))
  await rt.queue.insert(tx, ticks)
}

/** Starts the run of a tick and queues the next one. Of the ticks missed in a pause only the first is made up for. */
export async function fireTick(
  rt: Runtime,
  delivery: Delivery,
  tick: { function_id: string; cron: string; at: string },
): Promise<void> {
  const fn = rt.functions.get(tick.function_id)
  const cron = fn?.crons.find((candidate) => candidate.cron === tick.cron)
  await rt.db.transaction(async (tx) => {
    await finishJob(rt, tx, delivery)
    // The schedule was changed or removed after this tick had been queued.
    if (!fn || !cron) return
    // A clock behind the database's must not name the same tick again.
    await rt.queue.insert(tx, [tickJob(fn, cron, new Date(Math.max(Date.now(), Date.parse(tick.at))))])
    const data = { cron: tick.cron, scheduledAt: tick.at, fireAt: tick.at }
    const event = { id: tick.at, name: 'inngest/scheduled.timer', data, ts: Date.parse(tick.at) }
    const json = JSON.stringify(event)
    if (await firstOfTick(tx, delivery.id, json)) await createRuns(tx, rt.queue, await launch(rt, tx, fn, json))
  })
}

function tickJob(fn: FunctionConfig, cron: Cron, after: Date): NewJob {
  const at = nextTick(cron, after)
  const iso = at.toISOString()
  return {
    id: uuidOf('cron', fn.id, cron.cron, iso),
    data: { kind: 'cron', function_id: fn.id, cron: cron.cron, at: iso },
    at,
  }
}

/** False when the tick has had its run: a slow process may queue it again after another one has handled it. */
async function firstOfTick(tx: Sql, id: string, json: string): Promise<boolean> {
  const stored = await tx.rows(
    `insert into jobs.event (id, name, body) values ($1, 'inngest/scheduled.timer', $2)
     on conflict (id) do nothing returning 1`,
    [id, json],
  )
  return stored.length > 0
}
