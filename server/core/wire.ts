import { z } from 'zod'

// Scalars of the wire (contract 0.4, 1 and 18). Imports nothing of the server, because the dashboard's forms use them too.

/** An object with a name in the API's description and in the types of the SDK. */
export const named = <Shape extends z.core.$ZodLooseShape>(id: string, shape: Shape) => z.object(shape).meta({ id })

/** `true`, `false`, `1` or `0`, as JSON or as text. Official clients send 0 and 1. */
export const Flag = z.preprocess(
  (value) =>
    value === 1 || value === '1' || value === 'true'
      ? true
      : value === 0 || value === '0' || value === 'false'
        ? false
        : value,
  z.boolean(),
)

/** Errors for a required text: `words` if it is missing, another if it is no text. */
export const missing = (words: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? words : 'must be a string'),
})

/** A positive integer id. Numeric strings are accepted in bodies and paths. */
export const Id = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value),
    z
      .int({ error: 'must be an integer id' })
      .positive('must be a positive id')
      .max(2_147_483_647, 'must be an existing id'),
  )
  .meta({ type: 'integer', minimum: 1 })

/** Ids of subscribers, deliveries and events are 64-bit. */
export const BigId = z
  .preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.int({ error: 'must be an integer id' }).positive('must be a positive id'),
  )
  .meta({ type: 'integer', format: 'int64', minimum: 1 })

/** An id in an item of a set. Anything invalid becomes null and matches nothing. */
export const LooseId = BigId.nullable()
  .catch(null)
  .meta({ type: ['integer', 'null'], format: 'int64' })

/** An id for which 0, '' and null mean "none". */
export const OptionalId = z
  .preprocess((value) => (value === 0 || value === '0' || value === '' ? null : value), Id.nullable())
  .meta({ type: ['integer', 'null'] })

/** Format of timestamps in responses: ISO 8601, UTC, in seconds. */
export const Timestamp = z.string().meta({ format: 'date-time', example: '2026-03-04T05:06:07Z' })

/** Returns a date in the format of `Timestamp`. */
export const iso = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`
export const isoOrNull = (date: Date | null | undefined): string | null => (date ? iso(date) : null)

/** SQL that formats a timestamptz column as `Timestamp`. */
export const isoSql = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

/** Removes text that PostgreSQL cannot store: NUL and unpaired surrogates. For `z.string().overwrite(storable)`. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

/** Cuts a text to at most `most` characters, without splitting a surrogate pair, which JSON cannot store. */
export const beginning = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '')

/** Result of a verb that finds or creates a record. */
export interface Saved<T> {
  value: T
  created: boolean
  /** True if a job will make the change: REST responds with 202. */
  accepted?: boolean
  /** Warnings at the root of the response (contract 8.2.3). */
  warnings?: string[]
}

/** Result of a verb over a set: written rows, and failed items. */
export interface Done<Row, Item> {
  rows: Row[]
  failures: Failure<Item>[]
}
interface Failure<Item> {
  /** The item's index in the set. */
  at: number
  /** The item as echoed in the response. */
  item: Item
  errors: string[]
}
