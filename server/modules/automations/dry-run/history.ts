import type { RenderedField, SetField } from '../effects/field.ts'
import type { ListenerType } from '../graph-schema.ts'
import type { EventProperties } from '../schema.ts'

// Stored history of one subscriber for the simulation. Times are milliseconds since 1970.

export interface Happening {
  at: number
  /**
   * `state`: the subscriber's state became `value`. `by_hand`: a member or another automation added them. `tag_restored` and
   * `tag_withdrawn`: an undo, which triggers nothing.
   */
  type: ListenerType | 'segment_entered' | 'date_reached' | 'state' | 'by_hand' | 'tag_restored' | 'tag_withdrawn'
  object: string
  /** Value of a custom field; the state; the trigger of a date. */
  value?: string | null
  settings?: Record<string, unknown>
  properties?: EventProperties
}

export interface History {
  subscriber_id: number
  /** As of today. Null: unknown. */
  time_zone: string | null
  /** At the beginning. Null: the subscriber did not exist. */
  state: string | null
  /** At the beginning. */
  tags: Set<number>
  /** At the beginning, by custom field id. */
  fields: ReadonlyMap<number, string | null>
  /** Oldest first. */
  happenings: Happening[]
  /** End times of runs that began before the dry run. Infinity: still inside. */
  earlier: readonly number[]
  /** End of the pause that the subscriber asked for. 0: no pause. */
  paused_until: number
  /** As of today. */
  is_suppressed: boolean
  /** Steps whose conditions on anything but tags, states and custom fields hold today. */
  holds: ReadonlySet<string>
  /** Renders the value of a `set_field` with these field values and this event. */
  render: (
    action: SetField,
    fields: ReadonlyMap<number, string | null>,
    event: EventProperties | undefined,
  ) => RenderedField
  /** Times at which other emails were really sent. */
  got: readonly number[]
}
