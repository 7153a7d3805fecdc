// Collects the changes of a set of runs in memory. store.ts writes them at the end of the transaction.

/** A claimed run. */
export interface MovingRun {
  run_id: number
  subscriber_id: number
  version: number
  state: 'ready' | 'waiting' | 'held' | 'completed' | 'left'
  step_id: string | null
  due_at: Date | null
  arrived_at: Date
  /** Events with a greater id happened after the run arrived at a step that waits for events. */
  arrived_after: number
  attempts: number
  problem: string | null
  exit: string | null
  evidence: Record<string, unknown> | null
  steps: number
  steps_from: Date | null
  ended_at: Date | null
  reason: string | null
  /** Time zone of the subscriber. */
  time_zone: string | null
}

/** Columns of `MovingRun` in `automation_run r`. */
export const MOVING_COLUMNS = `r.id as run_id, r.subscriber_id, r.version, r.state, r.step_id, r.due_at, r.arrived_at, r.arrived_after, r.attempts,
  r.problem, r.exit, r.evidence, r.steps, r.steps_from, r.ended_at, r.reason`

const LEFT: Record<string, string> = { cancelled: 'unsubscribed', inactive: 'unconfirmed' }

/** Returns why runs of a subscriber in this state end. */
export const leftBecause = (state: string): string => LEFT[state] ?? state

export interface TraceRow {
  run_id: number
  step_id: string | null
  event: 'entered' | 'passed' | 'waiting' | 'moved' | 'failed' | 'completed' | 'left'
  data: Record<string, unknown>
}

export interface StepCount {
  entered: number
  passed: number
  moved: number
  failed: number
  ended: number
  exits: Record<string, number>
}

/** Step id of the automation's own counts: runs that completed (`passed`), left (`ended`), or were deleted while inside (`moved`). */
export const ALL_RUNS = 'all_runs'

/**
 * Counts of a set, by version and step. The transaction that moves runs writes them, because counting a million open runs is slow. Each run
 * counts as entered at its step, and later as passed, moved or ended.
 */
export class StepCounter {
  readonly #counts = new Map<string, StepCount & { step_id: string; version: number }>()

  of(version: number, step_id: string): StepCount {
    const key = `${version} ${step_id}`
    const found = this.#counts.get(key)
    const count = found ?? { version, step_id, entered: 0, passed: 0, moved: 0, failed: 0, ended: 0, exits: {} }
    this.#counts.set(key, count)
    return count
  }

  /** Counts runs moved from one step to another, or past the last step. */
  move(version: number, from: string | null, to: string | null, runs = 1): void {
    if (from !== null) this.of(version, from).moved += runs
    if (to !== null) this.of(version, to).entered += runs
  }

  /** Counts runs moved to another version, at the same step or a different one. */
  carry(step_id: string, { from, to }: { from: number; to: number }, runs: number): void {
    this.of(from, step_id).entered -= runs
    this.of(to, step_id).entered += runs
  }

  rows(): (StepCount & { step_id: string; version: number })[] {
    return [...this.#counts.values()]
  }
}

/** Minutes between retries of a held run. After the last, it waits for a member. */
const RETRY_MINUTES = [1, 5, 30, ...Array<number>(72).fill(60)]
/** Maximum steps of one run within an hour. */
const MAX_STEPS = 1_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
export const LOOP = `The subscriber did ${MAX_STEPS.toLocaleString('en-US')} steps within an hour, so the automation repeats without an end. Add a wait to the loop and publish the automation.`

/** Counts a step of a run. Returns whether these are too many within an hour. */
export function countStep<Time extends Date | number>(
  run: { steps: number; steps_from: Time | null },
  now: Time,
): boolean {
  if (run.steps_from === null || +now - +run.steps_from >= HOUR_MS) Object.assign(run, { steps: 0, steps_from: now })
  run.steps++
  return run.steps > MAX_STEPS
}

/** Returns the group with the most runs: where branches join, fewer sets follow. */
export function largest<Key, Run>(groups: ReadonlyMap<Key, Run[]>): [Key, Run[]] {
  let found: [Key, Run[]] | undefined
  for (const entry of groups) if (!found || entry[1].length > found[1].length) found = entry
  if (!found) throw new Error('No set of runs is open')
  return found
}

/** Collects the results of a set of runs. */
export class Movement {
  readonly now: Date
  readonly trace: TraceRow[] = []
  readonly counts = new StepCounter()
  readonly changed = new Set<MovingRun>()
  readonly completed: MovingRun[] = []
  /** Held runs that continue early because their app call is repeated. */
  readonly asked_again = new Set<MovingRun>()
  /** True if a step left runs to another transaction, which starts immediately. */
  is_cut = false
  /** Subscribers unsubscribed by a step. */
  readonly unsubscribed = new Set<number>()

