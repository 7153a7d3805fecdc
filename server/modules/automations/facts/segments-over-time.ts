import type { SegmentCondition, SegmentEntry, SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { type FactsThen, holdsThen, isKnown, type Known } from '../dry-run/conditions.ts'
import type { Happening } from '../dry-run/history.ts'

// Computes when a subscriber was in a segment, by evaluating its conditions after each dated change.

const FACTS: ReadonlySet<string> = new Set<Happening['type']>([
  'state',
  'tag_added',
  'tag_removed',
  'tag_withdrawn',
  'tag_restored',
  'field_changed',
])

/** All conditions of a segment, including groups and negated ones. */
export const conditionsOf = ({ conditions }: Pick<SegmentFilter, 'conditions'>): SegmentCondition[] =>
  conditions.flatMap(ofEntry)

const ofEntry = (entry: SegmentEntry): SegmentCondition[] =>
  entry.type === 'group' ? entry.conditions.flatMap(ofEntry) : entry.type === 'not' ? [entry.condition] : [entry]

/** Returns whether entry times can be computed: all conditions of the segment have a recorded history. */
export const isDerivable = (filter: SegmentFilter): boolean => conditionsOf(filter).every(isKnown)

const WORDS: Record<Exclude<SegmentCondition['type'], Known['type']>, string> = {
  opens: 'opens',
  clicks: 'clicks',
  sent: 'emails that were sent',
  delivered: 'emails that were delivered',
  subscribed: 'the date of subscribing',
  attribution: 'how someone subscribed',
  location: 'the location',
  sequences: 'sequences',
  automations: 'automations',
  purchases: 'purchases',
  date_field: 'a date in a custom field',
  choice_field: 'choices in a custom field',
  country: 'the country',
  distance: 'the location',
  engagement_level: 'engagement',
}

/** Describes the conditions that cannot be evaluated for a past time. */
export const unknownParts = (filter: SegmentFilter): string[] => [
  ...new Set(conditionsOf(filter).flatMap((condition) => (isKnown(condition) ? [] : WORDS[condition.type]))),
]

/** Returns whether these facts match a derivable segment. */
export function isIn({ match, conditions }: Pick<SegmentFilter, 'match' | 'conditions'>, facts: FactsThen): boolean {
  const holds = (entry: SegmentEntry): boolean => {
    if (entry.type === 'group') return isIn(entry, facts)
    if (entry.type === 'not') return !holds(entry.condition)
    return isKnown(entry) && holdsThen(entry, facts)
  }
  if (match === 'all') return conditions.every(holds)
  return match === 'any' ? conditions.some(holds) : !conditions.some(holds)
}

/**
 * Returns the times at which a subscriber entered the segment, from facts at the beginning and later events, oldest first. `created_at`:
 * set for subscribers created since.
 */
export function entriesOver(
  segment: SegmentFilter,
  beginning: FactsThen,
  { happenings, created_at }: { happenings: readonly Happening[]; created_at: number | null },
): number[] {
  const tags = new Set(beginning.tags)
  const fields = new Map(beginning.fields)
  let state = beginning.state
  let was = created_at === null && isIn(segment, { tags, fields, state })
  const entries: number[] = []
  const look = (at: number) => {
    const is = (created_at === null || at >= created_at) && isIn(segment, { tags, fields, state })
    if (is && !was) entries.push(at)
    was = is
  }
  if (created_at !== null && state !== null) look(created_at)
  const facts = happenings.filter(({ type }) => FACTS.has(type))
  for (const [place, { type, object, value, at }] of facts.entries()) {
    if (type === 'state') state = value ?? null
    else if (type === 'field_changed') fields.set(Number(object), value ?? null)
    else if (type === 'tag_removed' || type === 'tag_withdrawn') tags.delete(Number(object))
    else tags.add(Number(object))
    // Changes of one moment apply together.
    if (facts[place + 1]?.at !== at) look(at)
  }
  return entries
}
