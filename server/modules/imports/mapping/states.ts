import type { State } from '../../subscribers/schema.ts'

const STATE_WORDS: Record<State, readonly string[]> = {
  active: ['active', 'subscribed', 'confirmed', 'enabled', 'cold'],
  inactive: ['inactive', 'unconfirmed', 'pending', 'not confirmed'],
  cancelled: ['cancelled', 'canceled', 'unsubscribed', 'opted out', 'opted-out', 'opt-out', 'removed'],
  bounced: ['bounced', 'hard bounced', 'cleaned'],
  complained: ['complained', 'complaint', 'spam', 'abuse'],
}

const BY_WORD = new Map(
  Object.entries(STATE_WORDS).flatMap(([state, words]) => words.map((word) => [word, state as State] as const)),
)

/** What a yes means in a column of yes and no. */
type Yes = 'active' | 'cancelled' | undefined

/** Returns the state that a cell names in the words of Kit, Mailchimp and others; undefined for any other word. */
export function readState(text: string, yes?: Yes): State | undefined {
  const word = text.trim().toLowerCase()
  if (yes === undefined) return BY_WORD.get(word)
  if (YES.test(word)) return yes
  return NO.test(word) ? (yes === 'active' ? 'cancelled' : 'active') : undefined
}

const YES = /^(?:true|yes|y|1|t)$/
const NO = /^(?:false|no|n|0|f)$/

/** Returns whether a column called "state" has subscriber states and not, for example, parts of a country. */
export function areStates(cells: readonly string[], yes?: Yes): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.every((cell) => readState(cell, yes) !== undefined)
}