  constructor(now: Date) {
    this.now = now
  }

  /** Takes an exit. The run is then ready at the next step, or completed. */
  pass(
    run: MovingRun,
    { exit, next, data }: { exit: string; next: string | null; data?: Record<string, unknown> },
  ): void {
    this.#trace(run, 'passed', { ...data, exit })
    if (run.step_id !== null) {
      const count = this.counts.of(run.version, run.step_id)
      count.passed++
      count.exits[exit] = (count.exits[exit] ?? 0) + 1
    }
    const isLoop = countStep(run, this.now)
    this.#set(run, { ...AT_REST, state: 'ready', step_id: next, due_at: this.now, arrived_at: this.now })
    if (next !== null) this.counts.of(run.version, next).entered++
    if (next === null) this.complete(run)
    else if (isLoop) this.hold(run, { problem: LOOP, retry: false })
  }

  wait(run: MovingRun, due_at: Date | null, { is_traced = true } = {}): void {
    if (is_traced) this.#trace(run, 'waiting', { until: due_at })
    this.#set(run, { ...AT_REST, state: 'waiting', due_at })
  }

  /** Stores a decided exit. A worker takes it once the automation is not paused. */
  decide(run: MovingRun, { exit, evidence }: { exit: string; evidence: Record<string, unknown> }): void {
    this.#set(run, { state: 'ready', due_at: this.now, exit, evidence })
  }

  /** Holds a run. Retries the step later if `retry`. With `again_at`, another job retries, so the run is not due then. */
  hold(
    run: MovingRun,
    { problem, retry, again_at = null }: { problem: string; retry: boolean; again_at?: Date | null },
  ): void {
    const minutes = retry ? RETRY_MINUTES[run.attempts] : undefined
    const due_at = minutes === undefined ? null : new Date(+this.now + minutes * MINUTE_MS)
    if (again_at) this.asked_again.add(run)
    this.#trace(run, 'failed', { problem, again_at: again_at ?? due_at })
    if (run.attempts === 0 && run.step_id !== null) this.counts.of(run.version, run.step_id).failed++
    this.#set(run, { state: 'held', problem, due_at, attempts: run.attempts + 1, exit: null, evidence: null })
  }

  /** Ends a run after its last step, or at the step itself. */
  complete(run: MovingRun): void {
    if (run.step_id !== null) this.counts.of(run.version, run.step_id).ended++
    this.counts.of(run.version, ALL_RUNS).passed++
    this.trace.push({ run_id: run.run_id, step_id: null, event: 'completed', data: {} })
    this.#set(run, { ...AT_REST, state: 'completed', due_at: null, ended_at: this.now, reason: null })
    this.completed.push(run)
  }

  leave(run: MovingRun, reason: string): void {
    if (run.step_id !== null) this.counts.of(run.version, run.step_id).ended++
    this.counts.of(run.version, ALL_RUNS).ended++
    this.trace.push({ run_id: run.run_id, step_id: run.step_id, event: 'left', data: { reason } })
    this.#set(run, { ...AT_REST, state: 'left', due_at: null, ended_at: this.now, reason })
  }

  /** Moves a run for a member. Events after `after` count at the new step. */
  move(run: MovingRun, step_id: string, { after }: { after: number }): void {
    this.#trace(run, 'moved', { to: step_id })
    this.counts.move(run.version, run.step_id, step_id)
    this.#set(run, {
      ...AT_REST,
      state: 'ready',
      step_id,
      due_at: this.now,
      arrived_at: this.now,
      arrived_after: after,
      steps: 0,
      steps_from: null,
    })
  }

  #set(run: MovingRun, change: Partial<MovingRun>): void {
    Object.assign(run, change)
    this.changed.add(run)
  }

  #trace(run: MovingRun, event: TraceRow['event'], data: Record<string, unknown>): void {
    this.trace.push({ run_id: run.run_id, step_id: run.step_id, event, data })
  }
}

const AT_REST = { attempts: 0, problem: null, exit: null, evidence: null } as const
