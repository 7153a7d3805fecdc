import type { Tx } from '../../../core/write/write.ts'
import type { Outcome } from '../effects/outcome.ts'
import type { NotedEvent } from '../entering/noted-event.ts'
import { loadVersions, stepsAbove } from './graph.ts'
import { MOVING_COLUMNS, Movement, type MovingRun, StepCounter } from './moving.ts'
import { storeCounts, storeMovement } from './store.ts'

interface Received {
  listener: { automation_id: number; version: number; step_id: string }
  event: NotedEvent
}

const evidence = ({ event: { type, object, data, at } }: Received) => ({ event: { ...data, type, object, at } })

/**
 * Condition that event w happened after a run entered or arrived: it has a later position and, if its reporter dated it, no earlier time.
 * Reported times may be whole seconds.
 */
const isLater = (after: string, at: string) =>
  `w.event_id > ${after} and (not w.is_dated or w.at >= case when w.at = date_trunc('second', w.at) then date_trunc('second', ${at}) else ${at} end)`

/**
 * Locks the open runs that events may move before anything is written. Members and migrations move runs without locking subscribers, and
 * workers lock runs before their automation's counts.
 */
export async function lockRuns(tx: Tx, received: readonly Received[]): Promise<void> {
  if (received.length === 0) return
  await tx.sql.run(
    `with locked as (
       select r.id from automation_run r
       where r.account_id = $1 and r.ended_at is null and (r.subscriber_id, r.automation_id) in (
         select * from unnest($2::bigint[], $3::int[])
       ) order by r.id for update
     ) select count(*) from locked`,
    [received.map(({ event }) => event.subscriber_id), received.map(({ listener }) => listener.automation_id)],
  )
}

/**
 * Ends waits of runs that had reached their step when the event happened. The runs become ready, and a worker claims them unless the
 * automation is paused. Returns the automations.
 */
export async function resumeWaits(tx: Tx, received: readonly Received[]): Promise<number[]> {
  if (received.length === 0) return []
  const rows = await tx.sql.rows<{ automation_id: number }>(
    `with resumed as (
       update automation_run r set state = 'ready', due_at = $3, exit = 'next', evidence = v.evidence,
         event = coalesce(v.evidence #> '{event,properties}', r.event)
       from (
         select distinct on (r.id) r.id, w.evidence
         from jsonb_to_recordset($2::jsonb) as w(automation_id int, version int, step_id text, subscriber_id bigint, event_id bigint,
           at timestamptz, is_dated boolean, evidence jsonb)
         join automation_run r on r.account_id = $1 and r.subscriber_id = w.subscriber_id and r.automation_id = w.automation_id
           and r.version = w.version and r.step_id = w.step_id and r.state in ('waiting', 'ready') and r.exit is null
           and ${isLater('r.arrived_after', 'r.arrived_at')}
         order by r.id, w.event_id
       ) v
       where r.account_id = $1 and r.id = v.id and r.state in ('waiting', 'ready') and r.exit is null returning r.automation_id
     ) select distinct automation_id from resumed order by 1`,
    [JSON.stringify(received.map(rowOf)), tx.now()],
  )
  return rows.map(({ automation_id }) => automation_id)
}

const rowOf = (one: Received) => ({
  ...one.listener,
  subscriber_id: one.event.subscriber_id,
  event_id: one.event.id,
  at: one.event.at,
  is_dated: one.event.is_dated,
  evidence: evidence(one),
})

/** Moves runs from any step before a goal to it, for events after their entry. Returns the automations. */
export async function reachGoals(tx: Tx, received: readonly Received[]): Promise<Set<number>> {
  const moved = new Set<number>()
  const by_version = Map.groupBy(received, ({ listener }) => `${listener.automation_id} ${listener.version}`)
  for (const of_version of by_version.values()) {
    const { automation_id, version } = of_version[0]?.listener ?? { automation_id: 0, version: 0 }
    const running = (await loadVersions(tx, { automation_id, versions: [version] })).get(version)
    if (!running) continue
    const counts = new StepCounter()
    // Events reach goals one after the other, because a later goal may follow.
    for (const { goal, received: group } of runsOfOneGoal(of_version)) {
      const rows = await tx.sql.rows<{ from_step_id: string }>(MOVE, [
        automation_id,
        version,
        goal,
        stepsAbove(running, goal),
        tx.now(),
        JSON.stringify(group.map(rowOf)),
      ])
      if (rows.length > 0) moved.add(automation_id)
      for (const { from_step_id } of rows) counts.move(version, from_step_id, goal)
    }
    await storeCounts(tx, { automation_id, counts, now: tx.now() })
  }
  return moved
}

