import { valueAt } from '../apps/event-properties.ts'
import type { PropertyCondition } from '../graph-schema.ts'
import type { EventProperties } from '../schema.ts'

const fold = (value: unknown): string => String(value).trim().toLowerCase()

/** Returns numbers and dates as numbers that compare, and NaN for anything else. */
function sizeOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return Number.NaN
  const number = Number(value)
  return Number.isNaN(number) && /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : number
}

function holds({ property, comparison, value }: PropertyCondition, properties: EventProperties | undefined): boolean {
  const given = valueAt(properties, property) ?? null
  const is = (one: unknown) => one !== null && fold(one) === fold(value)
  switch (comparison) {
    case 'exists':
      return given !== null
    case 'is':
      return Array.isArray(given) ? given.some(is) : is(given)
    case 'is_not':
      return !(Array.isArray(given) ? given.some(is) : is(given))
    case 'contains':
      return Array.isArray(given) ? given.some(is) : given !== null && fold(given).includes(fold(value))
    case 'greater_than':
      return sizeOf(given) > sizeOf(value)
    case 'less_than':
      return sizeOf(given) < sizeOf(value)
  }
}

/** Returns whether an event meets all conditions. */
export const holdsForEvent = (
  conditions: readonly PropertyCondition[] | undefined,
  properties: EventProperties | undefined,
): boolean => conditions === undefined || conditions.every((condition) => holds(condition, properties))
