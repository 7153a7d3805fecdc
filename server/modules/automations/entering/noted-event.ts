import type { Tx } from '../../../core/write/write.ts'
import type { ListenerType } from '../graph-schema.ts'

/** Something that happened and that a published version listens to. */
export interface NotedEvent {
  id: number
  /** `subscriber_left`: no longer active. Every automation that they are in reacts to it. */
  type: ListenerType | 'subscriber_left'
  object: string
  subscriber_id: number
  data: Record<string, unknown>
  at: Date
  /** `at` was given by the program that reported it. Otherwise events happened in the order of their ids. */
  is_dated: boolean
}

/** Returns a place in the order of events: those so far have a smaller id, those to come a greater one. */
export async function nextPosition(tx: Tx): Promise<number> {
  const row = await tx.sql.one<{ position: number }>(
    `select nextval('automation_event_id_seq') as position where $1::int is not null`,
  )
  if (!row) throw new Error('No position')
  return row.position
}