/** Groups consecutive events with the same goal into one statement. */
function runsOfOneGoal(received: readonly Received[]): { goal: string; received: Received[] }[] {
  const groups: { goal: string; received: Received[] }[] = []
  for (const one of received) {
    const last = groups.at(-1)
    if (last?.goal === one.listener.step_id) last.received.push(one)
    else groups.push({ goal: one.listener.step_id, received: [one] })
  }
  return groups
}

const MOVE = `
  with moving as (
    select distinct on (r.id) r.id, r.step_id, w.event_id, w.at, w.evidence
    from jsonb_to_recordset($7::jsonb) as w(subscriber_id bigint, event_id bigint, at timestamptz, is_dated boolean, evidence jsonb)
    join automation_run r on r.account_id = $1 and r.subscriber_id = w.subscriber_id and r.automation_id = $2 and r.version = $3
      and r.ended_at is null and r.step_id = any ($5::text[]) and ${isLater('r.entered_after', 'r.entered_at')}
    order by r.id, w.event_id
  ), moved as (
    update automation_run r set step_id = $4::text, state = 'ready', due_at = $6::timestamptz, arrived_at = greatest(r.arrived_at, m.at),
      arrived_after = greatest(r.arrived_after, m.event_id), attempts = 0, problem = null, exit = null, evidence = null,
      event = coalesce(m.evidence #> '{event,properties}', r.event)
    from moving m where r.account_id = $1 and r.id = m.id
    returning r.id, m.step_id as from_step_id, m.evidence, m.at
  ), traced as (
    insert into automation_trace (account_id, run_id, step_id, event, data, at)
    select $1, id, from_step_id, 'moved', evidence || jsonb_build_object('to', $4::text, 'goal', true), $6::timestamptz from moved order by id
  )
  select from_step_id from moved`

interface Called {
  automation_id: number
  step_id: string
  run_ids: readonly number[]
}

/** Resumes runs waiting for an app call that a job has made. Runs that left the step are unaffected. */
export async function finishCall(tx: Tx, { outcome, ...called }: Called & { outcome: Outcome }): Promise<void> {
  const { automation_id } = called
  const runs = await lockCalled(tx, called)
  const movement = new Movement(tx.now())
  for (const run of runs)
    if (outcome.passed) movement.decide(run, { exit: 'next', evidence: outcome.data ?? {} })
    else movement.hold(run, outcome)
  await storeMovement(tx, { automation_id, movement })
  if (outcome.passed && runs.length > 0) tx.emit('automation.work_requested', { automation_id })
}

/** Holds runs at a step whose call failed, so everyone sees the reason. A job or a member retries it, the job at `again_at`. */
export async function holdForCall(
  tx: Tx,
  { problem, again_at, ...called }: Called & { problem: string; again_at: Date | null },
): Promise<void> {
  const movement = new Movement(tx.now())
  for (const run of await lockCalled(tx, called)) movement.hold(run, { problem, retry: false, again_at })
  await storeMovement(tx, { automation_id: called.automation_id, movement })
}

const lockCalled = (tx: Tx, { automation_id, step_id, run_ids }: Called): Promise<MovingRun[]> =>
  tx.sql.rows<MovingRun>(
    `select ${MOVING_COLUMNS}, null as time_zone from automation_run r
     where r.account_id = $1 and r.automation_id = $2 and r.step_id = $3 and r.id = any ($4::bigint[]) and r.state in ('waiting', 'held')
     order by r.id for update`,
    [automation_id, step_id, run_ids],
  )
