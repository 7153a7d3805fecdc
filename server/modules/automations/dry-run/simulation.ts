import { isDeepStrictEqual } from 'node:util'
import { BY_HAND, MAX_PER_HOUR, TOO_OFTEN } from '../entering/enter.ts'
import type { PathEntry } from '../publishing-schema.ts'
import { LEFT } from '../running/moving.ts'
import type { Happening, History } from './history.ts'
import { keyOf, type Plan, type PlannedListener } from './plan.ts'
import type { Tally } from './tally.ts'
import { type SimulatedRun, StepWalk, type Walked } from './walk.ts'

/** An event with its position in the order of events. */
interface Numbered {
  id: number
  event: Happening
}

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
export class Simulation implements Walked {
  readonly plan: Plan
  readonly history: History
  readonly tally: Tally
  readonly path: PathEntry[] = []
  readonly runs: SimulatedRun[] = []
  /** Times at which emails would have been sent. */
  readonly sent: number[] = []
  readonly tags: Set<number>
  readonly fields: Map<number, string | null>
  state: string | null
  now = 0
  steps = 0
  /** Events that effects caused at this moment. */
  #caused: Numbered[] = []
  #position = 0
  readonly #walk = new StepWalk(this)

  constructor(plan: Plan, history: History, tally: Tally) {
    this.plan = plan
    this.history = history
    this.tally = tally
    this.tags = new Set(history.tags)
    this.fields = new Map(history.fields)
    this.state = history.state
  }

  /** Runs to the end of the range. */
  run(): void {
    const { happenings } = this.history
    for (let next = 0; this.steps < MAX_STEPS_IN_ALL; ) {
      const at = Math.min(happenings[next]?.at ?? Number.POSITIVE_INFINITY, this.#nextDue())
      if (at > this.plan.until) break
      this.now = at
      const first = next
      while (happenings[next]?.at === at) next++
      // An event before the end of a wait counts first.
      const happened = happenings.slice(first, next).filter((one) => this.#apply(one))
      this.#receive(happened.map((event) => ({ id: this.position(), event })))
      this.#advance()
    }
    for (const run of this.runs) this.#countEnd(run)
  }

  /** Returns the next position in the order of events. */
  position(): number {
    return ++this.#position
  }

  /** Applies an effect. Later steps see it immediately, and the automation may react to it. */
  cause(change: Omit<Happening, 'at'>): void {
    const happening = { ...change, at: this.now }
    if (this.#apply(happening)) this.#caused.push({ id: this.position(), event: happening })
  }

  note(run: SimulatedRun, entry: Omit<PathEntry, 'run' | 'at' | 'step_id'> & { step_id?: string | null }): void {
    if (this.path.length > MAX_ENTRIES) return
    this.path.push({ run: run.number, at: new Date(this.now).toISOString(), step_id: run.step_id, ...entry })
  }

  hold(run: SimulatedRun, problem: string): void {
    if (run.step_id !== null) this.tally.step(run.step_id).failed++
    this.note(run, { event: 'held', detail: problem })
    Object.assign(run, { state: 'held', due: null, exit: null })
  }

  leave(run: SimulatedRun, reason: string): void {
    if (run.step_id !== null) this.tally.step(run.step_id).ended++
    this.note(run, { event: 'left', detail: reason })
    Object.assign(run, { state: 'left', due: null, exit: null })
  }

  #nextDue(): number {
    const dues = this.runs.flatMap((run) => (isOpen(run) && run.due !== null ? [run.due] : []))
    return Math.min(...dues, Number.POSITIVE_INFINITY)
  }

  #advance(): void {
    for (;;) {
      const due = this.runs.filter((run) => isOpen(run) && run.due !== null && run.due <= this.now)
      if (this.state === 'active') this.#walk.advance(due)
      else for (const run of due) this.leave(run, LEFT[this.state ?? ''] ?? this.state ?? '')
      if (this.#caused.length === 0 || this.steps >= MAX_STEPS_IN_ALL) return
      const caused = this.#caused
      this.#caused = []
      this.#receive(caused)
    }
  }

  /** Applies the events of one moment: runs leave, enter, stop waiting and reach goals. */
  #receive(happened: readonly Numbered[]): void {
    if (this.state !== 'active' && happened.some(({ event }) => event.type === 'state'))
      for (const run of this.runs) if (isOpen(run)) this.leave(run, LEFT[this.state ?? ''] ?? this.state ?? '')
    const received = happened.map((one) => ({ ...one, listeners: this.#listenersOf(one.event) }))
    this.#enterBy(received)
    for (const { id, listeners } of received)
      for (const listener of listeners) if (listener.purpose === 'wait') this.#endWaits(id, listener)
    // A goal comes before a wait for the same event.
    for (const { id, event, listeners } of received)
      for (const listener of listeners) if (listener.purpose === 'goal') this.#reachGoal(id, event, listener)
  }

  /** Updates the subscriber's data. Returns false if nothing changed. */
  #apply({ type, object, value }: Happening): boolean {
    if (type === 'state') {
      const before = this.state
      this.state = value ?? null
      return before !== this.state
    }
    if (type === 'tag_added') return !this.tags.has(Number(object)) && Boolean(this.tags.add(Number(object)))
    if (type === 'tag_removed') return this.tags.delete(Number(object))
    if (type === 'tag_restored') this.tags.add(Number(object))
    if (type === 'tag_withdrawn') this.tags.delete(Number(object))
    if (type === 'field_changed') this.fields.set(Number(object), value ?? null)
    return true
  }

  #listenersOf(event: Happening): PlannedListener[] {
    const { listeners } = this.plan
    return [
      ...(listeners.get(keyOf(event.type, event.object)) ?? []),
      ...(event.object ? (listeners.get(keyOf(event.type, '')) ?? []) : []),
    ].filter(({ type, step_id, detail: { value, settings } }) => {
      // Two triggers on one date can have different times of day.
      if (type === 'date_reached') return event.value === step_id
      if (value !== undefined && event.value !== value) return false
      return settings === undefined || event.settings === undefined || isDeepStrictEqual(settings, event.settings)
    })
  }

  #endWaits(id: number, { step_id }: PlannedListener): void {
    for (const run of this.runs) {
      const isThere = (run.state === 'waiting' || run.state === 'ready') && run.step_id === step_id
      if (isThere && run.exit === null && id > run.arrived_after)
        Object.assign(run, { state: 'ready', due: this.now, exit: 'next' })
    }
  }

  #reachGoal(id: number, { at }: Happening, { step_id: goal }: PlannedListener): void {
    for (const run of this.runs) {
      if (!isOpen(run) || run.step_id === null || id <= run.entered_after) continue
      if (!this.plan.above.get(goal)?.has(run.step_id)) continue
      this.note(run, { event: 'moved', detail: goal })
      this.tally.step(run.step_id).moved++
      this.tally.step(goal).entered++
      const arrived = { arrived_at: Math.max(run.arrived_at, at), arrived_after: Math.max(run.arrived_after, id) }
      Object.assign(run, { step_id: goal, state: 'ready', due: this.now, exit: null, ...arrived })
    }
  }

