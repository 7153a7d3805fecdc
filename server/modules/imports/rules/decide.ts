import type { State } from '../../subscribers/schema.ts'
import type { ReadRow, ReadSubscriber } from '../mapping/columns.ts'
import type { ImportOptions } from '../schema.ts'
import { stricter } from '../states/words.ts'

/** A subscriber who existed before its row, as far as decisions depend on it. */
export interface KnownSubscriber {
  id: number
  state: State
}

/** Facts that a writer knows about the addresses of a batch before its rows are decided. */
export interface Found<Known extends KnownSubscriber = KnownSubscriber> {
  /** By address. */
  known: ReadonlyMap<string, Known>
  /** Addresses that an earlier batch of the file applied. */
  done: ReadonlySet<string>
  /** Addresses that must never be sent to. */
  suppressed: ReadonlySet<string>
  /** Number of further active subscribers that the plan allows: negative above the limit, null without one. */
  room: number | null
}

export const NOTHING_FOUND: Found = { known: new Map(), done: new Set(), suppressed: new Set(), room: null }

/** A row that creates or updates a subscriber. */
export interface AcceptedRow<Known extends KnownSubscriber = KnownSubscriber> {
  row: ReadRow
  subscriber: ReadSubscriber
  /** Undefined for a new subscriber. */
  known: Known | undefined
  /** The state of a new subscriber. */
  state: State
  /** Way in which the row says that a known subscriber left; undefined when nothing changes. */
  leaves: Leaving | undefined
  /** True if the subscriber is added to the form and the sequence: they may email unconfirmed subscribers, but none who may have left. */
  is_added: boolean
  /** Names of tags from the import's options and the row, without repetitions. */
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
  /** In the order of the file, as are `accepted` rows. */
  rows: DecidedRow[]
  /** By address. */
  accepted: Map<string, AcceptedRow<Known>>
  /** The plan's room after these rows. */
  room: number | null
}

/** The options that decisions depend on. */
export type DecisionOptions = Pick<ImportOptions, 'existing' | 'state' | 'tags'>

/**
 * Decides the rows of a batch one after another. The first row of an address counts. New active subscribers are accepted until the plan
 * is full; a row by which an active subscriber leaves makes room for later rows. A row beyond the limit does not count as the first
 * of its address. So decisions do not depend on where batches end.
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

/** The addresses of a batch, each once. */
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

/** A subscriber who unsubscribed, bounced or complained elsewhere gets no email here either. Nothing makes a known subscriber active. */
function leavingOf(state: State, known: State): Leaving | undefined {
  if (known !== 'active' && known !== 'inactive') return undefined
  if (state === 'complained') return 'complain'
  // Only the address of an active subscriber can be known to bounce.
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
