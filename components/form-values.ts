import type { FieldValues } from 'react-hook-form'

// Compares form values.

export const isPlain = (value: unknown): value is FieldValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the paths of differing values. A list counts as one value, and so does a part that only one side has. */
export function changedPaths(before: FieldValues, after: FieldValues, path: readonly string[] = []): string[][] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) => {
    const [one, other] = [before[key], after[key]]
    if (isSame(one, other)) return []
    return isPlain(one) && isPlain(other) ? changedPaths(one, other, [...path, key]) : [[...path, key]]
  })
}

export const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce((value, key) => (isPlain(value) ? value[key] : undefined), values)

/** Returns true if two values are equal as JSON, in any order of properties. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, at) => isSame(value, other[at]))
  if (isPlain(one) && isPlain(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => isSame(one[key], other[key]))
  return Object.is(one, other)
}
