import type { Trigger } from '../graph-schema.ts'
import { matches, type Qualities } from './matching.ts'
import { Moving } from './moving.ts'
import { type Guide, live, type Scenario, SEGMENTS } from './scenario.ts'
import { anniversary, DAY, dateAfter, firstInstant, isDate, MINUTE, wallClock } from './wall-clock.ts'

// Segments and custom-field dates, evaluated every five minutes. A result needs a change since the previous evaluation, so evaluations
// without one are skipped.

export const LOOK = 5 * MINUTE
/** Dates missed during an outage of this length are caught up. */
const OUTAGE = 7 * DAY

export const latestLook = (at: number): number => Math.floor(at / LOOK) * LOOK
/** The first evaluation at or after this time. */
export const lookFor = (at: number): number => Math.ceil(at / LOOK) * LOOK

const isIn = (segment: number, self: Qualities): boolean => {
  const filter = SEGMENTS[segment - 1]
  if (!filter) throw new Error(`No segment ${segment}`)
  return matches(filter, self)
}

type DateTrigger = Trigger['on'] & { type: 'date_reached' }

export class Looking extends Moving {
  /** The next evaluation may have a result. */
  protected is_changed = true
  /** By trigger segment, whether the subscriber matched at the last evaluation. */
  private readonly matched = new Map<number, boolean>()
  /** End of the evaluated range, by automation, trigger and definition: a changed trigger starts again. */
  private readonly reached = new Map<string, number>()

  constructor(scenario: Scenario, subscriber: number, guide: Guide) {
    super(scenario, subscriber, guide)
    for (const i of scenario.automations.keys()) this.watchDates(i + 1)
  }

  /** Returns the next evaluation that may have a result. */
  protected nextLook(): number {
    if (this.triggers().length === 0) return Number.POSITIVE_INFINITY
    return Math.min(this.is_changed ? latestLook(this.now) + LOOK : Number.POSITIVE_INFINITY, lookFor(this.nextDate()))
  }

  /** Removes segments that no trigger names. Subscribers who match when a segment is named again do not enter. */
  protected forgetSegments(): void {
    const named = new Set(
      this.triggers('segment_entered').map(({ on }) => (on as Trigger['on'] & { type: 'segment_entered' }).segment_id),
    )
    for (const segment of this.matched.keys()) if (!named.has(segment)) this.matched.delete(segment)
  }

  /** Returns the next time a date is reached. Infinity: none. */
  nextDate(): number {
    const times = this.triggers('date_reached').flatMap(({ on }) => this.datesOf(on as DateTrigger))
    return Math.min(Number.POSITIVE_INFINITY, ...times.filter((at) => at > this.now))
  }

  protected lineCount(): number {
    return this.runs.reduce((sum, { lines }) => sum + lines.length, 0)
  }

  /** Dates count from their trigger's publication. */
  protected watchDates(automation: number): void {
    const before = new Map(this.reached)
    for (const key of before.keys()) if (key.startsWith(`${automation} `)) this.reached.delete(key)
    for (const { key } of this.triggers('date_reached').filter((trigger) => trigger.automation === automation))
      this.reached.set(key, before.get(key) ?? this.now)
  }

  /** Lets the subscriber enter by segments, then dates. */
  protected look(): void {
    const segments = this.triggers('segment_entered').map(({ on, ...trigger }) => {
      const { segment_id: segment } = on as Trigger['on'] & { type: 'segment_entered' }
      return { ...trigger, segment }
    })
    const watched = new Set(segments.map(({ segment }) => segment))
    for (const segment of this.matched.keys()) if (!watched.has(segment)) this.matched.delete(segment)
    for (const segment of [...watched].sort()) {
      // Matches of the first evaluation do not enter.
      const isNew = this.matched.get(segment) === false && isIn(segment, this.self)
      this.matched.set(segment, isIn(segment, this.self))
      if (isNew)
        for (const { automation, id } of segments.filter((one) => one.segment === segment))
          this.enter(automation, [id], this.now)
    }
    for (const { automation, id, key, on } of this.triggers('date_reached')) {
      const from = Math.max(this.reached.get(key) ?? this.now, this.now - OUTAGE)
      this.reached.set(key, this.now)
      for (const at of this.datesOf(on as DateTrigger))
        if (at > from && at <= this.now) this.enter(automation, [id], at)
    }
  }

  /** Evaluated triggers, in order. */
  private triggers(type?: 'segment_entered' | 'date_reached') {
    return this.automations.flatMap((automation, i) =>
      live(automation)
        .graph.triggers.filter(({ on }) =>
          type ? on.type === type : on.type === 'segment_entered' || on.type === 'date_reached',
        )
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, on }) => ({ automation: i + 1, id, on, key: `${i + 1} ${id} ${JSON.stringify(on)}` })),
    )
  }

  /** Returns whether the trigger's condition already matches. */
  protected isTrue({ on }: Trigger): boolean {
    const { tags, forms, products, fields } = this.self
    if (on.type === 'tag_added') return tags.has(on.tag_id)
    if (on.type === 'form_joined') return on.form_id === null ? forms.size > 0 : forms.has(on.form_id)
    if (on.type === 'segment_entered') return isIn(on.segment_id, this.self)
    if (on.type === 'purchased') return on.product_id === null ? products.size > 0 : products.has(on.product_id)
    return on.type === 'field_changed' && on.value !== null && fields.get(on.custom_field_id) === on.value
  }

  private datesOf(on: DateTrigger): number[] {
    const value = this.self.fields.get(on.custom_field_id) ?? ''
    if (!isDate(value)) return []
    const zone = on.zone === 'account' ? this.scenario.zone : this.zone
    const [own, current] = [Number(value.slice(0, 4)), Number(wallClock('UTC', this.now).slice(0, 4))]
    const years = on.yearly ? [-2, -1, 0, 1, 2].map((more) => current + more).filter((year) => year >= own) : [own]
    return years.map((year) => firstInstant(zone, dateAfter(anniversary(value, year), on.offset_days), on.at))
  }
}
