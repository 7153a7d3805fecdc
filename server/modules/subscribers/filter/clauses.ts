import type { Filter } from '../filter-schema.ts'
import type { Match, SegmentCondition, SegmentEntry, SegmentFilter, SingleEntry } from '../segment-filter-schema.ts'

/** A condition or its opposite. */
export interface Term {
  condition: SegmentCondition
  is_negated: boolean
}

/** A condition, or alternatives that are conjunctions. */
export type Clause = Term | { any: Term[][] }

/** A conjunction. */
export interface Clauses {
  clauses: readonly Clause[]
  counting_mode: Filter['counting_mode']
}

/** Returns a filter as a conjunction. Negation moves into the conditions, because each knows its own unknown cases. */
export function clausesOf(filter: Filter | SegmentFilter): Clauses {
  const { match, conditions, counting_mode } = 'all' in filter ? ofContract(filter) : filter
  const entries = match === 'none' ? conditions.map(opposed) : conditions.map(plain)
  if (match !== 'any') return { clauses: entries.flatMap(clausesOfEntry), counting_mode }
  return { clauses: [{ any: entries.flatMap(conjunctionsOf) }], counting_mode }
}

const ofContract = ({ all, counting_mode }: Filter): SegmentFilter => ({ match: 'all', conditions: all, counting_mode })

/** A conjunction or disjunction of terms, with negation resolved. */
interface Terms {
  match: 'all' | 'any'
  terms: Term[]
}

const termOf = (entry: SingleEntry): Term =>
  entry.type === 'not' ? { condition: entry.condition, is_negated: true } : { condition: entry, is_negated: false }

const turned = ({ condition, is_negated }: Term): Term => ({ condition, is_negated: !is_negated })

function plain(entry: SegmentEntry): Terms {
  if (entry.type !== 'group') return { match: 'all', terms: [termOf(entry)] }
  const terms = entry.conditions.map(termOf)
  return entry.match === 'none' ? { match: 'all', terms: terms.map(turned) } : { match: entry.match, terms }
}

const OPPOSITE = { all: 'any', any: 'all' } as const satisfies Partial<Record<Match, Match>>

function opposed(entry: SegmentEntry): Terms {
  const { match, terms } = plain(entry)
  return { match: OPPOSITE[match], terms: terms.map(turned) }
}

function clausesOfEntry({ match, terms }: Terms): Clause[] {
  return match === 'all' || terms.length === 1 ? terms : [{ any: terms.map((term) => [term]) }]
}

const conjunctionsOf = ({ match, terms }: Terms): Term[][] => (match === 'all' ? [terms] : terms.map((term) => [term]))
