import type { Trigger } from '../graph-schema.ts'
import { doesTheSame, goalsFor, type Happening, means, stepOf } from './matching.ts'
import { type Automation, type Guide, isOpen, live, Moving, type Run } from './moving.ts'
import {
  type AutomationChange,
  instantOfChange,
  isSubscriberChange,
  isTogether,
  type Life,
  type Path,
  type Scenario,
  type SubscriberChange,
} from './scenario.ts'
import { anniversary, dateAfter, firstInstant, isDate, MINUTE, wallClock } from './wall-clock.ts'

// A slow interpreter of automations, written from decision 0082 and `graph-schema.ts` alone. It follows one subscriber through a scenario,
// because nothing that happens to others matters to them.

export class Interpreter extends Moving {
  /** Until when date triggers were evaluated. */
  private checked: number

  constructor(scenario: Scenario, subscriber: number, guide: Guide) {
    super(scenario, subscriber, guide)
    this.checked = scenario.start
  }

  /** When the next date comes, or undefined. */
  nextDate(): number | undefined {
    const times = this.automations
      .flatMap((automation) => (automation.paused_at === null ? this.dates(automation) : []))
      .flatMap(({ at }) => (at > this.now ? [at] : []))
    return times.length > 0 ? Math.min(...times) : undefined
  }

  private nextDue(): number | undefined {
    const dues = this.runs.flatMap(({ automation, state, due }) =>
      (state === 'waiting' || state === 'held') &&
      due !== null &&
      due > this.now &&
      this.automation(automation).paused_at === null
        ? [due]
        : [],
    )
    const date = this.nextDate()
    const times = date === undefined ? dues : [...dues, date]
    return times.length > 0 ? Math.min(...times) : undefined
  }

  /** Lets time pass, and everything happen that is due until then. */
  moveTo(at: number): void {
    for (;;) {
      const due = this.nextDue()
      if (due === undefined || due > at) break
      this.now = due
      this.settle()
    }
    this.now = at
    this.settle()
  }

  /** Lets time pass while no job runs. */
  skipTo(at: number): void {
    this.now = at
  }

  /** Everything that can happen now: each automation moves its runs, until nothing is left. */
  settle(): void {
    this.reachDates()
    do {
      for (const id of this.automations.keys()) {
        // What happened before a wait ended counts before its end.
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
    const { tags, fields, state } = this.self
    return { paths, tags: [...tags].sort(), fields: Object.fromEntries(fields), state }
  }

  change(change: SubscriberChange) {
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
        return this.happen('purchased', change.product)
      case 'event':
        return this.happen('api_event', change.name)
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

  /** A change of an automation, or by a member to this subscriber in it. */
  operate(change: AutomationChange) {
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
        automation.published_at = this.now
        return this.enterExisting(change.automation, change.existing)
      case 'migrate':
        for (const run of open) this.migrate(run, change.missing)
        return
      case 'add':
        this.enter(change.automation, [], this.now)
        return
      case 'remove':
        for (const run of open) this.end(run, 'left')
    }
  }

  private match(): void {
    const { happened } = this
    this.happened = []
    const entered = new Set<string>()
    for (const noted of happened)
      for (const [i, automation] of this.automations.entries()) {
        const id = i + 1
        // The row of a removed tag is gone, and with it the time.
        const happening = noted.type === 'tag_removed' ? { ...noted, at: this.now } : noted
        this.react(id, happening)
        const { reentry, graph } = live(automation)
        const triggers = graph.triggers.filter(({ on }) => means(on, happening)).map((trigger) => trigger.id)
        const moment = `${id} ${reentry === 'always' ? happening.at : ''}`
        if (triggers.length > 0 && !entered.has(moment) && this.enter(id, triggers, happening.at, happening.order))
          entered.add(moment)
      }
  }

  /** Applies an event to goals and to waits for events, also during a pause; what follows waits for its end. */
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

  /** Takes a run to a goal. If the event means goals behind it too, the engine may continue to them. */
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

  /** Whether what a trigger waits for is so already. */
  private isTrue({ on }: Trigger): boolean {
    const { tags, forms } = this.self
    if (on.type === 'tag_added') return tags.has(on.tag_id)
    if (on.type === 'form_joined') return on.form_id === null ? forms.size > 0 : forms.has(on.form_id)
    return false
  }

  /** Remaining durations and time-outs continue, and dates stay. */
  private resume(id: number) {
    const automation = this.automation(id)
    if (automation.paused_at === null) return
    const paused = this.now - automation.paused_at
    automation.paused_at = null
    for (const run of this.runs) {
      if (run.automation !== id || run.state !== 'waiting' || run.due === null) continue
      const step = stepOf(this.graph(run), run.step ?? '')
      const is_date = step?.kind === 'wait' && step.wait.for !== 'duration'
      if (!is_date) run.due += paused
    }
  }

  /** Steps are matched by id. One that does what it did continues; otherwise the subscriber arrives at it again. */
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

  /** Enters for the dates that came since the last time. */
  private reachDates(): void {
    for (const [at, automation] of this.automations.entries())
      for (const { trigger, at: time } of this.dates(automation))
        if (time > this.checked && time <= this.now) this.enter(at + 1, [trigger], time)
    this.checked = this.now
  }

  /** The times of date triggers around now, after publication. */
  private dates(automation: Automation): { trigger: string; at: number }[] {
    return live(automation)
      .graph.triggers.flatMap(({ id, on }) => (on.type === 'date_reached' ? this.datesOf(id, on) : []))
      .filter(({ at }) => at > automation.published_at)
  }

  private datesOf(trigger: string, on: Trigger['on'] & { type: 'date_reached' }) {
    const value = this.self.fields.get(on.custom_field_id) ?? ''
    if (!isDate(value)) return []
    const zone = on.zone === 'account' ? this.scenario.zone : this.zone
    const [own, current] = [Number(value.slice(0, 4)), Number(wallClock('UTC', this.now).slice(0, 4))]
    const years = on.yearly ? [-2, -1, 0, 1, 2].map((more) => current + more).filter((year) => year >= own) : [own]
    return years.map((year) => ({
      trigger,
      at: firstInstant(zone, dateAfter(anniversary(value, year), on.offset_days), on.at),
    }))
  }
}

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
