import { shown } from '../effects/field.ts'
import { BY_HAND, MAX_PER_HOUR, TOO_OFTEN } from '../entering/enter.ts'
import { holdsForEvent } from '../entering/event-conditions.ts'
import { receiversOf } from '../entering/listeners.ts'
import { behind } from '../flow-schema.ts'
import type { Action, Step } from '../graph-schema.ts'
import type { PathEntry } from '../publishing-schema.ts'
import { exitByTag, exitByValue, randomBranch } from '../running/decide.ts'
import { countStep, LOOP, largest, leftBecause } from '../running/moving.ts'
import { endOfWait, exitOver, type Waiting } from '../running/wait.ts'
import type { EventProperties } from '../schema.ts'
import { holdsByFact } from './conditions.ts'
import type { Happening, History } from './history.ts'
import type { Plan, PlannedListener } from './plan.ts'
import type { Tally } from './tally.ts'

/** One stay of the subscriber in the automation. */
interface SimulatedRun {
  number: number
  state: 'ready' | 'waiting' | 'held' | 'completed' | 'left'
  step_id: string | null
  /** Time of the next check. Null: only an event moves the run. */
  due: number | null
  entered_at: number
  arrived_at: number
  /** The exit that an event decided. */
  exit: string | null
  /** Properties of the last event with any by which the subscriber entered or moved. */
  event: EventProperties | undefined
  /** Positions in the order of events at entry and at arrival. Later events have greater ones. */
  entered_after: number
  arrived_after: number
  steps: number
  steps_from: number | null
}

/** An event with its position in the order of events. */
interface Numbered {
  id: number
  event: Happening
}

type Noted = Omit<PathEntry, 'run' | 'at' | 'step_id'> & { step_id?: string | null }

/** Maximum stored entries of a path. One more shows that others were omitted. */
export const MAX_ENTRIES = 300
/** Bounds an automation that triggers itself. */
const MAX_STEPS_IN_ALL = 10_000
const HOUR_MS = 3_600_000

const isOpen = ({ state }: SimulatedRun) => state !== 'completed' && state !== 'left'

/**
 * Follows one subscriber through the automation by the rules of decision 0082, with event times as the clock. Effects change only what
 * later steps see.
 */
export class Simulation {
  readonly #plan: Plan
  readonly history: History
  readonly tally: Tally
  readonly path: PathEntry[] = []
  readonly runs: SimulatedRun[] = []
  /** Times at which emails would have been sent. */
  readonly sent: number[] = []
  readonly #tags: Set<number>
  readonly #fields: Map<number, string | null>
  #state: string | null
  #now = 0
  /** Number of steps in all runs. */
  #steps = 0
  /** Events that effects caused at this moment. */
  #caused: Numbered[] = []
  #position = 0

  constructor(plan: Plan, history: History, tally: Tally) {
    this.#plan = plan
    this.history = history
    this.tally = tally
    this.#tags = new Set(history.tags)
    this.#fields = new Map(history.fields)
    this.#state = history.state
  }

