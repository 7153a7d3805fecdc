/** A condition on IDs only, as SQL. */
export interface IdSet {
  /** A query of `id` that returns each ID once; null if the condition excludes a set, or matches everyone or no one. */
  query: string | null
  /** The query limited to the IDs of an earlier step. */
  among?: (step: string) => string
  has: (id: string) => string
}