  /** If several triggers match at one moment, the first counts. */
  #enterBy(received: readonly (Numbered & { listeners: readonly PlannedListener[] })[]): void {
    for (const { id, event, listeners } of received) {
      const trigger_id = event.type === 'by_hand' ? null : listeners.find(({ purpose }) => purpose === 'entry')?.step_id
      if (trigger_id === undefined) continue
      if (this.state === 'active' && this.#mayEnter()) this.#enter(trigger_id, event.at, id)
      return
    }
  }

  #mayEnter(): boolean {
    const { reentry } = this.plan
    const { earlier } = this.history
    if (reentry === 'never') return this.runs.length === 0 && earlier.length === 0
    if (reentry === 'after_leaving') return !this.runs.some(isOpen) && !earlier.some((end) => end > this.now)
    return true
  }

  #enter(trigger_id: string | null, at: number, id: number): void {
    const times = this.runs.filter(({ entered_at }) => entered_at > this.now - HOUR_MS).length + 1
    if (times > MAX_PER_HOUR + 1) return
    const number = this.runs.length + 1
    const at_first = { step_id: this.plan.graph.first, due: this.now, entered_at: at, arrived_at: at }
    const after = { entered_after: id, arrived_after: id }
    const run: SimulatedRun = { number, state: 'ready', ...at_first, ...after, exit: null, steps: 0, steps_from: null }
    this.runs.push(run)
    this.tally.enter(trigger_id ?? BY_HAND, at)
    if (run.step_id !== null) this.tally.step(run.step_id).entered++
    this.note(run, { event: 'entered', step_id: trigger_id })
    if (times > MAX_PER_HOUR) this.hold(run, TOO_OFTEN)
  }

  #countEnd({ state, step_id }: SimulatedRun): void {
    const { result } = this.tally
    const end = state === 'ready' ? 'waiting' : state
    result[end]++
    if (step_id === null || end === 'completed' || end === 'left') return
    this.tally.step(step_id)[end]++
  }
}