  /** Runs to the end of the range. */
  run(): void {
    const { happenings } = this.history
    for (let next = 0; this.#steps < MAX_STEPS_IN_ALL; ) {
      const at = Math.min(happenings[next]?.at ?? Number.POSITIVE_INFINITY, this.#nextDue())
      if (at > this.#plan.until) break
      this.#now = at
      const first = next
      while (happenings[next]?.at === at) next++
      // An event before the end of a wait counts first.
      const happened = happenings.slice(first, next).filter((one) => this.#apply(one))
      this.#receive(happened.map((event) => ({ id: this.#nextPosition(), event })))
      this.#advance()
    }
    for (const run of this.runs) this.#countEnd(run)
  }

  /** Returns the next position in the order of events. */
  #nextPosition(): number {
    return ++this.#position
  }

  /** Applies an effect. Later steps see it immediately, and the automation may react to it. */
  #cause(change: Omit<Happening, 'at'>): void {
    const happening = { ...change, at: this.#now }
    if (this.#apply(happening)) this.#caused.push({ id: this.#nextPosition(), event: happening })
  }

  #note(run: SimulatedRun, entry: Noted): void {
    if (this.path.length > MAX_ENTRIES) return
    this.path.push({ run: run.number, at: new Date(this.#now).toISOString(), step_id: run.step_id, ...entry })
  }

  #hold(run: SimulatedRun, problem: string): void {
    if (run.step_id !== null) this.tally.step(run.step_id).failed++
    this.#note(run, { event: 'held', detail: problem })
    Object.assign(run, { state: 'held', due: null, exit: null })
  }

  #leave(run: SimulatedRun, reason: string): void {
    if (run.step_id !== null) this.tally.step(run.step_id).ended++
    this.#note(run, { event: 'left', detail: reason })
    Object.assign(run, { state: 'left', due: null, exit: null })
  }

  #nextDue(): number {
    const dues = this.runs.flatMap((run) => (isOpen(run) && run.due !== null ? [run.due] : []))
    return Math.min(...dues, Number.POSITIVE_INFINITY)
  }

  #advance(): void {
    for (;;) {
      const due = this.runs.filter((run) => isOpen(run) && run.due !== null && run.due <= this.#now)
      if (this.#state === 'active') this.#walk(due)
      else for (const run of due) this.#leave(run, leftBecause(this.#state ?? ''))
      if (this.#caused.length === 0 || this.#steps >= MAX_STEPS_IN_ALL) return
      const caused = this.#caused
      this.#caused = []
      this.#receive(caused)
    }
  }

  /**
   * Does steps until each run waits, is held or ends. Runs at the same step do it together, as in the engine: if one unsubscribes the
   * subscriber, the others leave.
   */
  #walk(runs: readonly SimulatedRun[]): void {
    const open = new Map<string | null, SimulatedRun[]>()
    const put = (run: SimulatedRun) => open.set(run.step_id, [...(open.get(run.step_id) ?? []), run])
    for (const run of runs) put(run)
    while (open.size > 0) {
      const [step_id, group] = largest(open)
      open.delete(step_id)
      for (const run of group)
        if (this.#state === 'active') this.#do(run)
        else this.#leave(run, 'unsubscribed')
      for (const run of group) if (run.state === 'ready') put(run)
    }
  }

  #do(run: SimulatedRun) {
    const step = this.#plan.steps.get(run.step_id ?? '')
    if (run.step_id === null) return this.#complete(run)
    if (!step) return this.#hold(run, 'This step does not exist.')
    if (run.exit !== null) return this.#pass(run, step, run.exit)
    const problem = this.#plan.problems[step.id]
    if (problem !== undefined) return this.#hold(run, problem)
    switch (step.kind) {
      case 'end':
        return this.#complete(run)
      case 'wait':
      case 'wait_for_event':
        return this.#wait(run, step)
      case 'action':
        return this.#act(run, step, step.action)
      default:
        return this.#pass(run, step, this.#exitOf(run, step))
    }
  }

  #exitOf(run: SimulatedRun, step: Exclude<Step, Waiting | { kind: 'end' | 'action' }>): string {
    const { subscriber_id, holds } = this.history
    switch (step.kind) {
      case 'goal':
        return 'next'
      case 'condition': {
        const facts = { tags: this.#tags, fields: this.#fields, state: this.#state }
        const isMet = holds.has(step.id) && holdsByFact(step.filter, facts) && holdsForEvent(step.event, run.event)
        return isMet ? 'yes' : 'no'
      }
      case 'split':
        return step.by.type === 'tag'
          ? exitByTag(step.branches, (tag_id) => this.#tags.has(Number(tag_id)))
          : exitByValue(step.branches, this.#fields.get(step.by.custom_field_id) ?? null)
      case 'random_split':
        return randomBranch(step.branches, { step_id: step.id, subscriber_id })?.id ?? ''
    }
  }

  #wait(run: SimulatedRun, step: Waiting) {
    const zones = { account_zone: this.#plan.time_zone, subscriber_zone: this.history.time_zone }
    const end = endOfWait(step, { at: new Date(run.arrived_at), ...zones, pauses: [] })
    if (end !== null && +end <= this.#now) return this.#pass(run, step, exitOver(step))
    if (run.state === 'ready') this.#note(run, { event: 'waiting', detail: end?.toISOString() ?? null })
    Object.assign(run, { state: 'waiting', due: end && +end })
  }

  #act(run: SimulatedRun, step: Step, action: Action) {
    switch (action.type) {
      case 'add_tag':
        this.#cause({ type: 'tag_added', object: String(action.tag_id) })
        break
      case 'remove_tag':
        this.#cause({ type: 'tag_removed', object: String(action.tag_id) })
        break
      case 'set_field': {
        const rendering = this.history.render(action, this.#fields, run.event)
        if ('problem' in rendering) return this.#hold(run, rendering.problem)
        const { custom_field_id: id } = action
        const { value } = rendering
        if ((this.#fields.get(id) ?? null) !== value) this.#cause({ type: 'field_changed', object: String(id), value })
        return this.#pass(run, step, 'next', { detail: shown(value) })
      }
      case 'send_email': {
        const not_sent = this.#reasonNotSent()
        this.tally.email(action.email_id, this.#now, not_sent === undefined)
        if (not_sent === undefined) this.sent.push(this.#now)
        return this.#pass(run, step, 'next', { email_id: action.email_id, ...(not_sent && { not_sent }) })
      }
      case 'unsubscribe':
        this.#cause({ type: 'state', object: '', value: 'cancelled' })
        break
    }
    this.#pass(run, step, 'next')
    // The remaining steps need an active subscriber.
    if (action.type === 'unsubscribe' && run.state === 'ready') this.#leave(run, 'unsubscribed')
  }

  /** Returns the ledger's reason for not emailing the subscriber. */
  #reasonNotSent(): string | undefined {
    const { paused_until, is_suppressed } = this.history
    if (this.#state !== null && this.#state !== 'active') return this.#state
    if (paused_until > this.#now) return 'paused'
    return is_suppressed ? 'suppressed' : undefined
  }

  #pass(run: SimulatedRun, step: Step, exit: string, data: Omit<Noted, 'event'> = {}) {
    this.#note(run, { event: 'passed', exit, ...data })
    const count = this.tally.step(step.id)
    count.passed++
    count.exits[exit] = (count.exits[exit] ?? 0) + 1
    this.#steps++
    const isLoop = countStep(run, this.#now)
    const next = behind(step, exit)
    Object.assign(run, { state: 'ready', step_id: next, due: this.#now, arrived_at: this.#now, exit: null })
    if (next === null) return this.#complete(run)
    this.tally.step(next).entered++
    // Events caused by earlier steps count as before the arrival.
    if (this.#plan.steps.get(next)?.kind === 'wait_for_event') run.arrived_after = this.#nextPosition()
    if (isLoop) this.#hold(run, LOOP)
  }

  #complete(run: SimulatedRun): void {
    if (run.step_id !== null) this.tally.step(run.step_id).ended++
    this.#note(run, { event: 'completed' })
    Object.assign(run, { state: 'completed', due: null })
    this.#cause({ type: 'automation_completed', object: String(this.#plan.automation_id) })
  }

  /** Applies the events of one moment: runs leave, enter, stop waiting and reach goals. */
  #receive(happened: readonly Numbered[]): void {
    if (this.#state !== 'active' && happened.some(({ event }) => event.type === 'state'))
      for (const run of this.runs) if (isOpen(run)) this.#leave(run, leftBecause(this.#state ?? ''))
    const received = happened.map((one) => ({ ...one, listeners: this.#listenersOf(one.event) }))
    this.#enterBy(received)
    for (const { id, event, listeners } of received)
      for (const listener of listeners) if (listener.purpose === 'wait') this.#endWaits(id, event, listener)
    // A goal comes before a wait for the same event.
    for (const { id, event, listeners } of received)
      for (const listener of listeners) if (listener.purpose === 'goal') this.#reachGoal(id, event, listener)
  }

  /** Updates the subscriber's data. Returns false if nothing changed. */
  #apply({ type, object, value }: Happening): boolean {
    if (type === 'state') {
      const before = this.#state
      this.#state = value ?? null
      return before !== this.#state
    }
    if (type === 'tag_added') return !this.#tags.has(Number(object)) && Boolean(this.#tags.add(Number(object)))
    if (type === 'tag_removed') return this.#tags.delete(Number(object))
    if (type === 'tag_restored') this.#tags.add(Number(object))
    if (type === 'tag_withdrawn') this.#tags.delete(Number(object))
    if (type === 'field_changed') this.#fields.set(Number(object), value ?? null)
    return true
  }

  #listenersOf(event: Happening): PlannedListener[] {
    // Two triggers on one date can have different times of day.
    return receiversOf(this.#plan.listeners, event).filter(
      ({ type, step_id }) => type !== 'date_reached' || event.value === step_id,
    )
  }

  #endWaits(id: number, { properties }: Happening, { step_id }: PlannedListener): void {
    for (const run of this.runs) {
      const isThere = (run.state === 'waiting' || run.state === 'ready') && run.step_id === step_id
      if (isThere && run.exit === null && id > run.arrived_after)
        Object.assign(run, { state: 'ready', due: this.#now, exit: 'next', event: properties ?? run.event })
    }
  }

  #reachGoal(id: number, { at, properties }: Happening, { step_id: goal }: PlannedListener): void {
    for (const run of this.runs) {
      if (!isOpen(run) || run.step_id === null || id <= run.entered_after) continue
      if (!this.#plan.above.get(goal)?.has(run.step_id)) continue
      this.#note(run, { event: 'moved', detail: goal })
      this.tally.step(run.step_id).moved++
      this.tally.step(goal).entered++
      const arrived = {
        arrived_at: Math.max(run.arrived_at, at),
        arrived_after: Math.max(run.arrived_after, id),
        event: properties ?? run.event,
      }
      Object.assign(run, { step_id: goal, state: 'ready', due: this.#now, exit: null, ...arrived })
    }
  }

  /** If several triggers match at one moment, the first counts. */
  #enterBy(received: readonly (Numbered & { listeners: readonly PlannedListener[] })[]): void {
    for (const { id, event, listeners } of received) {
      const trigger_id = event.type === 'by_hand' ? null : listeners.find(({ purpose }) => purpose === 'entry')?.step_id
      if (trigger_id === undefined) continue
      if (this.#state === 'active' && this.#mayEnter()) this.#enter(trigger_id, event, id)
      return
    }
  }

  #mayEnter(): boolean {
    const { reentry } = this.#plan
    const { earlier } = this.history
    if (reentry === 'never') return this.runs.length === 0 && earlier.length === 0
    if (reentry === 'after_leaving') return !this.runs.some(isOpen) && !earlier.some((end) => end > this.#now)
    return true
  }

  #enter(trigger_id: string | null, { at, properties: event }: Happening, id: number): void {
    const times = this.runs.filter(({ entered_at }) => entered_at > this.#now - HOUR_MS).length + 1
    if (times > MAX_PER_HOUR + 1) return
    const number = this.runs.length + 1
    const at_first = { step_id: this.#plan.graph.first, due: this.#now, entered_at: at, arrived_at: at }
    const after = { entered_after: id, arrived_after: id, event }
    const run: SimulatedRun = { number, state: 'ready', ...at_first, ...after, exit: null, steps: 0, steps_from: null }
    this.runs.push(run)
    this.tally.enter(trigger_id ?? BY_HAND, at)
    if (run.step_id !== null) this.tally.step(run.step_id).entered++
    this.#note(run, { event: 'entered', step_id: trigger_id })
    if (times > MAX_PER_HOUR) this.#hold(run, TOO_OFTEN)
  }

  #countEnd({ state, step_id }: SimulatedRun): void {
    const { result } = this.tally
    const end = state === 'ready' ? 'waiting' : state
    result[end]++
    if (step_id === null || end === 'completed' || end === 'left') return
    this.tally.step(step_id)[end]++
  }
}
