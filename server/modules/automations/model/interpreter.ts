import type { Step } from '../graph-schema.ts'
import { branchOf, doesTheSame, stepOf as findStep, goalsFor, type Happening, matches, means } from './matching.ts'
import {
  type Automation,
  type AutomationChange,
  type Guide,
  instantOfChange,
  isOpen,
  isRefused,
  isSubscriberChange,
  isTogether,
  type Life,
  type Path,
  type PathLine,
  type Run,
  type Scenario,
  type SubscriberChange,
} from './scenario.ts'
import { Subscriber } from './subscriber.ts'
import { endOfWait, MINUTE, RETRY_MINUTES } from './wall-clock.ts'
import { isTrue, LOOK, latestLook, Watch } from './watch.ts'

// A slow interpreter of automations, written only from decision 0082 and `graph-schema.ts`. Follows one subscriber through a scenario,
// because subscribers do not influence each other.

export class Interpreter {
  private readonly scenario: Scenario
  private readonly guide: Guide
  private readonly automations: Automation[]
  private readonly runs: Run[] = []
  private readonly self: Subscriber
  readonly watch: Watch
  /** The next evaluation of segments and dates may have a result. */
  private is_changed = true

  constructor(scenario: Scenario, subscriber: number, guide: Guide) {
    this.scenario = scenario
    this.guide = guide
    this.self = new Subscriber(scenario, subscriber)
    this.automations = scenario.automations.map((live) => ({ live, paused_at: null }))
    this.watch = new Watch(scenario, this.automations, this.self)
  }

  private get now(): number {
    return this.self.now
  }

  /** Advances the clock, and processes everything due until then. */
  moveTo(at: number): void {
    for (;;) {
      const dues = this.runs.map((run) => this.dueOf(run)).filter((due) => due > this.now)
      const next = Math.min(...dues, this.watch.nextLook(this.is_changed))
      if (next > at) break
      this.stopAt(next)
    }
    const last = latestLook(at)
    if (last > this.now) this.stopAt(last)
    this.self.now = at
    this.settle()
  }

  private stopAt(at: number): void {
    this.self.now = at
    const count = () => this.runs.reduce((sum, { lines }) => sum + lines.length, 0)
    const before = count()
    if (at % LOOK === 0) for (const entry of this.watch.look()) this.enter(entry.automation, [entry.trigger], entry.at)
    this.settle()
    // Only changes can produce a result at the next evaluation.
    this.is_changed = count() > before
  }

  /** Advances the clock while no job runs. */
  skipTo(at: number): void {
    this.self.now = at
    // Dates may have been reached.
    this.is_changed = true
  }

  /** Processes everything due now: each automation moves its runs until none is left. */
  settle(): void {
    do {
      for (const id of this.automations.keys()) {
        // An event before the end of a wait counts first.
        this.match()
        this.advance(id + 1)
      }
    } while (this.self.happened.length > 0 || this.runs.some((run) => this.dueOf(run) <= this.now))
  }

  life(): Life {
    const runs = [...this.runs].sort((a, b) => a.automation - b.automation || a.number - b.number)
    const paths = runs.map((run): Path => {
      const { automation, lines, step } = run
      return { automation, lines, now: isOpen(run) ? { step } : null }
    })
    return { paths, ...this.self.life() }
  }

  change(change: SubscriberChange): void {
    this.is_changed = true
    this.self.change(change)
    this.leaveIfInactive()
  }

  private leaveIfInactive(): void {
    if (this.self.state !== 'active') for (const run of this.runs) if (isOpen(run)) this.end(run, 'left')
  }

  /** Applies a change of an automation, or a member's action on this subscriber in it. */
  operate(change: AutomationChange) {
    this.is_changed = true
    const automation = this.automation(change.automation)
    const open = this.runs.filter((run) => run.automation === change.automation && isOpen(run))
    switch (change.what) {
      case 'pause':
        automation.paused_at ??= this.now
        return
      case 'resume':
        return this.resume(change.automation)
      case 'publish':
        automation.live = { ...change.definition }
        this.watch.publish(change.automation)
        return this.enterExisting(change.automation, change.existing)
      case 'migrate':
        for (const run of open) this.migrate(run, change.missing)
        return
      case 'add':
        this.enter(change.automation, [], this.now)
        return
      case 'remove':
        for (const run of open) this.end(run, 'left')
        return
      case 'move':
        for (const run of open) this.place(run, change.place)
        return
      case 'retry':
        for (const run of open) if (run.state === 'held') Object.assign(run, { due: this.now, failures: 1 })
    }
  }

  private match(): void {
    const { happened } = this.self
    this.self.happened = []
    for (const noted of happened)
      for (const [i, automation] of this.automations.entries()) {
        // A removed tag has no row, so its time is unknown.
        const happening = noted.type === 'tag_removed' ? { ...noted, at: this.now } : noted
        this.react(i + 1, happening)
        const meant = automation.live.graph.triggers
          .filter(({ on }) => means(on, happening))
          .map((trigger) => trigger.id)
        if (meant.length > 0) this.enter(i + 1, meant, happening.at, happening.order)
      }
  }

