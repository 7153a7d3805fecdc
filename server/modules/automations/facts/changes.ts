import type { Ctx } from '../../../core/context.ts'
import type { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import type { Happening } from '../dry-run/history.ts'
import { fieldsOf, objectsOf, type Plan, tagsOf } from '../dry-run/plan.ts'
import type { EventProperties } from '../schema.ts'
import type { Happened } from './happenings.ts'

// Reads facts that no current row shows from recorded changes of subscribers (decision 0050). Times are milliseconds since 1970.

interface Data {
  tagged_at?: string
  from?: string | null
  to?: string | null
  completed_at?: string | null
  settings?: Record<string, unknown>
  properties?: EventProperties
}

export interface Change {
  subscriber_id: number
  kind: string
  object: string
  at: number
  data: Data
}

/** Reads the changes of subscribers since the beginning, in the order of recording. */
export const readChanges = (
  ctx: Ctx,
  plan: Plan,
  segments: ReadonlyMap<number, SegmentFilter>,
  ids: readonly number[],
): Promise<Change[]> =>
  ctx.sql.rows<Change>(
    `select subscriber_id, kind, object, (extract(epoch from at) * 1000)::float8 as at, data from subscriber_change
     where account_id = $1 and subscriber_id = any ($2::bigint[]) and at > $3::timestamptz and (
       kind in ('tag_removed', 'tag_addition_undone', 'tag_removal_undone') and object = any ($4::text[])
       or kind = 'field_changed' and ($5::text[] is null or object = any ($5::text[]))
       or kind in ('sequence_left', 'sequence_restarted') and object = any ($6::text[])
       or kind = 'api_event' and object = any ($7::text[]) or kind = 'app_event' and object = any ($8::text[]))
     order by id`,
    [
      ids,
      new Date(plan.from),
      tagsOf(plan, segments).map(String),
      fieldsOf(plan, segments)?.map(String) ?? null,
      objectsOf(plan, 'sequence_completed'),
      objectsOf(plan, 'api_event'),
      objectsOf(plan, 'app_event'),
    ],
  )

type Event = Omit<Happened, 'subscriber_id'>

const EVENT = {
  tag_removed: 'tag_removed',
  tag_addition_undone: 'tag_withdrawn',
  tag_removal_undone: 'tag_restored',
  field_changed: 'field_changed',
  api_event: 'api_event',
  app_event: 'app_event',
} as const satisfies Record<string, Happening['type']>

const eventOf = (kind: string): (typeof EVENT)[keyof typeof EVENT] | undefined =>
  Object.hasOwn(EVENT, kind) ? EVENT[kind as keyof typeof EVENT] : undefined

/** Derives the events of one subscriber from changes: a removed tag was added before, and an ended run was completed. */
export function happeningsOf(changes: readonly Change[]): Event[] {
  return changes.flatMap(({ kind, object, at, data }): Event[] => {
    const type = eventOf(kind)
    const { tagged_at, completed_at, settings, properties, to } = data
    return [
      ...(tagged_at ? [{ type: 'tag_added' as const, object, at: Date.parse(tagged_at) }] : []),
      ...(completed_at ? [{ type: 'sequence_completed' as const, object, at: Date.parse(completed_at) }] : []),
      ...(type
        ? [
            {
              type,
              object,
              at,
              ...(kind === 'field_changed' && { value: to ?? null }),
              ...(settings && { settings }),
              ...(properties && { properties }),
            },
          ]
        : []),
    ]
  })
}

/** Returns field values at the beginning, from today's values and the previous value of each first change. */
export function valuesBefore(
  today: ReadonlyMap<number, string | null>,
  changes: readonly Change[],
): Map<number, string | null> {
  const values = new Map(today)
  for (const { kind, object, data } of changes.toReversed())
    if (kind === 'field_changed') values.set(Number(object), data.from ?? null)
  return values
}

/** Tags added before the beginning and removed since. */
export const removedSince = (changes: readonly Change[], from: number): number[] =>
  changes.flatMap(({ object, data: { tagged_at } }) =>
    tagged_at && Date.parse(tagged_at) <= from ? Number(object) : [],
  )
