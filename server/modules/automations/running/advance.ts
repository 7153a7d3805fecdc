import type { Ctx } from '../../../core/context.ts'
import { isStopping } from '../../../core/stopping.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { outageOf } from '../../../db/connections/outage.ts'
import { isCollision } from '../../../db/errors.ts'
import { hasEvents, matchEvents } from '../entering/match.ts'
import { nextPosition } from '../entering/noted-event.ts'
import type { Step } from '../graph-schema.ts'
import { claimDue, isLive, lockLive, type Place, type RunningAutomation } from './claim.ts'
import { loadVersions, type RunningGraph } from './graph.ts'
import { largest, leftBecause, Movement, type MovingRun } from './moving.ts'
import { doStep } from './steps.ts'
import { storeMovement } from './store.ts'

// One transaction claims due runs, does their steps until each waits or ends, and writes everything at its end. A crash neither loses nor
// repeats a step. Two transactions share a backlog, each with its own set of runs; each skips runs and subscribers that the other has
// claimed.

/** Runs per transaction. */
const CLAIM_LIMIT = 1_000
/** Sets of a backlog that are moved at the same time. PostgreSQL uses one core for each. */
const TRANSACTIONS = 2
/** Approximate rows that one transaction writes. Runs with more steps stay ready. */
const MAX_ROWS = 20_000
/** Wait this long for rows that another transaction has locked. */
const SKIPPED_MS = 1_000

/** `more`: runs are due. `wait`: another transaction has locked the due runs. */
export type Advanced = { state: 'finished' | 'more' } | { state: 'wait'; wait_ms: number }

/** Moves due runs for about `work_ms`, at most `most` per transaction. Safe to call any time and from several processes. */
export async function advanceAutomation(
  ctx: Ctx,
  { id, work_ms, most = CLAIM_LIMIT }: { id: number; work_ms: number; most?: number },
): Promise<Advanced> {
  const ends_at = performance.now() + work_ms
  // An event before the end of a wait counts first.
  if ((await hasEvents(ctx)) && (await matchEvents(ctx, { work_ms: work_ms / 2 }))) return { state: 'more' }
  let limit = most
  let transactions = 1
  let from: Place | null = null
  let skipped = 0
  for (;;) {
    const moved = await moveTogether(ctx, { id, limit, from, transactions })
    for (const set of moved.sets) skipped += set.skipped
    if (moved.failed !== undefined) {
      // First retry the set alone, then halve it: only the run that fails is held.
      if (transactions > 1) transactions = 1
      else if (limit > 1) limit = Math.ceil(limit / 2)
      else {
        await holdOne(ctx, { automation_id: id, from, error: moved.failed })
        if (performance.now() >= ends_at) return { state: 'more' }
      }
      if (isStopping()) return { state: 'more' }
      continue
    }
    from = furthest(moved.sets)
    limit = Math.min(most, limit * 2)
    transactions = moved.sets.every(({ is_full }) => is_full) ? TRANSACTIONS : 1
    const isMore = moved.sets.some((set) => set.is_full || !set.is_stepped)
    if (!isMore) break
    if (performance.now() >= ends_at || isStopping()) return { state: 'more' }
  }
  return skipped > 0 ? { state: 'wait', wait_ms: SKIPPED_MS } : { state: 'finished' }
}

interface MovedSet {
  /** The last claimed run. */
  last: Place | null
  /** True if the set is full, so more runs may be due. */
  is_full: boolean
  /** True if no run has a step left to do now. */
  is_stepped: boolean
  skipped: number
}

/** Returns the position of the next claim. Runs with more steps become due again anywhere in the order. */
function furthest(sets: readonly MovedSet[]): Place | null {
  if (sets.some(({ is_stepped }) => !is_stepped)) return null
  const places = sets.flatMap(({ last }) => last ?? [])
  return places.toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime() || a.id - b.id).at(-1) ?? null
}

interface Claiming {
  id: number
  limit: number
  from: Place | null
}

/** Moves one set per transaction, and waits for all. `failed`: one of their errors. */
async function moveTogether(
  ctx: Ctx,
  { transactions, ...claiming }: Claiming & { transactions: number },
): Promise<{ sets: MovedSet[]; failed: unknown }> {
  const ends = await Promise.allSettled(
    Array.from({ length: transactions }, () => write(ctx, (tx) => moveSet(tx, claiming))),
  )
  const failed: unknown = ends.find((end) => end.status === 'rejected')?.reason
  if (failed !== undefined) {
    // Two colliding transactions are repeated one at a time.
    if (transactions === 1 && isTransient(failed)) throw failed
    const { id: automation_id, limit } = claiming
    ctx.log.warn(
      { err: failed, automation_id, limit, transactions },
      'a set of an automation failed and will be divided',
    )
  }
  return { sets: ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : [])), failed }
}