  /** Applies an event to goals and event waits, also during a pause. Moves wait for the end of the pause. */
  private react(automation: number, happening: Happening): void {
    for (const run of this.runs) {
      if (run.automation !== automation || !isOpen(run) || run.step === null) continue
      const step = stepOf(run)
      if (happening.order <= run.entered_order) continue
      if (
        !this.reach(run, happening) &&
        step?.kind === 'wait_for_event' &&
        run.state !== 'held' &&
        happening.order > run.arrived_order &&
        step.events.some((event) => means(event, happening))
      )
        Object.assign(run, { state: 'ready', happened: true })
    }
  }

  /** Moves a run to a goal. If the event matches later goals too, the engine may continue to them. */
  private reach(run: Run, happening: Happening): boolean {
    for (let i = 0; ; i++) {
      if (run.step === null) return i > 0
      const goal = this.oneOf(run, goalsFor(run.definition.graph, run.step, happening))
      const following = this.following(run)
      const continues = following?.event === 'moved' && following.at === this.now && following.step === goal
      if (goal === undefined || (i > 0 && !continues)) return i > 0
      this.log(run, 'moved', goal)
      this.arrive(run, goal)
      run.arrived = Math.max(run.arrived, happening.at)
    }
  }

  private place(run: Run, place: number): void {
    const { steps } = run.definition.graph
    const id = steps[place % steps.length]?.id ?? null
    this.log(run, 'moved', id)
    this.arrive(run, id)
  }

  /** Lets the subscriber enter at the time of the event. */
  private enter(id: number, triggers: readonly string[], at: number, order = this.self.nextOrder()): void {
    const automation = this.automation(id)
    if (automation.paused_at !== null || this.self.state !== 'active') return
    const before = this.runs.filter((run) => run.automation === id)
    const { live } = automation
    if (live.reentry === 'never' && before.length > 0) return
    if (live.reentry === 'after_leaving' && before.some(isOpen)) return
    // Several triggers at one moment count once.
    if (triggers.length > 0 && before.some(({ since }) => since === at)) return
    const run: Run = {
      automation: id,
      number: before.length,
      definition: live,
      state: 'ready',
      step: null,
      due: null,
      arrived: at,
      paused: 0,
      entered_order: order,
      arrived_order: order,
      happened: false,
      failures: 0,
      lines: [],
      since: triggers.length > 0 ? at : null,
    }
    this.runs.push(run)
    run.lines.push({ at, event: 'entered', step: this.oneOf(run, triggers) ?? null })
    this.arrive(run, live.graph.first)
    Object.assign(run, { arrived: at, arrived_order: order })
  }

  private enterExisting(id: number, existing: readonly string[]): void {
    const triggers = this.automation(id).live.graph.triggers.filter(
      (trigger) => existing.includes(trigger.id) && isTrue(trigger, this.self),
    )
    const ids = triggers.map((trigger) => trigger.id)
    if (ids.length > 0) this.enter(id, ids, this.now)
  }

  /** Remaining durations and timeouts continue; dates do not move. */
  private resume(id: number): void {
    const automation = this.automation(id)
    if (automation.paused_at === null) return
    const { paused_at } = automation
    const paused = this.now - paused_at
    automation.paused_at = null
    for (const run of this.runs) {
      if (run.automation !== id) continue
      // Members moved these runs during the pause.
      if (run.state === 'ready') run.paused += this.now - Math.max(run.arrived, paused_at)
      if (run.state !== 'waiting' || run.due === null) continue
      const step = stepOf(run)
      const isDate = step?.kind === 'wait' && step.wait.for !== 'duration'
      if (!isDate) run.due += paused
    }
  }

  /** Matches steps by id. An unchanged step continues; otherwise the subscriber arrives at it again. */
  private migrate(run: Run, missing: 'first' | null): void {
    const { live } = this.automation(run.automation)
    if (run.definition === live) return
    const before = stepOf(run)
    run.definition = live
    const same = stepOf(run)
    const to = same ? same.id : missing && live.graph.first
    this.log(run, 'moved', to)
    if (!before || !same || !doesTheSame(before, same)) this.arrive(run, to)
  }

  /** Moves the runs of an automation that are due until all wait or are over. */
  private advance(id: number): void {
    for (;;) {
      const due = this.runs.filter((run) => run.automation === id && this.dueOf(run) <= this.now)
      const rank = (run: Run) => this.following(run)?.order ?? Number.POSITIVE_INFINITY
      const [first] = due.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
      if (!first) return
      this.step(first)
    }
  }

  /** Returns when a run moves without an event. */
  private dueOf(run: Run): number {
    if (this.automation(run.automation).paused_at !== null || !isOpen(run)) return Number.POSITIVE_INFINITY
    return run.state === 'ready' ? 0 : (run.due ?? Number.POSITIVE_INFINITY)
  }

