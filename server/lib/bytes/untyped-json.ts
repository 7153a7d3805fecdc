// Providers guarantee no schema of their bodies, so each property is read separately, and one of another type counts as absent.

/** The request is verified but does not match the provider's documentation. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

export type Json = Record<string, unknown>

/** Parses JSON. Throws Unreadable. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new Unreadable('The body is not JSON')
  }
}

export const object = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
export const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : [])
/**
 * Returns a text or a number as text. Replaces characters that PostgreSQL cannot store: an address with NUL must not become another
 * address.
 */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value.toWellFormed().replaceAll('\0', '\ufffd')
    : typeof value === 'number'
      ? String(value)
      : undefined

/** Parses a time as ISO 8601 or in Unix seconds; `now` for anything else. */
export function time(value: unknown, now: Date): Date {
  const date = typeof value === 'number' ? new Date(value * 1_000) : new Date(text(value) ?? Number.NaN)
  return Number.isNaN(+date) ? now : date
}
