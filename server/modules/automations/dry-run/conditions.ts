import { type Condition, type Filter, NUMBER } from '../../subscribers/filter-schema.ts'

// Evaluates conditions with a recorded history as of the simulated time. SQL evaluates all others as of today.

interface Facts {
  tags: ReadonlySet<number>
  fields: ReadonlyMap<number, string | null>
}

type ByFact = Extract<Condition, { type: 'tags' | 'custom_field' | 'subscriber_state' }>

const isByFact = (condition: Condition): condition is ByFact =>
  condition.type === 'tags' || condition.type === 'subscriber_state' || condition.type === 'custom_field'

/** The conditions of a filter that are evaluated as of today. */
export const todaysConditions = ({ all }: Filter): Condition[] => all.filter((condition) => !isByFact(condition))

/** Returns whether the recorded conditions hold for a subscriber in the automation. */
export const holdsByFact = ({ all }: Filter, { tags, fields }: Facts): boolean =>
  all.filter(isByFact).every((condition) => {
    if (condition.type === 'tags') return condition.any.some(({ matching }) => matching.some((id) => tags.has(id)))
    if (condition.type === 'subscriber_state') return condition.states.includes('active')
    return compares(condition, fields.get(condition.subscriber_custom_field_id) ?? null)
  })

/** Must compare as the SQL of the filter does (subscribers/filter/matched-sql.ts). */
export function compares(
  { comparison, value = '' }: Extract<Condition, { type: 'custom_field' }>,
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
