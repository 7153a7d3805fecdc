import type { MxRecord } from 'node:dns'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TxtResolver } from './dns-records.ts'

/** `differs`: another value was found. `no_answer`: name servers did not answer in time, so the state is unknown. */
export interface RecordResult {
  state: 'found' | 'missing' | 'differs' | 'no_answer'
  found: string[]
}

export type RecordResults = Record<string, RecordResult>

/** A resolver of records, such as Node's own. */
export interface RecordResolver extends TxtResolver {
  resolve4(name: string): Promise<string[]>
  resolve6(name: string): Promise<string[]>
  resolveCname(name: string): Promise<string[]>
  resolveMx(name: string): Promise<MxRecord[]>
  cancel(): void
}

/** Time limit per domain: name servers may answer slowly or never. */
const TIMEOUT_MS = 5_000
/** Maximum number and length of answers kept from a foreign name server. */
const MAX_FOUND = 5
const MAX_FOUND_LENGTH = 1_000

const NO_ANSWER: RecordResult = { state: 'no_answer', found: [] }

/** Runs the lookups of one domain. A lookup that fails or times out has the state `no_answer`. Cancels the resolver's remaining queries. */
export async function lookUpAll(
  lookups: Readonly<Record<string, Promise<RecordResult>>>,
  { resolver, patience_ms = TIMEOUT_MS }: { resolver: RecordResolver; patience_ms?: number | undefined },
): Promise<RecordResults> {
  const timer = new AbortController()
  const timeout = sleep(patience_ms, NO_ANSWER, { signal: timer.signal }).catch(() => NO_ANSWER)
  const inTime = (lookup: Promise<RecordResult>) => Promise.race([lookup.catch(() => NO_ANSWER), timeout])
  const found = await Promise.all(
    Object.entries(lookups).map(async ([key, lookup]) => [key, await inTime(lookup)] as const),
  )
  timer.abort()
  resolver.cancel()
  return Object.fromEntries(found)
}

/** Returns the result of a lookup, with a limited part of the found values. */
export const resultOf = (found: string[], isRight: boolean): RecordResult => ({
  state: isRight ? 'found' : found.length > 0 ? 'differs' : 'missing',
  found: found.slice(0, MAX_FOUND).map((text) => text.slice(0, MAX_FOUND_LENGTH)),
})

/** Returns the texts of the TXT records at a name. Throws if the query fails. */
export async function textsOf(name: string, resolver: TxtResolver): Promise<string[]> {
  return (await orNone(resolver.resolveTxt(name))).map((parts) => parts.join(''))
}

/** Returns an empty list if there is no such record. Throws if the query fails. */
export async function orNone<Item>(query: Promise<Item[]>): Promise<Item[]> {
  try {
    return await query
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTFOUND' || code === 'ENODATA') return []
    throw error
  }
}
