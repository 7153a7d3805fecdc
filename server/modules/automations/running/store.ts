import type { Tx } from '../../../core/write/write.ts'
import { notify } from '../../notifications/notify.ts'
import { heldEmail } from '../emails/emails.ts'
import type { Movement, MovingRun, StepCounter, TraceRow } from './moving.ts'

/** Writes the results of a set: runs, trace, counts, and completions for automations that listen to them. */
export async function storeMovement(
  tx: Tx,
  { automation_id, movement }: { automation_id: number; movement: Movement },
): Promise<void> {
  await storeRuns(tx, movement)
  await storeTrace(tx, movement.trace, movement.now)
  await storeCounts(tx, { automation_id, counts: movement.counts, now: movement.now })
  await noteCompleted(tx, automation_id, movement)
  await notifyOfHeld(tx, automation_id, movement)
}

/** Most temporary problems end by the third attempt, half an hour later. */
const ATTEMPTS_BEFORE_TOLD = 3

/** Tells members once a day that an automation holds subscribers. */
async function notifyOfHeld(tx: Tx, automation_id: number, { changed, asked_again, now }: Movement): Promise<void> {
  const needsMember = (run: MovingRun) => run.due_at === null && !asked_again.has(run)
  const held = [...changed].find(
    (run) => run.state === 'held' && (needsMember(run) || run.attempts >= ATTEMPTS_BEFORE_TOLD),
  )
  if (!held) return
  const automation = await tx.db.automation.findFirst({ where: { id: automation_id }, select: { name: true } })
  if (!automation) return
  await notify(tx, {
    kind: 'automation_held',
    key: `${automation_id} ${now.toISOString().slice(0, 10)}`,
    path: `/automations/${automation_id}`,
    email: () => heldEmail({ name: automation.name, problem: held.problem }),
  })
}

async function storeRuns(tx: Tx, { changed }: Movement): Promise<void> {
  const runs = [...changed]
  if (runs.length === 0) return
  const column = <Value>(of: (run: (typeof runs)[number]) => Value) => runs.map(of)
  await tx.sql.run(
    `update automation_run r set state = v.state, step_id = v.step_id, due_at = v.due_at, arrived_at = v.arrived_at,
       arrived_after = v.arrived_after, attempts = v.attempts, problem = v.problem, exit = v.exit, evidence = v.evidence::jsonb, steps = v.steps, steps_from = v.steps_from, ended_at = v.ended_at,
       reason = v.reason
     from unnest($2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::int[], $8::text[], $9::text[], $10::text[],
       $11::int[], $12::timestamptz[], $13::timestamptz[], $14::text[], $15::bigint[])
       as v(id, state, step_id, due_at, arrived_at, attempts, problem, exit, evidence, steps, steps_from, ended_at, reason, arrived_after)
     where r.account_id = $1 and r.id = v.id and r.id = any ($2::bigint[])`,
    [
      column(({ run_id }) => run_id),
      column(({ state }) => state),
      column(({ step_id }) => step_id),
      column(({ due_at }) => due_at),
      column(({ arrived_at }) => arrived_at),
      column(({ attempts }) => attempts),
      column(({ problem }) => problem),
      column(({ exit }) => exit),
      column(({ evidence }) => evidence && JSON.stringify(evidence)),
      column(({ steps }) => steps),
      column(({ steps_from }) => steps_from),
      column(({ ended_at }) => ended_at),
      column(({ reason }) => reason),
      column(({ arrived_after }) => arrived_after),
    ],
  )
}

export async function storeTrace(tx: Tx, rows: readonly TraceRow[], at: Date): Promise<void> {
  if (rows.length === 0) return
  await tx.sql.run(
    `insert into automation_trace (account_id, run_id, step_id, event, data, at)
     select $1, v.run_id, v.step_id, v.event, v.data, $6::timestamptz
     from unnest($2::bigint[], $3::text[], $4::text[], $5::jsonb[]) as v(run_id, step_id, event, data)`,
    [
      rows.map(({ run_id }) => run_id),
      rows.map(({ step_id }) => step_id),
      rows.map(({ event }) => event),
      rows.map(({ data }) => JSON.stringify(data)),
      at,
    ],
  )
}

/** Adds to the day's counts in the account's time zone, ordered by step to avoid deadlocks. */
export async function storeCounts(
  tx: Tx,
  { automation_id, counts, now }: { automation_id: number; counts: StepCounter; now: Date },
): Promise<void> {
  const rows = counts.rows()
  if (rows.length === 0) return
  await tx.sql.run(
    `insert into automation_step_count as c (account_id, automation_id, step_id, version, day, entered, passed, moved, failed, ended, exits)
     select $1, $2, v.step_id, v.version, ($4::timestamptz at time zone a.time_zone)::date, v.entered, v.passed, v.moved, v.failed, v.ended, v.exits
     from jsonb_to_recordset($3::jsonb) as v(step_id text, version int, entered int, passed int, moved int, failed int, ended int, exits jsonb), account a
     where a.id = $1 order by v.step_id, v.version
     on conflict (account_id, automation_id, step_id, version, day) do update set entered = c.entered + excluded.entered,
       passed = c.passed + excluded.passed, moved = c.moved + excluded.moved, failed = c.failed + excluded.failed, ended = c.ended + excluded.ended,
       exits = (
         select coalesce(jsonb_object_agg(x.exit, x.taken), '{}')
         from (
           select e.key as exit, sum(e.value::int) as taken
           from (select * from jsonb_each_text(c.exits) union all select * from jsonb_each_text(excluded.exits)) e group by e.key
         ) x
       )`,
    [automation_id, JSON.stringify(rows), now],
  )
}

/** Notes the completion for automations that listen to it. */
async function noteCompleted(tx: Tx, automation_id: number, { completed, now }: Movement): Promise<void> {
  if (completed.length === 0) return
  await tx.sql.run(
    `insert into automation_event (account_id, type, object, subscriber_id, at)
     select $1, 'automation_completed', $2::int::text, v.subscriber_id, $4::timestamptz
     from unnest($3::bigint[]) as v(subscriber_id)
     where exists (select from automation_listener l
       where l.account_id = $1 and l.type = 'automation_completed' and l.object = $2::int::text)`,
    [automation_id, completed.map(({ subscriber_id }) => subscriber_id), now],
  )
}
