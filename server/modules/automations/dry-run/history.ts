import type { ListenerType } from '../graph-schema.ts'

// Stored history of one subscriber, as the simulation needs it. Times are milliseconds since 1970.

/** Something that happened. */
export interface Happening {
  at: number
  /**
   * `state`: the subscriber's state became `value`. `by_hand`: a member or another automation let them enter. `tag_restored` and
   * `tag_withdrawn`: by an undo, to which nothing reacts.
   */
  type: ListenerType | 'segment_entered' | 'date_reached' | 'state' | 'by_hand' | 'tag_restored' | 'tag_withdrawn'
  object: string
  /** Value of a custom field; the state; the trigger of a date. */
  value?: string | null
  settings?: Record<string, unknown>
}

export interface History {
  subscriber_id: number
  /** As of today; null if it is not known. */
  time_zone: string | null
  /** At the beginning; null if they did not exist. */
  state: string | null
  /** At the beginning. */
  tags: Set<number>
  /** At the beginning, by the id of the custom field. */
  fields: ReadonlyMap<number, string | null>
  /** In the order of time. */
  happenings: Happening[]
  /** Ends of runs that began before the dry run; Infinity if they are still inside. */
  earlier: readonly number[]
  /** When a pause that the subscriber asked for ends; 0 without one. */
  paused_until: number
  /** As of today. */
  is_suppressed: boolean
  /** Steps with conditions on something else than tags, states and custom fields, as far as these conditions hold today. */
  holds: ReadonlySet<string>
  /** Renders the value of a `set_field` with the given values of fields. */
  render: (value: string, fields: ReadonlyMap<number, string | null>) => { value: string | null } | { problem: string }
  /** When other emails were really sent. */
  got: readonly number[]
}
