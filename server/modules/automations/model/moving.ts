import type { Graph, Step } from '../graph-schema.ts'
import { branchOf, filledIn, type Happening, matches, type Qualities, stepOf } from './matching.ts'
import {
  type Automation,
  type Guide,
  isOpen,
  isRefused,
  live,
  type PathLine,
  REPEATING,
  type Run,
  type Scenario,
} from './scenario.ts'
import { firstInstant, MINUTE, nextWeekday, RETRY_MINUTES } from './wall-clock.ts'

// One subscriber in all automations of a scenario, and their moves between steps (decision 0082, points 4 to 6).

export class Moving {
  protected readonly automations: Automation[]
  protected readonly runs: Run[] = []
  protected happened: Happening[] = []
  private orders = 0
  protected readonly self: Qualities
  /** Number of queued emails, by automation. */
  protected readonly emails = new Map<number, number>()
  protected readonly zone: string
  protected now: number
  protected readonly scenario: Scenario
  protected readonly guide: Guide

  constructor(scenario: Scenario, subscriber: number, guide: Guide) {
    const given = scenario.subscribers[subscriber]
    if (!given) throw new Error('No such subscriber')
    this.scenario = scenario
    this.guide = guide
    this.now = scenario.start
    this.zone = given.zone ?? scenario.zone
    this.self = {
      state: 'active',
      tags: new Set(given.tags),
      fields: new Map(Object.entries(given.fields).map(([field, value]) => [Number(field), value])),
      forms: new Set(),
      products: new Set(),
      sequences: new Map(),
    }
    this.automations = scenario.automations.map((definition) => ({
      versions: [definition],
      paused_at: null,
    }))
  }

  protected happen(type: Happening['type'], object: number | string, value?: string): void {
    this.happened.push({ at: this.now, order: this.nextOrder(), type, object, ...(value !== undefined && { value }) })
  }

  private nextOrder = () => ++this.orders

  protected tag(tag: number): void {
    if (!this.self.tags.has(tag)) this.happen('tag_added', tag)
    this.self.tags.add(tag)
  }

  protected untag(tag: number): void {
    if (this.self.tags.delete(tag)) this.happen('tag_removed', tag)
  }

  protected set(field: number, value: string): void {
    if ((this.self.fields.get(field) ?? '') === value) return
    if (value === '') this.self.fields.delete(field)
    else this.self.fields.set(field, value)
    this.happen('field_changed', field, value)
  }

  /** Ends all runs. */
  protected deactivate(state: 'cancelled' | 'bounced'): void {
    this.self.state = state
    for (const run of this.runs) if (isOpen(run)) this.end(run, 'left')
  }

  protected automation(id: number): Automation {
    const automation = this.automations[id - 1]
    if (!automation) throw new Error('No such automation')
    return automation
  }

  protected graph({ automation, version }: Run): Graph {
    const definition = this.automation(automation).versions[version]
    if (!definition) throw new Error('No such version')
    return definition.graph
  }

