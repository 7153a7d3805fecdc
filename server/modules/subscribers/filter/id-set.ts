/** A condition on ids alone, as SQL. */
export interface IdSet {
  /** A query of `id` without duplicates. Null: the condition excludes a set, or matches everyone or no one. */
  query: string | null
  /** The query limited to ids of an earlier step. */
  among?: (step: string) => string
  has: (id: string) => string
}
