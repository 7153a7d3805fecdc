import { choiceQueries } from '@/components/choices/queries'
import type { Trpc } from '@/components/page-queries'
import type { Excluded, SubscriberFilter } from '@/server/modules/broadcasts/schema.ts'

export const GROUPS = ['any', 'all', 'none'] as const
type Group = (typeof GROUPS)[number]

export interface Choice {
  /** Undefined: nothing is chosen yet. */
  group: Group | 'everyone' | undefined
  tags: readonly number[]
  segments: readonly number[]
}

export type Named = Pick<Choice, 'tags' | 'segments'>

export function readAudience(audience: SubscriberFilter | null): Choice {
  for (const group of GROUPS) {
    const conditions = audience?.[0]?.[group] ?? []
    if (conditions.some(({ type }) => type !== 'all_subscribers')) {
      return { group, tags: idsOf(conditions, 'tag'), segments: idsOf(conditions, 'segment') }
    }
  }
  return { group: audience === null ? 'everyone' : undefined, tags: [], segments: [] }
}

/** Returns `[]` while the choice is incomplete, because an empty selection must never mean everyone. */
export function writeAudience({ group, tags, segments }: Choice): SubscriberFilter {
  if (group === undefined) return []
  if (group === 'everyone') return [{ all: [{ type: 'all_subscribers' }] }]
  const conditions = named({ tags, segments })
  return conditions.length > 0 ? [{ [group]: conditions }] : []
}

export const named = ({ tags, segments }: Named): Excluded => [
  ...(segments.length > 0 ? [{ type: 'segment' as const, ids: [...segments] }] : []),
  ...(tags.length > 0 ? [{ type: 'tag' as const, ids: [...tags] }] : []),
]

type Conditions = readonly ({ type: 'all_subscribers' } | Excluded[number])[]
export const idsOf = (conditions: Conditions | null, type: 'tag' | 'segment') =>
  (conditions ?? []).flatMap((condition) => (condition.type === type ? condition.ids : []))

interface Chosen {
  audience: SubscriberFilter | null
  excluded: Excluded | null
}

/** Queries that the recipient picker needs first: its visible lists of tags and segments. */
export function audienceQueries(trpc: Trpc, { audience, excluded }: Chosen) {
  const { group, ...chosen } = readAudience(audience)
  const is_grouped = group !== undefined && group !== 'everyone'
  return [
    ...(is_grouped ? [chosen] : []),
    ...(excluded ? [{ tags: idsOf(excluded, 'tag'), segments: idsOf(excluded, 'segment') }] : []),
  ].flatMap(({ tags, segments }) => [...choiceQueries(trpc, 'tag', tags), ...choiceQueries(trpc, 'segment', segments)])
}
