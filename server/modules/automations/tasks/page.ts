export interface RunningTask {
  id: number
  automation_id: number
  input: unknown
  /** The last subscriber that was looked at. */
  after_id: number
  created_by: number | null
}

/** Result of a page. `last` is null at the end; a paused automation is tried again when it continues. */
export type TaskPage = { looked_at: number; changed: number; last: number | null } | 'paused'
