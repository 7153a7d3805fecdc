import type { Tx } from '../../../core/write/write.ts'
import { UNSCOPED } from '../../../db/statements/sql.ts'
import type { ListenerType } from '../graph-schema.ts'

/** An event that a published version listens to. */
export interface NotedEvent {
  id: number
  /** `subscriber_left`: the subscriber became inactive. All their automations react. */
  type: ListenerType | 'subscriber_left'
  object: string
  subscriber_id: number
  data: Record<string, unknown>
  at: Date
  /** True if the reporting program set `at`. Otherwise events happened in the order of their ids. */
  is_dated: boolean
}

/** Returns a position in the order of events: earlier events have smaller ids, later ones greater ids. */
export async function nextPosition(tx: Tx): Promise<number> {
  const row = await tx.sql.one<{ position: number }>(`${UNSCOPED}select nextval('automation_event_id_seq') as position`)
  if (!row) throw new Error('No position')
  return row.position
}
