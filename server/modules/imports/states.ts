import type { State } from '../subscribers/schema.ts'

const WORDS: Record<State, readonly string[]> = {
  active: ['active', 'subscribed', 'confirmed', 'enabled', 'cold'],
  inactive: ['inactive', 'unconfirmed', 'pending', 'not confirmed'],
  cancelled: ['cancelled', 'canceled', 'unsubscribed', 'opted out', 'opted-out', 'opt-out', 'removed'],
  bounced: ['bounced', 'hard bounced', 'cleaned'],
  complained: ['complained', 'complaint', 'spam', 'abuse'],
}

const BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([state, words]) => words.map((word) => [word, state as State] as const)),
)

/** The state that a cell names, in the words of Kit, Mailchimp and others; undefined for another word. */
export const readState = (text: string): State | undefined => BY_WORD.get(text.trim().toLowerCase())

/** Whether a column that is called "state" holds states of people rather than, say, those of a country. */
export function areStates(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  return filled.length > 0 && filled.every((cell) => readState(cell) !== undefined)
}