async function moveSet(tx: Tx, { id, limit, from }: Claiming): Promise<MovedSet> {
  const automation = await lockLive(tx, { id })
  if (!automation) return { last: null, is_full: false, is_stepped: true, skipped: 0 }
  const claim = await claimDue(tx, { automation_id: id, limit, from })
  const movement = new Movement(tx.now())
  for (const { run, state } of claim.inactive) movement.leave(run, leftBecause(state))
  const is_stepped = await moveRuns(tx, { automation, movement, runs: claim.runs })
  await storeMovement(tx, { automation_id: id, movement })
  const { last, is_full, skipped } = claim
  return { last, is_full, is_stepped, skipped }
}

/** Does steps until every run waits or ends. Returns false when that would take too long; the remaining runs stay ready. */
async function moveRuns(
  tx: Tx,
  { automation, movement, runs }: { automation: RunningAutomation; movement: Movement; runs: readonly MovingRun[] },
): Promise<boolean> {
  const versions = runs.map(({ version }) => version)
  const graphs = await loadVersions(tx, { automation_id: automation.id, versions })
  const open = new Map<string, MovingRun[]>()
  const put = (run: MovingRun) => {
    const key = `${run.version} ${run.step_id}`
    const group = open.get(key)
    if (group) group.push(run)
    else open.set(key, [run])
  }
  for (const [version, group] of Map.groupBy(runs, (run) => run.version))
    for (const run of group) if (prepare(run, { movement, graph: graphs.get(version) })) put(run)
  let rows = runs.length
  while (open.size > 0) {
    const [key, group] = largest(open)
    // Each run writes a trace row and its effect.
    rows += group.length * 2 + 1
    if (rows > MAX_ROWS) return false
    open.delete(key)
    const [{ version, step_id } = { version: 0, step_id: null }] = group
    const step = graphs.get(version)?.steps.get(step_id ?? '')
    if (!step) continue
    await doStep(tx, { automation, movement, version, step, runs: group })
    if (movement.is_cut) return false
    const ready = group.filter(({ state }) => state === 'ready')
    await noteArrival(
      tx,
      ready.filter(({ step_id }) => isWaiting(graphs.get(version)?.steps.get(step_id ?? ''))),
    )
    for (const run of ready) put(run)
  }
  return true
}

const isWaiting = (step: Step | undefined): boolean => step?.kind === 'wait_for_event'

/** Events caused by earlier steps count as before the arrival; only later ones end the wait. */
async function noteArrival(tx: Tx, runs: readonly MovingRun[]): Promise<void> {
  if (runs.length === 0) return
  const arrived_after = await nextPosition(tx)
  for (const run of runs) run.arrived_after = arrived_after
}

/** Ends runs after the last step, and holds runs whose step does not exist. Returns whether a step is left to do. */
function prepare(
  run: MovingRun,
  { movement, graph }: { movement: Movement; graph: RunningGraph | undefined },
): boolean {
  if (run.step_id === null) movement.complete(run)
  else if (graph?.steps.has(run.step_id)) return true
  else
    movement.hold(run, { problem: 'This step does not exist in the version that the subscriber is in.', retry: false })
  return false
}

const PROBLEM = 'This step failed because of an error of the service. It is tried again.'

/** Holds the first due run, because its step fails with an unexpected error. */
async function holdOne(
  ctx: Ctx,
  { automation_id, from, error }: { automation_id: number; from: Place | null; error: unknown },
): Promise<void> {
  const held = await write(ctx, async (tx) => {
    if (!(await lockLive(tx, { id: automation_id }))) return []
    const { runs } = await claimDue(tx, { automation_id, limit: 1, from })
    const movement = new Movement(tx.now())
    for (const run of runs) movement.hold(run, { problem: PROBLEM, retry: true })
    await storeMovement(tx, { automation_id, movement })
    return runs.map(({ run_id }) => run_id)
  })
  ctx.log.error({ err: error, automation_id, run_ids: held }, 'a step of an automation failed for a subscriber')
}

/** Returns whether a retry may succeed: another transaction or an outage caused the error. */
const isTransient = (error: unknown): boolean => isCollision(error) || outageOf(error) !== undefined

/** Returns whether the live automation has a due run. */
export async function hasDue(ctx: Ctx, { id }: { id: number }): Promise<boolean> {
  const due = await ctx.sql.one(
    `select 1 from automation a join account c on c.id = a.account_id
     where a.account_id = $1 and a.id = $2 and ${isLive('a', 'c')}
       and exists (select from automation_run r where r.account_id = $1 and r.automation_id = $2 and r.ended_at is null and r.due_at <= $3)`,
    [id, ctx.now()],
  )
  return due !== undefined
}

/** Enqueues the automation's job. */
export function requestWork(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => tx.emit('automation.work_requested', { automation_id: id }))
}
