import type { Action, Step } from '../graph-schema.ts'
import type { PathEntry } from '../publishing-schema.ts'
import { exitByTag, exitByValue, randomBranch } from '../running/decide.ts'
import { behind, LOOP, MAX_STEPS } from '../running/moving.ts'
import { waitUntil } from '../running/wait.ts'
import { holdsByFact } from './conditions.ts'
import type { Happening, History } from './history.ts'
import type { Plan } from './plan.ts'
import type { Tally } from './tally.ts'

/** One stay of the subscriber in the automation. */
export interface SimulatedRun {
  number: number
  state: 'ready' | 'waiting' | 'held' | 'completed' | 'left'
  step_id: string | null
  /** Time of the next check. Null: only an event moves the run. */
  due: number | null
  entered_at: number
  arrived_at: number
  /** The exit that an event decided. */
  exit: string | null
  /** Positions in the order of events at entry and at arrival. Later events have greater ones. */
  entered_after: number
  arrived_after: number
  steps: number
  steps_from: number | null
}

/** A subscriber who is followed. */
export interface Walked {
  readonly plan: Plan
  readonly history: History
  readonly tally: Tally
  /** Times at which emails would have been sent. */
  readonly sent: number[]
  readonly tags: ReadonlySet<number>
  readonly fields: Map<number, string | null>
  readonly state: string | null
  readonly now: number
  /** Number of steps in all runs. */
  steps: number
  cause(change: Omit<Happening, 'at'>): void
  note(run: SimulatedRun, entry: Omit<PathEntry, 'run' | 'at' | 'step_id'> & { step_id?: string | null }): void
  /** Returns the next position in the order of events. */
  position(): number
  hold(run: SimulatedRun, problem: string): void
  leave(run: SimulatedRun, reason: string): void
}

const HOUR_MS = 3_600_000
const MAX_SHOWN = 200

export class StepWalk {
  readonly #simulation: Walked

  constructor(simulation: Walked) {
    this.#simulation = simulation
  }

  /**
   * Does steps until each run waits, is held or ends. Runs at the same step do it together, as in the engine: if one unsubscribes the
   * subscriber, the others leave.
   */
  advance(runs: readonly SimulatedRun[]): void {
    const open = new Map<string | null, SimulatedRun[]>()
    const put = (run: SimulatedRun) => open.set(run.step_id, [...(open.get(run.step_id) ?? []), run])
    for (const run of runs) put(run)
    while (open.size > 0) {
      const [[step_id, group]] = [...open].sort(([, a], [, b]) => b.length - a.length) as [
        [string | null, SimulatedRun[]],
      ]
      open.delete(step_id)
      for (const run of group)
        if (this.#simulation.state === 'active') this.#one(run)
        else this.#simulation.leave(run, 'unsubscribed')
      for (const run of group) if (run.state === 'ready') put(run)
    }
  }

  #one(run: SimulatedRun): void {
    const step = this.#simulation.plan.steps.get(run.step_id ?? '')
    if (run.step_id === null) this.#complete(run)
    else if (step) this.#step(run, step)
    else this.#simulation.hold(run, 'This step does not exist.')
  }

