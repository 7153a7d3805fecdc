import { z } from 'zod'
import type { Ctx } from '../../../core/context.ts'
import { definitionSql } from '../../segments/service.ts'
import { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { binder } from '../../subscribers/view.ts'
import { type ChosenSubscribers, groupOf, type Named } from './audience.ts'

const KeptCondition = z.object({
  type: z.enum(['segment', 'tag']),
  id: z.int(),
  name: z.string(),
  /** The segment's filter at that time. */
  definition: z.unknown().optional(),
})
type KeptCondition = z.infer<typeof KeptCondition>

/** Audience of a broadcast, stored when sending begins, because tags and segments can change later. */
export const KeptAudience = z.object({
  group: z.enum(['everyone', 'all', 'any', 'none']),
  conditions: z.array(KeptCondition),
  /** Conditions of excluded subscribers. */
  excluded: z.array(KeptCondition).default([]),
})
export type KeptAudience = z.infer<typeof KeptAudience>

/** Reads the names and filters of an audience's tags and segments. Deleted ones are omitted. */
export async function keepAudience(
  ctx: Ctx,
  { subscriber_filter, excluded }: ChosenSubscribers,
): Promise<KeptAudience> {
  const left_out = await readConditions(ctx, excluded ?? [])
  if (subscriber_filter === null) return { group: 'everyone', conditions: [], excluded: left_out }
  const { name, conditions } = groupOf(subscriber_filter)
  return { group: name, conditions: await readConditions(ctx, conditions), excluded: left_out }
}

async function readConditions(ctx: Ctx, conditions: readonly Named[]): Promise<KeptCondition[]> {
  if (conditions.length === 0) return []
  const idsOf = (wanted: 'segment' | 'tag') => conditions.flatMap(({ type, ids }) => (type === wanted ? ids : []))
  return ctx.sql.rows<KeptCondition>(
    `select 'segment' as type, id, name, definition from segment where account_id = $1 and id = any ($2::int[])
     union all select 'tag', id, name, null from tag where account_id = $1 and id = any ($3::int[]) order by type, name`,
    [idsOf('segment'), idsOf('tag')],
  )
}

/** State of one subscriber for a condition now. */
export interface ConditionFacts {
  type: 'segment' | 'tag'
  name: string
  /** Null: not evaluated. */
  matches: boolean | null
  /** Time of tagging. Null: a segment. */
  since: Date | null
}

export interface AudienceFacts {
  group: KeptAudience['group']
  conditions: ConditionFacts[]
  excluded: ConditionFacts[]
}

/** Each segment is a separate query. */
const MAX_SEGMENTS = 20
const MAX_CONDITIONS = 200

/** Evaluates the conditions for one subscriber, in one statement. Segments use their stored filters. */
export async function evaluateAudience(
  ctx: Ctx,
  { audience, subscriber_id }: { audience: KeptAudience; subscriber_id: number },
): Promise<AudienceFacts> {
  const included = audience.conditions.slice(0, MAX_CONDITIONS)
  const conditions = [...included, ...audience.excluded.slice(0, MAX_CONDITIONS)]
  const values: unknown[] = [subscriber_id]
  const bind = binder(values)
  let segments = 0
  const columns = conditions.map(({ type, id, definition }, at) => {
    if (type === 'tag')
      return `(select g.tagged_at from tagging g where g.account_id = $1 and g.subscriber_id = $2 and g.tag_id = ${bind(id)}) as c${at}`
    const parsed = SegmentFilter.safeParse(definition)
    if (!parsed.success || ++segments > MAX_SEGMENTS) return `null as c${at}`
    const matched = definitionSql(ctx, { definition: parsed.data, bind, within: (one) => `${one} = $2::bigint` })
    return `($2::bigint in ${matched}) as c${at}`
  })
  const row = await ctx.sql.one<Record<string, Date | boolean | null>>(
    `select $1::int as account, $2::bigint as subscriber ${columns.map((column) => `, ${column}`).join('')}`,
    values,
  )
  const facts = conditions.map(({ type, name }, at): ConditionFacts => {
    const found = row?.[`c${at}`] ?? null
    if (type === 'segment') return { type, name, matches: found as boolean | null, since: null }
    return { type, name, matches: found !== null, since: found as Date | null }
  })
  return { group: audience.group, conditions: facts.slice(0, included.length), excluded: facts.slice(included.length) }
}
