import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import type { FactsThen } from '../dry-run/conditions.ts'
import type { Happening } from '../dry-run/history.ts'
import { objectsOf, type Plan } from '../dry-run/plan.ts'
import { reachedAt } from '../entering/date-window.ts'
import { zoneOf } from '../running/wait.ts'
import type { Happened } from './happenings.ts'
import { entriesOver, isDerivable } from './segments-over-time.ts'

// Derives events that no row stores from the facts of one subscriber. Times are milliseconds since 1970.

interface StateChange {
  at: number
  from_state: string | null
  to_state: string
}

export interface Facts {
  plan: Plan
  segments: ReadonlyMap<number, SegmentFilter>
  changes: readonly StateChange[]
  joined: readonly { at: number; form_id: number }[]
  time_zone: string | null
  created_at: number
  beginning: FactsThen
  /** Known events since the beginning, oldest first. */
  happened: readonly Happening[]
}

type Event = Omit<Happened, 'subscriber_id'>

export const derivedEvents = (facts: Facts): Event[] => [
  ...formsJoined(facts),
  ...fieldsGiven(facts),
  ...segmentsEntered(facts),
  ...datesReached(facts),
]

/** A subscriber joins a form when added or, if they must confirm, when they confirm. The database's triggers use the same rule. */
function formsJoined({ changes, joined }: Facts): Event[] {
  return joined.flatMap(({ at, form_id }) => {
    const event = { type: 'form_joined' as const, object: String(form_id) }
    const confirmed = changes.filter(
      (change) =>
        change.from_state === 'inactive' &&
        change.to_state === 'active' &&
        change.at >= at &&
        !changes.some((earlier) => earlier.from_state === 'active' && earlier.at > at && earlier.at < change.at),
    )
    return [{ ...event, at }, ...confirmed.map((change) => ({ ...event, at: change.at }))]
  })
}

/** Values set at the subscriber's creation: their values at the beginning. */
function fieldsGiven({ plan, created_at, beginning }: Facts): Event[] {
  if (created_at <= plan.from) return []
  return objectsOf(plan, 'field_changed').flatMap((object) => {
    const value = beginning.fields.get(Number(object)) ?? null
    return value === null ? [] : [{ at: created_at, type: 'field_changed' as const, object, value }]
  })
}

function segmentsEntered({ plan, segments, beginning, happened, created_at }: Facts): Event[] {
  return plan.graph.triggers.flatMap(({ on }) => {
    const segment = on.type === 'segment_entered' ? segments.get(on.segment_id) : undefined
    if (on.type !== 'segment_entered' || !segment || !isDerivable(segment)) return []
    const since = created_at > plan.from ? created_at : null
    return entriesOver(segment, beginning, { happenings: happened, created_at: since }).map((at) => ({
      at,
      type: on.type,
      object: String(on.segment_id),
    }))
  })
}

/** The field's value at that time decides when a date is reached. */
function datesReached({ plan, beginning, happened, created_at, time_zone }: Facts): Event[] {
  return plan.graph.triggers.flatMap(({ id, on }) => {
    if (on.type !== 'date_reached') return []
    const object = String(on.custom_field_id)
    const zone = zoneOf(on, { account_zone: plan.time_zone, subscriber_zone: time_zone })
    const changes = happened.filter((one) => one.type === 'field_changed' && one.object === object)
    const values = [
      { at: Math.max(plan.from, created_at), value: beginning.fields.get(on.custom_field_id) ?? null },
      ...changes,
    ]
    return values.flatMap(({ at: from, value }, place) => {
      const until = Math.min(values[place + 1]?.at ?? plan.until, plan.until)
      if (!value || until <= from) return []
      const at = reachedAt(on, { value, window: { from: new Date(from), until: new Date(until) }, zone })
      return at ? [{ at: +at, type: on.type, object, value: id }] : []
    })
  })
}
