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
}
