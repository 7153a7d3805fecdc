import { formatDate, formatDecimal } from '@/components/format'
import { type FieldFormat, fitsType } from '@/server/modules/custom-fields/field-types-schema.ts'

/** Formats a stored value for the dashboard: numbers and dates by locale, all other text unchanged. */
export function shownValue(format: FieldFormat, value: string): string {
  if (!fitsType(format, value)) return value
  if (format.type === 'number') return formatDecimal(value)
  // A calendar day has no time zone.
  return format.type === 'date' ? formatDate(`${value}T00:00:00Z`, 'UTC') : value
}
