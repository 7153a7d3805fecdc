import { clock } from '../../../core/clock.ts'
import { matches, parseExpression } from '../functions/expressions.ts'
import type { FunctionConfig } from '../functions/functions.ts'
import type { Event, EventInput } from '../queue/queue.ts'
import { resumeWith } from '../run/ending.ts'
import type { Runtime } from '../runtime.ts'
import type { Sql, Transaction } from '../storage/database.ts'
import { ulid } from '../storage/ids.ts'
import { createRuns, type NewRun, type Run } from '../storage/runs.ts'
import { memo } from '../storage/steps.ts'
import { addToBatch } from './batching.ts'
import { launch } from './launch.ts'

/**
 * Accepts events; a known id triggers nothing. New events resume the steps that wait for them and start runs, all in the caller's
 * transaction. Returns the ids of all events.
 */
export async function dispatchEvents(rt: Runtime, tx: Transaction, inputs: EventInput[]): Promise<string[]> {
  if (inputs.length === 0) return []
  const all_events = inputs.map(toEvent)
  await lockEventNames(
    tx,
    all_events.map(({ name }) => name),
    'shared',
  )
  const events = await storeNew(tx, all_events)
  await resumeWaits(rt, tx, events)
  const runs: NewRun[] = []
  for (const event of events) {
    for (const fn of rt.functions.values()) {
      const triggered = fn.triggers.some(
        (trigger) => trigger.event === event.name && matches(rt.log, trigger.condition, { event: event.value }),
      )
      if (triggered) runs.push(...(await runsFor(rt, tx, { fn, event, planned: runs })))
    }
  }
  await createRuns(tx, rt.queue, runs)
  return all_events.map(({ id }) => id)
}

async function runsFor(
  rt: Runtime,
  tx: Transaction,
  { fn, event, planned }: { fn: FunctionConfig; event: Event; planned: readonly NewRun[] },
): Promise<NewRun[]> {
  if (!fn.batch) return launch(rt, tx, fn, event.json, { planned })
  const [first, ...more_events] = await addToBatch(rt, tx, fn, fn.batch, event)
  return first ? launch(rt, tx, fn, first, { more_events, planned }) : []
}

/**
 * Locks event names, so a starting wait and an event that arrives at the same time do not miss each other: waits lock the name exclusively,
 * events share the lock. Names are always locked before runs.
 */
export async function lockEventNames(tx: Sql, names: string[], mode: 'shared' | 'exclusive'): Promise<void> {
  if (names.length === 0) return
  await tx.rows(
    `select pg_advisory_xact_lock${mode === 'shared' ? '_shared' : ''}(hashtextextended('jobs.event ' || name, 0))
     from unnest($1::text[]) as name`,
    [[...new Set(names)].sort()],
  )
}

/**
 * Returns the JSON of an event that arrived during the call that now waits for it. Otherwise "send a question, then wait for the answer"
 * would lose a fast answer.
 */
export async function findEarlierEvent(
  rt: Runtime,
  tx: Sql,
  run: Run,
  wait: { event_name: string; expression?: string },
): Promise<string | undefined> {
  const candidates = await tx.rows<{ body: string }>(
    'select body from jobs.event where name = $1 and received_at > $2::timestamptz order by received_at',
    [wait.event_name, run.since],
  )
  const condition = wait.expression ? parseExpression(wait.expression) : undefined
  return candidates.find(({ body }) =>
    matches(rt.log, condition, { event: JSON.parse(run.event), async: JSON.parse(body) }),
  )?.body
}

function toEvent({ id = ulid(), name, data = {}, ts = +clock.now(), ...rest }: EventInput): Event {
  if ((name + id).includes('\0')) throw new Error('The name and the id of an event must not contain the character NUL')
  const value = { ...rest, id, name, data, ts }
  return { id, name, value, json: JSON.stringify(value) }
}

/** Uses the time of the insert, because the transaction may have begun before the call that waits for the event. */
async function storeNew(tx: Sql, events: Event[]): Promise<Event[]> {
  const unique = [...new Map(events.map((event) => [event.id, event])).values()]
  const stored_events = await tx.rows<{ id: string }>(
    `insert into jobs.event (id, name, body, received_at) select id, name, body, clock_timestamp()
     from unnest($1::text[], $2::text[], $3::text[]) as new (id, name, body)
     on conflict (id) do nothing returning id`,
    [unique.map(({ id }) => id), unique.map(({ name }) => name), unique.map(({ json }) => json)],
  )
  const fresh = new Set(stored_events.map(({ id }) => id))
  return unique.filter(({ id }) => fresh.has(id))
}

async function resumeWaits(rt: Runtime, tx: Transaction, events: Event[]): Promise<void> {
  if (events.length === 0) return
  const waits = await tx.rows<{
    run_id: string
    id: string
    event_name: string
    expression: string | null
    origin: string
  }>(
    `select s.run_id, s.id, s.event_name, s.expression, r.event as origin
     from jobs.step s join jobs.run r on r.id = s.run_id
     where s.state = 'waiting' and s.event_name = any ($1) order by s.run_id, s.id`,
    [[...new Set(events.map(({ name }) => name))]],
  )
  for (const wait of waits) {
    const condition = wait.expression ? parseExpression(wait.expression) : undefined
    const match = events.find(
      (event) =>
        event.name === wait.event_name &&
        matches(rt.log, condition, { event: JSON.parse(wait.origin), async: event.value }),
    )
    if (match) await resumeWith(rt, tx, { run_id: wait.run_id, id: wait.id, memo: memo.bare(match.json) })
  }
}
