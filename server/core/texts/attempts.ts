import { createHash } from 'node:crypto'
import { processSingleton } from '../../lib/concurrency/process-singleton.ts'

interface Attempts {
  count: number
  first: number
  last: number
}

/** By text, in the order of the last attempt. Each process counts alone. */
const attempts_by_text = processSingleton<Map<string, Attempts>>('texts that took too long', () => new Map())

/** The machine may be busy for some minutes. */
const FEWEST = 3
const MIN_MS = 10 * 60_000
/** After this time a text is tried again, because the machine may have been the reason. */
const KEPT_MS = 60 * 60_000
const MOST = 1_000

/** Counts consecutive attempts in which a job's work on a text took too long. */
export function attemptsOf(account_id: number, name: string, input: unknown, now: Date) {
  let hash: string | undefined
  // Computed on demand: hashing a long text takes milliseconds, and most never need it.
  const keyOf = () => {
    hash ??= createHash('sha256')
      .update(JSON.stringify([name, input]))
      .digest('base64url')
    return `${account_id} ${hash}`
  }
  const areUsedUp = ({ count, first }: Attempts) => count >= FEWEST && +now - first >= MIN_MS
  return {
    are_used_up() {
      const before = attempts_by_text.size > 0 ? attempts_by_text.get(keyOf()) : undefined
      return before !== undefined && +now - before.last < KEPT_MS && areUsedUp(before)
    },
    /** Adds an attempt. Returns whether the text has had enough. */
    note() {
      const key = keyOf()
      const { count, first } = attempts_by_text.get(key) ?? { count: 0, first: +now }
      const attempts = { count: count + 1, first, last: +now }
      attempts_by_text.delete(key)
      attempts_by_text.set(key, attempts)
      for (const oldest of attempts_by_text.keys()) {
        if (attempts_by_text.size <= MOST) break
        attempts_by_text.delete(oldest)
      }
      return areUsedUp(attempts)
    },
    forget() {
      if (attempts_by_text.size > 0) attempts_by_text.delete(keyOf())
    },
  }
}
