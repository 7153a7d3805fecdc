import type { Trigger } from '../graph-schema.ts'
import { matches } from './matching.ts'
import { type Automation, type Scenario, SEGMENTS } from './scenario.ts'
import type { Subscriber } from './subscriber.ts'
import { anniversary, DAY, dateAfter, firstInstant, isDate, MINUTE, wallClock } from './wall-clock.ts'

// Segments and custom-field dates, evaluated every five minutes. A result needs a change since the previous evaluation, so evaluations
// without one are skipped.

export const LOOK = 5 * MINUTE
/** Dates missed during an outage of this length are caught up. */
const OUTAGE = 7 * DAY

export const latestLook = (at: number): number => Math.floor(at / LOOK) * LOOK
/** The first evaluation at or after this time. */
export const lookFor = (at: number): number => Math.ceil(at / LOOK) * LOOK

const isIn = (segment: number, subscriber: Subscriber): boolean => {
  const filter = SEGMENTS[segment - 1]
  if (!filter) throw new Error(`No segment ${segment}`)
  return matches(filter, subscriber)
}

/** Returns whether the trigger's condition already matches. */
export function isTrue({ on }: Trigger, subscriber: Subscriber): boolean {
  const { tags, forms, products, fields } = subscriber
  if (on.type === 'tag_added') return tags.has(on.tag_id)
  if (on.type === 'form_joined') return on.form_id === null ? forms.size > 0 : forms.has(on.form_id)
  if (on.type === 'segment_entered') return isIn(on.segment_id, subscriber)
  if (on.type === 'purchased') return on.product_id === null ? products.size > 0 : products.has(on.product_id)
  return on.type === 'field_changed' && on.value !== null && fields.get(on.custom_field_id) === on.value
}

type Watched<Type> = Trigger['on'] & { type: Type }

/** Watches the segments and dates of a subscriber that published triggers name. */
export class Watch {
  private readonly scenario: Scenario
  private readonly automations: readonly Automation[]
  private readonly subscriber: Subscriber
  /** By trigger segment, whether the subscriber matched at the last evaluation. */
  private readonly matched = new Map<number, boolean>()
  /** End of the evaluated range, by automation, trigger and definition: a changed trigger starts again. */
  private readonly reached = new Map<string, number>()

  constructor(scenario: Scenario, automations: readonly Automation[], subscriber: Subscriber) {
    this.scenario = scenario
    this.automations = automations
    this.subscriber = subscriber
    for (const i of automations.keys()) this.watchDates(i + 1)
  }

  /** Returns the next evaluation that may have a result: the very next one after a change. */
  nextLook(isChanged: boolean): number {
    const triggers = this.triggers('segment_entered').length + this.triggers('date_reached').length
    if (triggers === 0) return Number.POSITIVE_INFINITY
    const next_date = lookFor(this.nextDate())
    return isChanged ? Math.min(latestLook(this.subscriber.now) + LOOK, next_date) : next_date
  }

  /** Returns the next time a date is reached. Infinity: none. */
  nextDate(): number {
    const times = this.triggers('date_reached').flatMap(({ on }) => this.datesOf(on))
    return Math.min(Number.POSITIVE_INFINITY, ...times.filter((at) => at > this.subscriber.now))
  }

  /** Follows a publication. Dates count from it; subscribers who match when a segment is named again do not enter. */
  publish(automation: number): void {
    this.watchDates(automation)
    this.forgetSegments()
  }

  private forgetSegments(): void {
    const named = new Set(this.triggers('segment_entered').map(({ on }) => on.segment_id))
    for (const segment of this.matched.keys()) if (!named.has(segment)) this.matched.delete(segment)
  }

  private watchDates(automation: number): void {
    const before = new Map(this.reached)
    for (const key of before.keys()) if (key.startsWith(`${automation} `)) this.reached.delete(key)
    for (const { key } of this.triggers('date_reached').filter((trigger) => trigger.automation === automation))
      this.reached.set(key, before.get(key) ?? this.subscriber.now)
  }

  /** Returns the entries by segments, then those by dates. */
  look(): { automation: number; trigger: string; at: number }[] {
    const { now } = this.subscriber
    this.forgetSegments()
    const entries: ReturnType<Watch['look']> = []
    const segments = Map.groupBy(this.triggers('segment_entered'), ({ on }) => on.segment_id)
    for (const [segment, triggers] of [...segments].sort(([a], [b]) => a - b)) {
      const is = isIn(segment, this.subscriber)
      // Matches of the first evaluation do not enter.
      if (is && this.matched.get(segment) === false)
        entries.push(...triggers.map(({ automation, id: trigger }) => ({ automation, trigger, at: now })))
      this.matched.set(segment, is)
    }
    for (const { automation, id: trigger, key, on } of this.triggers('date_reached')) {
      const from = Math.max(this.reached.get(key) ?? now, now - OUTAGE)
      this.reached.set(key, now)
      for (const at of this.datesOf(on)) if (at > from && at <= now) entries.push({ automation, trigger, at })
    }
    return entries
  }

  /** Published triggers, in order. */
  private triggers<Type extends 'segment_entered' | 'date_reached'>(type: Type) {
    return this.automations.flatMap((automation, i) =>
      automation.live.graph.triggers
        .filter(({ on }) => on.type === type)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, on }) => {
          const key = `${i + 1} ${id} ${JSON.stringify(on)}`
          return { automation: i + 1, id, on: on as Watched<Type>, key }
        }),
    )
  }

  private datesOf(on: Watched<'date_reached'>): number[] {
    const { fields, now, zone } = this.subscriber
    const value = fields.get(on.custom_field_id) ?? ''
    if (!isDate(value)) return []
    const [own, current] = [Number(value.slice(0, 4)), Number(wallClock('UTC', now).slice(0, 4))]
    const years = on.yearly ? [-2, -1, 0, 1, 2].map((more) => current + more).filter((year) => year >= own) : [own]
    return years.map((year) =>
      firstInstant(
        on.zone === 'account' ? this.scenario.zone : zone,
        dateAfter(anniversary(value, year), on.offset_days),
        on.at,
      ),
    )
  }
}
