export interface RunningTask {
  id: number
  automation_id: number
  input: unknown
  /** The last subscriber that was read. */
  after_id: number
  created_by: number | null
}

/** Result of a page. `last`: null at the end. For a paused automation, the page is repeated once it resumes. */
export type TaskPage = { looked_at: number; changed: number; last: number | null } | 'paused'
