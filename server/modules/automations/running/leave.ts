import type { Tx } from '../../../core/write/write.ts'
import { nextPosition } from '../entering/noted-event.ts'
import { leftBecause, MOVING_COLUMNS, Movement, type MovingRun } from './moving.ts'
import { storeMovement } from './store.ts'

/** Ends all runs of subscribers who became inactive. */
export async function leaveAll(tx: Tx, { subscriber_ids }: { subscriber_ids: readonly number[] }): Promise<void> {
  if (subscriber_ids.length === 0) return
  const rows = await tx.sql.rows<MovingRun & { automation_id: number; subscriber_state: string }>(
    `select ${MOVING_COLUMNS}, r.automation_id, s.state::text as subscriber_state, s.time_zone
     from subscriber s join automation_run r on r.account_id = $1 and r.subscriber_id = s.id and r.ended_at is null
     where s.account_id = $1 and s.id = any ($2::bigint[]) and s.state <> 'active' order by r.id for update of r`,
    [subscriber_ids],
  )
  for (const [automation_id, runs] of [...Map.groupBy(rows, (row) => row.automation_id)].sort(([a], [b]) => a - b)) {
    const movement = new Movement(tx.now())
    for (const run of runs) movement.leave(run, leftBecause(run.subscriber_state))
    await storeMovement(tx, { automation_id, movement })
  }
}

/** Ends runs that a member removed. Returns the number of open ones. */
export async function removeRuns(
  tx: Tx,
  { automation_id, run_ids, reason }: { automation_id: number; run_ids: readonly number[]; reason: string },
): Promise<number> {
  const runs = await lockOpenRuns(tx, { automation_id, run_ids })
  const movement = new Movement(tx.now())
  for (const run of runs) movement.leave(run, reason)
  await storeMovement(tx, { automation_id, movement })
  return runs.length
}

/** Retries held runs for a member. A failed app call keeps its key, so the app can recognize it. Returns the number of held runs. */
export async function retryRuns(
  tx: Tx,
  { automation_id, run_ids }: { automation_id: number; run_ids: readonly number[] },
): Promise<number> {
  const called = await tx.sql.rows<{ run_id: number }>(
    `with called as (
       select w.run_id, w.call_id from automation_run r
         join automation_call_run w on w.account_id = r.account_id and w.run_id = r.id
         join automation_call c on c.account_id = w.account_id and c.id = w.call_id and c.step_id = r.step_id
       where r.account_id = $1 and r.automation_id = $2 and r.id = any ($3::bigint[]) and r.state = 'held'
     ), due as (
       -- A request that is being made now, or will be in a minute, is left alone: the time is also the claim of its process.
       update automation_call c set state = 'retrying', next_attempt_at = $4::timestamptz
       where c.account_id = $1 and c.id in (select call_id from called)
         and (c.state = 'stopped' or c.next_attempt_at > $4::timestamptz + interval '1 minute')
     )
     select run_id from called`,
    [automation_id, run_ids, tx.now()],
  )
  if (called.length > 0) tx.emit('automation.calls_queued', { automation_id })
  const count = await tx.sql.run(
    `update automation_run set due_at = $4, attempts = 1, steps = 0, steps_from = null
     where account_id = $1 and automation_id = $2 and id = any ($3::bigint[]) and state = 'held' and id <> all ($5::bigint[])`,
    [automation_id, run_ids, tx.now(), called.map(({ run_id }) => run_id)],
  )
  if (count > 0) tx.emit('automation.work_requested', { automation_id })
  return count + called.length
}

/** Moves open runs to a step of their version. Returns their number. */
export async function moveRunsTo(
  tx: Tx,
  { automation_id, run_ids, step_id }: { automation_id: number; run_ids: readonly number[]; step_id: string },
): Promise<number> {
  const runs = await lockOpenRuns(tx, { automation_id, run_ids })
  const movement = new Movement(tx.now())
  const after = await nextPosition(tx)
  for (const run of runs) movement.move(run, step_id, { after })
  await storeMovement(tx, { automation_id, movement })
  if (runs.length > 0) tx.emit('automation.work_requested', { automation_id })
  return runs.length
}

const lockOpenRuns = (
  tx: Tx,
  { automation_id, run_ids }: { automation_id: number; run_ids: readonly number[] },
): Promise<MovingRun[]> =>
  tx.sql.rows<MovingRun>(
    `select ${MOVING_COLUMNS}, null as time_zone from automation_run r
     where r.account_id = $1 and r.automation_id = $2 and r.id = any ($3::bigint[]) and r.ended_at is null order by r.id for update`,
    [automation_id, run_ids],
  )
