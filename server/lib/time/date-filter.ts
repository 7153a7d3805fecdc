import { z } from 'zod'

// The two ends of a time range in query parameters (contract 6.4). Both are inclusive.

const DATE_OR_TIME = {
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ],
  description: 'YYYY-MM-DD (UTC) or an ISO 8601 timestamp, inclusive.',
} as const

/** `<name>_after`: a date means from its first instant in UTC; a timestamp is used unchanged. */
export const after = (name: string) =>
  z
    .string()
    .transform((text, issues) => parseInstant(text)?.start ?? refuse(name, issues))
    .optional()
    .meta(DATE_OR_TIME)

/** `<name>_before`: a date means up to its last instant in UTC; a timestamp covers everything up to its written precision. */
export const before = (name: string) =>
  z
    .string()
    .transform((text, issues) => parseInstant(text)?.end ?? refuse(name, issues))
    .optional()
    .meta(DATE_OR_TIME)

/**
 * Returns the first and the last millisecond of a text. Responses show whole seconds of times stored in milliseconds, so a text without a
 * fraction covers its whole second. That way the shown time finds the row.
 */
export function parseInstant(text: string): { start: Date; end: Date } | undefined {
  const match = FORMAT.exec(text.trim())
  if (!match) return undefined
  const [, date = '', time, fraction, offset] = match
  if (!isCalendarDate(date)) return undefined
  const start = new Date(time ? `${date}T${time}${fraction ?? ''}${zone(offset)}` : `${date}T00:00:00Z`)
  // With an offset, the time may be outside of the years that PostgreSQL and the wire support.
  if (Number.isNaN(start.getTime()) || !/^(?!0000)\d{4}-/.test(start.toISOString())) return undefined
  const length_ms = time ? (fraction ? 1 : 1000) : 86_400_000
  return { start, end: new Date(start.getTime() + length_ms - 1) }
}

const FORMAT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?)?$/i

// JavaScript turns February 30 into a day in March.
function isCalendarDate(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) && !date.startsWith('0000')
}

const zone = (offset = 'Z') =>
  /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase()

function refuse(name: string, issues: z.RefinementCtx): never {
  issues.addIssue({ code: 'custom', message: `${name} must be formatted YYYY-MM-DD` })
  return z.NEVER
}
