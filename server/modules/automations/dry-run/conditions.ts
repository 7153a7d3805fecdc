import { type Condition, type Filter, NUMBER } from '../../subscribers/filter-schema.ts'
import type { SegmentCondition } from '../../subscribers/segment-filter-schema.ts'

// Evaluates conditions with a recorded history as of a past or simulated time. SQL evaluates all others as of today.

/** Facts of one subscriber at one time. The state is missing before they existed. */
export interface FactsThen {
  tags: ReadonlySet<number>
  fields: ReadonlyMap<number, string | null>
  state: string | null
}

export type Known = Extract<SegmentCondition, { type: 'tags' | 'custom_field' | 'subscriber_state' }>

/** Returns whether a condition has a recorded history. */
export const isKnown = (condition: SegmentCondition): condition is Known =>
  condition.type === 'tags' || condition.type === 'custom_field' || condition.type === 'subscriber_state'

/** The conditions of a filter that are evaluated as of today. */
export const todaysConditions = ({ all }: Filter): Condition[] => all.filter((condition) => !isKnown(condition))

/** Returns whether the recorded conditions of a filter hold. */
export const holdsByFact = ({ all }: Filter, facts: FactsThen): boolean =>
  all.filter(isKnown).every((condition) => holdsThen(condition, facts))

export function holdsThen(condition: Known, { tags, fields, state }: FactsThen): boolean {
  if (condition.type === 'tags') return condition.any.some(({ matching }) => matching.some((id) => tags.has(id)))
  if (condition.type === 'subscriber_state') return condition.states.some((one) => one === state)
  return compares(condition, fields.get(condition.subscriber_custom_field_id) ?? null)
}

/** Must compare as the SQL of the filter does (subscribers/filter/matched-sql.ts). */
function compares(
  { comparison, value = '' }: Extract<Known, { type: 'custom_field' }>,
  stored: string | null,
): boolean {
  if (stored === null) return false
  if (comparison === 'is') return stored === value
  if (comparison === 'has_value' || (comparison === 'contains' && value.trim() === '')) return stored !== ''
  if (comparison === 'contains') return stored.toLowerCase().includes(value.toLowerCase())
  if (!NUMBER.test(stored)) return false
  const [left, right] = [Number(stored), Number(value)]
  if (comparison === 'greater_than') return left > right
  if (comparison === 'greater_than_or_equal') return left >= right
  return comparison === 'less_than' ? left < right : left <= right
}