  #step(run: SimulatedRun, step: Step): void {
    const simulation = this.#simulation
    if (run.exit !== null) {
      this.#pass(run, step, run.exit)
      return
    }
    const problem = simulation.plan.problems[step.id]
    if (problem !== undefined) {
      this.#simulation.hold(run, problem)
      return
    }
    switch (step.kind) {
      case 'end':
        this.#complete(run)
        return
      case 'wait':
      case 'wait_for_event':
        this.#wait(run, step)
        return
      case 'action':
        this.#act(run, step, step.action)
        return
      default:
        this.#pass(run, step, this.#exitOf(step))
    }
  }

  #exitOf(step: Exclude<Step, { kind: 'end' | 'wait' | 'wait_for_event' | 'action' }>): string {
    const { tags, fields, history } = this.#simulation
    switch (step.kind) {
      case 'goal':
        return 'next'
      case 'condition': {
        const isMet = history.holds.has(step.id) && holdsByFact(step.filter, { tags, fields })
        return isMet ? 'yes' : 'no'
      }
      case 'split':
        return step.by.type === 'tag'
          ? exitByTag(step.branches, (tag_id) => tags.has(Number(tag_id)))
          : exitByValue(step.branches, fields.get(step.by.custom_field_id) ?? null)
      case 'random_split': {
        const { subscriber_id } = history
        return randomBranch(step.branches, { step_id: step.id, subscriber_id })?.id ?? ''
      }
    }
  }

  #wait(run: SimulatedRun, step: Extract<Step, { kind: 'wait' | 'wait_for_event' }>): void {
    const simulation = this.#simulation
    const { now, plan, history } = simulation
    const end = dueOf(step, {
      at: new Date(run.arrived_at),
      account_zone: plan.time_zone,
      subscriber_zone: history.time_zone,
    })
    if (end !== null && end <= now) this.#pass(run, step, step.kind === 'wait' ? 'next' : 'timed_out')
    else {
      if (run.state === 'ready')
        simulation.note(run, { event: 'waiting', detail: end === null ? null : new Date(end).toISOString() })
      Object.assign(run, { state: 'waiting', due: end })
    }
  }

  #act(run: SimulatedRun, step: Step, action: Action): void {
    const simulation = this.#simulation
    const { tags, fields, history, now, tally } = simulation
    switch (action.type) {
      case 'add_tag':
        simulation.cause({ type: 'tag_added', object: String(action.tag_id) })
        break
      case 'remove_tag':
        if (tags.has(action.tag_id)) simulation.cause({ type: 'tag_removed', object: String(action.tag_id) })
        break
      case 'set_field': {
        const rendering = history.render(action.value, fields)
        if ('problem' in rendering) {
          this.#simulation.hold(run, rendering.problem)
          return
        }
        const { custom_field_id: id } = action
        if ((fields.get(id) ?? null) !== rendering.value)
          simulation.cause({ type: 'field_changed', object: String(id), value: rendering.value })
        fields.set(id, rendering.value)
        this.#pass(run, step, 'next', { detail: rendering.value?.slice(0, MAX_SHOWN) ?? null })
        return
      }
      case 'send_email': {
        const not_sent = reasonOf(this.#simulation)
        tally.email(action.email_id, now, not_sent === undefined)
        if (not_sent === undefined) simulation.sent.push(now)
        this.#pass(run, step, 'next', { email_id: action.email_id, ...(not_sent && { not_sent }) })
        return
      }
      case 'unsubscribe':
        simulation.cause({ type: 'state', object: '', value: 'cancelled' })
        break
    }
    this.#pass(run, step, 'next')
    // The remaining steps need an active subscriber.
    if (action.type === 'unsubscribe' && run.state === 'ready') simulation.leave(run, 'unsubscribed')
  }

  #pass(
    run: SimulatedRun,
    step: Step,
    exit: string,
    data: { email_id?: number; not_sent?: string; detail?: string | null } = {},
  ): void {
    const simulation = this.#simulation
    const { now } = simulation
    simulation.note(run, { event: 'passed', exit, ...data })
    const count = simulation.tally.step(step.id)
    count.passed++
    count.exits[exit] = (count.exits[exit] ?? 0) + 1
    if (run.steps_from === null || now - run.steps_from >= HOUR_MS) Object.assign(run, { steps: 0, steps_from: now })
    run.steps++
    simulation.steps++
    const next = behind(step, exit)
    Object.assign(run, { state: 'ready', step_id: next, due: now, arrived_at: now, exit: null })
    if (next !== null) simulation.tally.step(next).entered++
    // Events caused by earlier steps count as before the arrival.
    if (simulation.plan.steps.get(next ?? '')?.kind === 'wait_for_event') run.arrived_after = simulation.position()
    if (next === null) this.#complete(run)
    else if (run.steps > MAX_STEPS) this.#simulation.hold(run, LOOP)
  }

  #complete(run: SimulatedRun): void {
    const simulation = this.#simulation
    if (run.step_id !== null) simulation.tally.step(run.step_id).ended++
    simulation.note(run, { event: 'completed' })
    Object.assign(run, { state: 'completed', due: null })
    simulation.cause({ type: 'automation_completed', object: String(simulation.plan.automation_id) })
  }
}

/** Returns the ledger's reason for not emailing the subscriber. */
function reasonOf({ state, history, now }: Walked): string | undefined {
  if (state !== null && state !== 'active') return state
  if (history.paused_until > now) return 'paused'
  return history.is_suppressed ? 'suppressed' : undefined
}

function dueOf(
  step: Extract<Step, { kind: 'wait' | 'wait_for_event' }>,
  arrival: Parameters<typeof waitUntil>[1],
): number | null {
  if (step.kind === 'wait') return +waitUntil(step.wait, arrival)
  const { timeout_minutes: minutes } = step
  return minutes === null ? null : +waitUntil({ for: 'duration', minutes }, arrival)
}
