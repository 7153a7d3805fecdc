import { z } from 'zod'

interface Limits {
  characters: number
  values: number
  levels: number
}

const MAX_NAME = 64
/** PostgreSQL stores no half of a surrogate pair. */
const UNSTORABLE = 'must not contain characters that cannot be stored'

/** Returns why an object is too large, or undefined. Runs before any other code walks it, and stops at the first limit. */
function sizeProblem(object: unknown, { characters, values, levels }: Limits): string | undefined {
  const open = [{ value: object, level: 0 }]
  let [length, count] = [0, 0]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, level } = next
    if (typeof value === 'string' && !value.isWellFormed()) return UNSTORABLE
    if (typeof value !== 'object' || value === null) length += String(value).length
    else {
      if (level === levels) return `must be nested at most ${levels} levels deep`
      for (const key in value) {
        if (!Object.hasOwn(value, key)) continue
        if (++count > values) return `must have at most ${values} values`
        if (!key.isWellFormed()) return UNSTORABLE
        length += key.length
        open.push({ value: (value as Record<string, unknown>)[key], level: level + 1 })
      }
    }
    if (length > characters) return `must have at most ${characters.toLocaleString('en-US')} characters`
  }
  return undefined
}

/** A JSON object of any shape, limited in size. */
export const openObject = (limits: Limits) =>
  z.preprocess(
    (object, issues) => {
      const message = sizeProblem(object, limits)
      if (message === undefined) return object
      issues.addIssue({ code: 'custom', message })
      return z.NEVER
    },
    z.record(z.string().max(MAX_NAME, `must have names of at most ${MAX_NAME} characters`), z.unknown()),
  )