  private step(run: Run) {
    const step = stepOf(run)
    if (!step) throw new Error(`No step ${run.step}`)
    switch (step.kind) {
      case 'action':
        return this.act(run, step)
      case 'wait': {
        const zones = { account: this.scenario.zone, subscriber: this.self.zone }
        if (run.state === 'ready')
          run.due = endOfWait(step.wait, run.arrived, zones) + (step.wait.for === 'duration' ? run.paused : 0)
        return this.wait(run, 'next', step.next)
      }
      case 'wait_for_event':
        if (run.happened) return this.pass(run, 'next', step.next)
        if (run.state === 'ready' && step.timeout_minutes !== null)
          run.due = run.arrived + run.paused + step.timeout_minutes * MINUTE
        return this.wait(run, 'timed_out', step.timed_out)
      case 'condition':
        return matches(step.filter, this.self) ? this.pass(run, 'yes', step.yes) : this.pass(run, 'no', step.no)
      case 'split': {
        const { exit, next } = branchOf(step, this.self)
        return this.pass(run, exit, next)
      }
      case 'random_split': {
        const possible = step.branches.filter(({ percent }) => percent > 0)
        const taken = this.guide.branch(run.automation, step.id)
        const branch = possible.find(({ id }) => id === taken) ?? possible[0]
        if (!branch) throw new Error('No branch')
        return this.pass(run, branch.id, branch.next)
      }
      case 'goal':
        return this.pass(run, 'next', step.next)
      case 'end':
        return this.end(run, 'completed')
    }
  }

  private act(run: Run, { id, action, next }: Step & { kind: 'action' }) {
    const isPaused = action.type === 'start_automation' && this.automation(action.automation_id).paused_at !== null
    if (isPaused) return this.hold(run, RETRY_MINUTES[run.failures])
    if (action.type === 'app_action' && isRefused(this.scenario, action.settings, this.now)) return this.hold(run)
    run.lines.push({ at: this.now, event: 'passed', step: id, exit: 'next' })
    // Unsubscribing at the last step completes the automation.
    if (next === null && action.type === 'unsubscribe') this.arrive(run, null)
    if (action.type === 'start_automation') this.enter(action.automation_id, [], this.now)
    else this.self.act(run.automation, action)
    this.leaveIfInactive()
    if (isOpen(run)) this.arrive(run, next)
  }

  private wait(run: Run, exit: string, next: string | null) {
    if (run.due !== null && run.due <= this.now) this.pass(run, exit, next)
    else run.state = 'waiting'
  }

  private hold(run: Run, minutes?: number): void {
    this.log(run, 'failed', run.step)
    run.failures++
    run.state = 'held'
    run.due = minutes === undefined ? null : this.now + minutes * MINUTE
  }

  private pass(run: Run, exit: string, next: string | null): void {
    run.lines.push({ at: this.now, event: 'passed', step: run.step, exit })
    this.arrive(run, next)
  }

  private arrive(run: Run, step: string | null) {
    if (step === null) return this.end(run, 'completed')
    Object.assign(run, { state: 'ready', step, due: null, happened: false, failures: 0 })
    Object.assign(run, { arrived: this.now, paused: 0, arrived_order: this.self.nextOrder() })
  }

  private end(run: Run, state: 'completed' | 'left'): void {
    run.state = state
    this.log(run, state, null)
    if (state === 'completed') this.self.happen('automation_completed', run.automation)
  }

  private log(run: Run, event: PathLine['event'], step: string | null): void {
    run.lines.push({ at: this.now, event, step })
  }

  private automation(id: number): Automation {
    const automation = this.automations[id - 1]
    if (!automation) throw new Error('No such automation')
    return automation
  }

  /** Returns the engine's choice if it is one of these steps. */
  private oneOf(run: Run, ids: readonly string[]): string | undefined {
    const chosen = this.following(run)?.step
    return ids.find((id) => id === chosen) ?? ids[0]
  }

  /** The next line of the engine. */
  private following({ automation, number, lines }: Run) {
    return this.guide.line(automation, number, lines.length)
  }
}

const stepOf = ({ definition, step }: Run): Step | undefined => findStep(definition.graph, step ?? '')

/** Follows one subscriber through a scenario. */
export function interpret(scenario: Scenario, subscriber: number, guide: Guide): Life {
  const interpreter = new Interpreter(scenario, subscriber, guide)
  for (const [i, change] of scenario.changes.entries()) {
    const at = instantOfChange(scenario, i)
    const before = scenario.changes[i - 1]
    if (before && isTogether(before, change)) interpreter.skipTo(at)
    else interpreter.moveTo(at)
    if (!isSubscriberChange(change)) {
      if (!('subscriber' in change) || change.subscriber === subscriber) interpreter.operate(change)
    } else if (change.subscriber === subscriber) interpreter.change(change)
    if (!isTogether(change, scenario.changes[i + 1])) interpreter.settle()
  }
  interpreter.moveTo(scenario.start + scenario.minutes * MINUTE)
  return interpreter.life()
}
