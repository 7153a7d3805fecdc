import { LOOK, Looking, latestLook } from './looking.ts'
import { doesTheSame, goalsFor, type Happening, means, stepOf } from './matching.ts'
import {
  APP_EVENT,
  type AutomationChange,
  type Guide,
  instantOfChange,
  isOpen,
  isSubscriberChange,
  isTogether,
  LINKS,
  type Life,
  live,
  type Path,
  type Run,
  type Scenario,
  type SubscriberChange,
} from './scenario.ts'
import { MINUTE } from './wall-clock.ts'

// A slow interpreter of automations, written only from decision 0082 and `graph-schema.ts`. Follows one subscriber through a scenario,
// because subscribers do not influence each other.

export class Interpreter extends Looking {
  private nextDue(): number {
    const dues = this.runs.flatMap(({ automation, state, due }) =>
      (state === 'waiting' || state === 'held') &&
      due !== null &&
      due > this.now &&
      this.automation(automation).paused_at === null
        ? [due]
        : [],
    )
    return Math.min(...dues, this.nextLook())
  }

  /** Advances the clock, and processes everything due until then. */
  moveTo(at: number): void {
    for (;;) {
      const due = this.nextDue()
      if (due > at) break
      this.stopAt(due)
    }
    const last = latestLook(at)
    if (last > this.now) this.stopAt(last)
    this.now = at
    this.settle()
  }

  private stopAt(at: number): void {
    this.now = at
    const before = this.lineCount()
    if (at % LOOK === 0) this.look()
    this.settle()
    // Only changes can produce a result at the next evaluation.
    this.is_changed = this.lineCount() > before
  }

  /** Advances the clock while no job runs. */
  skipTo(at: number): void {
    this.now = at
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
    } while (this.happened.length > 0 || this.runs.some((run) => this.isDue(run)))
  }

  life(): Life {
    const paths = [...this.runs]
      .sort((a, b) => a.automation - b.automation || a.number - b.number)
      .map((run): Path => {
        const { automation, lines, step } = run
        return { automation, lines, now: isOpen(run) ? { step } : null }
      })
    const { tags, fields, state, sequences } = this.self
    return {
      paths,
      tags: [...tags].sort(),
      fields: Object.fromEntries(fields),
      state,
      sequences: inOrder(sequences),
      emails: inOrder(this.emails),
    }
  }

  change(change: SubscriberChange) {
    this.is_changed = true
    switch (change.what) {
      case 'tag':
        return this.tag(change.tag)
      case 'untag':
        return this.untag(change.tag)
      case 'field':
        return this.set(change.field, change.value)
      case 'form':
        if (!this.self.forms.has(change.form)) this.happen('form_joined', change.form)
        this.self.forms.add(change.form)
        return
      case 'purchase':
        this.self.products.add(change.product)
        return this.happen('purchased', change.product)
      case 'event':
        return this.happen('api_event', change.name)
      case 'app':
        return this.happen('app_event', APP_EVENT, change.course ?? undefined)
      case 'click':
        // Machine clicks advance no one.
        if (!change.is_machine) this.happen('link_clicked', LINKS[change.link - 1] ?? '')
        return
      case 'finish':
        if (this.self.state !== 'active' || this.self.sequences.get(change.sequence) !== 'active') return
        this.self.sequences.set(change.sequence, 'completed')
        return this.happen('sequence_completed', change.sequence)
      case 'unsubscribe':
        return this.deactivate('cancelled')
      case 'bounce':
        if (this.self.state === 'active') this.deactivate('bounced')
        return
      case 'resubscribe':
        if (this.self.state === 'cancelled') this.self.state = 'active'
        return
      case 'restore':
        if (this.self.state === 'bounced') this.self.state = 'active'
    }
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
        automation.versions.push(change.definition)
        this.watchDates(change.automation)
        this.forgetSegments()
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
    const { happened } = this
    this.happened = []
    for (const noted of happened)
      for (const [i, automation] of this.automations.entries()) {
        const id = i + 1
        // A removed tag has no row, so its time is unknown.
        const happening = noted.type === 'tag_removed' ? { ...noted, at: this.now } : noted
        this.react(id, happening)
        const { triggers } = live(automation).graph
        const meant = triggers.filter(({ on }) => means(on, happening)).map((trigger) => trigger.id)
        if (meant.length > 0) this.enter(id, meant, happening.at, happening.order)
      }
  }

  /** Applies an event to goals and event waits, also during a pause. Moves wait for the end of the pause. */
  private react(automation: number, happening: Happening): void {
    for (const run of this.runs) {
      if (run.automation !== automation || !isOpen(run) || run.step === null) continue
      const graph = this.graph(run)
      const step = stepOf(graph, run.step)
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
      const goal = this.oneOf(run, goalsFor(this.graph(run), run.step, happening))
      const following = this.following(run)
      const continues = following?.event === 'moved' && following.at === this.now && following.step === goal
      if (goal === undefined || (i > 0 && !continues)) return i > 0
      this.log(run, 'moved', goal)
      this.arrive(run, goal)
      run.arrived = Math.max(run.arrived, happening.at)
    }
  }

  private place(run: Run, place: number): void {
    const { steps } = this.graph(run)
    const id = steps[place % steps.length]?.id ?? null
    this.log(run, 'moved', id)
    this.arrive(run, id)
  }

  private enterExisting(id: number, existing: readonly string[]) {
    const triggers = live(this.automation(id)).graph.triggers.filter(
      (trigger) => existing.includes(trigger.id) && this.isTrue(trigger),
    )
    if (triggers.length === 0) return
    this.enter(
      id,
      triggers.map((trigger) => trigger.id),
      this.now,
    )
  }

  /** Remaining durations and timeouts continue; dates do not move. */
  private resume(id: number) {
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
      const step = stepOf(this.graph(run), run.step ?? '')
      const isDate = step?.kind === 'wait' && step.wait.for !== 'duration'
      if (!isDate) run.due += paused
    }
  }

  /** Matches steps by id. An unchanged step continues; otherwise the subscriber arrives at it again. */
  private migrate(run: Run, missing: 'first' | null) {
    const version = this.automation(run.automation).versions.length - 1
    if (run.version === version) return
    const before = stepOf(this.graph(run), run.step ?? '')
    run.version = version
    const graph = this.graph(run)
    const same = stepOf(graph, run.step ?? '')
    const to = same ? same.id : missing && graph.first
    this.log(run, 'moved', to)
    if (!before || !same || !doesTheSame(before, same)) this.arrive(run, to)
  }
}

const inOrder = <Value>(map: ReadonlyMap<number, Value>): Record<number, Value> =>
  Object.fromEntries([...map].sort(([a], [b]) => a - b))

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