  /** Lets the subscriber enter at the time of the event. */
  protected enter(id: number, triggers: readonly string[], at: number, order = this.nextOrder()): boolean {
    const automation = this.automation(id)
    if (automation.paused_at !== null || this.self.state !== 'active') return false
    const before = this.runs.filter((run) => run.automation === id)
    const { reentry, graph } = live(automation)
    if (reentry === 'never' && before.length > 0) return false
    if (reentry === 'after_leaving' && before.some(isOpen)) return false
    // Several triggers at one moment count once.
    if (triggers.length > 0 && before.some(({ since }) => since === at)) return false
    const run: Run = {
      automation: id,
      number: before.length,
      version: automation.versions.length - 1,
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
    this.arrive(run, graph.first)
    Object.assign(run, { arrived: at, arrived_order: order })
    return true
  }

  /** Returns the engine's choice if it is one of these steps. */
  protected oneOf(run: Run, ids: readonly string[]): string | undefined {
    const chosen = this.following(run)?.step
    return ids.find((id) => id === chosen) ?? ids[0]
  }

  /** The next line of the engine. */
  protected following({ automation, number, lines }: Run) {
    return this.guide.line(automation, number, lines.length)
  }

  /** Moves the runs of an automation that are due until all wait or are over. */
  protected advance(id: number): void {
    for (;;) {
      const due = this.runs.filter((run) => run.automation === id && this.isDue(run))
      const rank = (run: Run) => this.following(run)?.order ?? Number.POSITIVE_INFINITY
      const [first] = due.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
      if (!first) return
      this.step(first)
    }
  }

  protected isDue({ automation, state, due }: Run): boolean {
    if (this.automation(automation).paused_at !== null) return false
    return state === 'ready' || (due !== null && due <= this.now && (state === 'waiting' || state === 'held'))
  }

  private step(run: Run) {
    const step = stepOf(this.graph(run), run.step ?? '')
    if (!step) throw new Error(`No step ${run.step}`)
    switch (step.kind) {
      case 'action':
        if (step.action.type === 'start_automation' && this.automation(step.action.automation_id).paused_at !== null)
          return this.hold(run)
        if (step.action.type === 'app_action' && isRefused(this.scenario, step.action.settings, this.now))
          return this.hold(run, { retry: false })
        run.lines.push({ at: this.now, event: 'passed', step: step.id, exit: 'next' })
        // Unsubscribing at the last step completes the automation.
        if (step.next === null && step.action.type === 'unsubscribe') this.arrive(run, null)
        this.act(run.automation, step.action)
        if (isOpen(run)) this.arrive(run, step.next)
        return
      case 'wait': {
        if (run.state === 'ready')
          run.due = this.until(step.wait, run.arrived) + (step.wait.for === 'duration' ? run.paused : 0)
        if (run.due !== null && run.due <= this.now) return this.pass(run, 'next', step.next)
        run.state = 'waiting'
        return
      }
      case 'wait_for_event':
        if (run.happened) return this.pass(run, 'next', step.next)
        if (run.state === 'ready' && step.timeout_minutes !== null)
          run.due = run.arrived + run.paused + step.timeout_minutes * MINUTE
        if (run.due !== null && run.due <= this.now) return this.pass(run, 'timed_out', step.timed_out)
        run.state = 'waiting'
        return
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

  private hold(run: Run, { retry } = { retry: true }): void {
    const minutes = retry ? RETRY_MINUTES[run.failures] : undefined
    this.log(run, 'failed', run.step)
    run.failures++
    run.state = 'held'
    run.due = minutes === undefined ? null : this.now + minutes * MINUTE
  }

  private act(automation: number, action: (Step & { kind: 'action' })['action']) {
    const { sequences } = this.self
    switch (action.type) {
      case 'add_tag':
        return this.tag(action.tag_id)
      case 'remove_tag':
        return this.untag(action.tag_id)
      case 'set_field':
        return this.set(action.custom_field_id, filledIn(action.value, this.self))
      case 'unsubscribe':
        return this.deactivate('cancelled')
      case 'start_automation':
        this.enter(action.automation_id, [], this.now)
        return
      case 'add_to_sequence':
        // Subscribers who completed a repeating sequence start again.
        if (sequences.get(action.sequence_id) !== 'completed' || REPEATING.has(action.sequence_id))
          sequences.set(action.sequence_id, 'active')
        return
      case 'remove_from_sequence':
        sequences.delete(action.sequence_id)
        return
      case 'send_email':
        this.emails.set(automation, (this.emails.get(automation) ?? 0) + 1)
        return
      case 'notify_team':
      case 'app_action':
        return
    }
  }

  private until(wait: (Step & { kind: 'wait' })['wait'], after: number): number {
    if (wait.for === 'duration') return after + wait.minutes * MINUTE
    const zone = wait.zone === 'account' ? this.scenario.zone : this.zone
    if (wait.for === 'date') return firstInstant(zone, wait.date, wait.at)
    return nextWeekday(zone, wait.weekdays, wait.at, after)
  }

  protected pass(run: Run, exit: string, next: string | null) {
    run.lines.push({ at: this.now, event: 'passed', step: run.step, exit })
    this.arrive(run, next)
  }

  protected arrive(run: Run, step: string | null) {
    if (step === null) return this.end(run, 'completed')
    Object.assign(run, { state: 'ready', step, due: null, happened: false, failures: 0 })
    Object.assign(run, { arrived: this.now, paused: 0 })
    run.arrived_order = this.nextOrder()
  }

  protected end(run: Run, state: 'completed' | 'left'): void {
    run.state = state
    this.log(run, state, null)
    if (state === 'completed') this.happen('automation_completed', run.automation)
  }

  protected log(run: Run, event: PathLine['event'], step: string | null): void {
    run.lines.push({ at: this.now, event, step })
  }
}
