import type { State } from '../../subscribers/schema.ts'
import type { ReadRow, ReadSubscriber } from '../mapping/columns.ts'
import type { ImportOptions } from '../schema.ts'
import { stricter } from '../states/words.ts'

/** The data of an existing subscriber that decisions depend on. */
export interface KnownSubscriber {
  id: number
  state: State
}

/** Data about a batch's addresses, read before its rows are decided. */
export interface Found<Known extends KnownSubscriber = KnownSubscriber> {
  /** By address. */
  known: ReadonlyMap<string, Known>
  /** Addresses applied by an earlier batch of the file. */
  done: ReadonlySet<string>
  /** Addresses that must never get email. */
  suppressed: ReadonlySet<string>
  /** The plan's room for active subscribers: negative above the limit, null without one. */
  room: number | null
}

export const NOTHING_FOUND: Found = { known: new Map(), done: new Set(), suppressed: new Set(), room: null }

/** A row that creates or updates a subscriber. */
export interface AcceptedRow<Known extends KnownSubscriber = KnownSubscriber> {
  row: ReadRow
  subscriber: ReadSubscriber
  /** Undefined: a new subscriber. */
  known: Known | undefined
  /** The state of a new subscriber. */
  state: State
  /** The transition of a known subscriber who left according to the row. Undefined: no change. */
  leaves: Leaving | undefined
  /** True if the subscriber is added to the form and sequence, which may email unconfirmed subscribers but none who may have left. */
  is_added: boolean
  /** Tag names of the import's options and the row, without duplicates. */
  tags: string[]
}

/** Transitions of subscribers who left elsewhere. */
export type Leaving = 'unsubscribe' | 'bounce' | 'complain'

export interface DecidedRow {
  row: ReadRow
  decision: 'accepted' | 'left_unchanged' | 'duplicate' | 'invalid' | 'suppressed' | 'over_limit' | 'blank'
  known: KnownSubscriber | undefined
}

export interface Decisions<Known extends KnownSubscriber = KnownSubscriber> {
  /** In file order, like the `accepted` rows. */
  rows: DecidedRow[]
  /** By address. */
  accepted: Map<string, AcceptedRow<Known>>
  /** The plan's room after these rows. */
  room: number | null
}

/** Options that decisions depend on. */
export type DecisionOptions = Pick<ImportOptions, 'existing' | 'state' | 'tags'>

/**
 * Decides a batch row by row. The first row of an address counts. New active subscribers are accepted until the plan is full; an active
 * subscriber who leaves makes room for later rows. A row beyond the limit does not count as its address's first, so decisions do not depend
 * on batch boundaries.
 */
export function decideRows<Known extends KnownSubscriber>(
  rows: readonly ReadRow[],
  { known, done, suppressed, room }: Found<Known>,
  options: DecisionOptions,
): Decisions<Known> {
  const accepted: Decisions<Known>['accepted'] = new Map()
  const left_unchanged = new Set<string>()
  let remaining = room
  const decide = (row: ReadRow): DecidedRow => {
    const { email_address, subscriber } = row
    if (!subscriber) return { row, decision: row.blank ? 'blank' : 'invalid', known: undefined }
    if (suppressed.has(email_address)) return { row, decision: 'suppressed', known: undefined }
    const earlier = known.get(email_address)
    if (done.has(email_address) || accepted.has(email_address) || left_unchanged.has(email_address)) {
      return { row, decision: 'duplicate', known: earlier }
    }
    if (earlier && options.existing === 'leave') {
      left_unchanged.add(email_address)
      return { row, decision: 'left_unchanged', known: earlier }
    }
    const candidate = acceptedRow(row, subscriber, earlier, options)
    const needed = neededRoom(candidate)
    if (remaining !== null && needed > 0 && remaining < needed) return { row, decision: 'over_limit', known: undefined }
    if (remaining !== null) remaining -= needed
    accepted.set(email_address, candidate)
    return { row, decision: 'accepted', known: earlier }
  }
  return { rows: rows.map(decide), accepted, room: remaining }
}

/** Addresses of a batch, without duplicates. */
export const addressesOf = (rows: readonly ReadRow[]): string[] => [
  ...new Set(rows.flatMap(({ subscriber }) => (subscriber ? [subscriber.email_address] : []))),
]

function acceptedRow<Known extends KnownSubscriber>(
  row: ReadRow,
  subscriber: ReadSubscriber,
  known: Known | undefined,
  options: DecisionOptions,
): AcceptedRow<Known> {
  const state = stricter(subscriber.state ?? 'active', options.state)
  const leaves = known && leavingOf(state, known.state)
  const is_added = row.unknown.every(({ word }) => word === '')
  return { row, subscriber, known, state, leaves, is_added, tags: distinctNames([...options.tags, ...subscriber.tags]) }
}

/** Subscribers who unsubscribed, bounced or complained elsewhere get no email here either. No import reactivates a known subscriber. */
function leavingOf(state: State, known: State): Leaving | undefined {
  if (known !== 'active' && known !== 'inactive') return undefined
  if (state === 'complained') return 'complain'
  // A bounce is new information only about an active subscriber.
  if (state === 'bounced') return known === 'active' ? 'bounce' : undefined
  return state === 'cancelled' ? 'unsubscribe' : undefined
}

/** Only active subscribers count toward the plan. */
function neededRoom({ known, state, leaves }: AcceptedRow): number {
  if (known) return leaves && known.state === 'active' ? -1 : 0
  return state === 'active' ? 1 : 0
}

function distinctNames(names: string[]): string[] {
  if (names.length < 2) return names
  const folded = names.map((name) => name.toLowerCase())
  return names.filter((_, at) => folded.indexOf(folded[at] ?? '') === at)
}
