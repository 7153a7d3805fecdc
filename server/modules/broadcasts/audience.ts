import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { checkSegments, segmentSql } from '../segments/service.ts'
import type { Scene } from '../subscribers/filter-sql.ts'
import { binder } from '../subscribers/view.ts'
import type { AudienceCount } from './composer-schema.ts'
import { SubscriberFilter } from './schema.ts'

/** A condition over `subscriber s`, whose values begin at the `$` number that was asked for. */
export interface AudienceSql {
  where: string
  values: unknown[]
}

/**
 * Null is everybody. Who is mailed is active besides: the ledger sees to that. `within` narrows whom segments are asked of: a
 * condition on the id that it is given. Throws invalid when a segment is gone.
 */
export async function audienceSql(
  ctx: Ctx,
  filter: SubscriberFilter | null,
  { first, within }: { first: number; within?: Scene['within'] },
): Promise<AudienceSql> {
  const values: unknown[] = []
  const bind = binder(values, first - 2)
  const { name, conditions } = chosenGroup(filter)
  const parts: string[] = []
  for (const { type, ids } of conditions) {
    for (const id of ids) {
      parts.push(
        type === 'segment'
          ? `s.id in ${await segmentSql(ctx, { id, bind, within })}`
          : `exists (select from tagging g where g.account_id = $1 and g.subscriber_id = s.id and g.tag_id = ${bind(id)})`,
      )
    }
  }
  if (parts.length === 0) return { where: 'true', values }
  if (name === 'all') return { where: parts.join(' and '), values }
  return { where: `${name === 'none' ? 'not ' : ''}(${parts.join(' or ')})`, values }
}

type Named = { type: 'segment' | 'tag'; ids: number[] }

/** A stored filter that is none is a fault: it must not come to mean everybody. */
function chosenGroup(filter: SubscriberFilter | null) {
  const [group] = SubscriberFilter.parse(filter ?? [])
  const name = group?.any ? 'any' : group?.none ? 'none' : 'all'
  const conditions = (group?.[name] ?? []).filter(
    (condition): condition is Named => condition.type !== 'all_subscribers',
  )
  return { name, conditions }
}

/** Throws invalid when a segment or tag of the filter does not exist. */
export async function checkAudience(ctx: Ctx, filter: SubscriberFilter | null): Promise<void> {
  const { conditions } = chosenGroup(filter)
  const idsOf = (wanted: Named['type']) => conditions.flatMap(({ type, ids }) => (type === wanted ? ids : []))
  await checkSegments(ctx, { ids: idsOf('segment') })
  const tag_ids = [...new Set(idsOf('tag'))]
  const tags = tag_ids.length > 0 ? await ctx.db.tag.count({ where: { id: { in: tag_ids } } }) : 0
  if (tags < tag_ids.length) throw invalid('Tag not found')
}

/** How many a broadcast with this filter would be laid down for now. */
export async function countAudience(
  ctx: Ctx,
  { subscriber_filter }: { subscriber_filter?: SubscriberFilter | null | undefined },
): Promise<AudienceCount> {
  const { where, values } = await audienceSql(ctx, subscriber_filter ?? null, { first: 2 })
  const row = await ctx.sql.one<AudienceCount>(
    `select count(*)::int as count from subscriber s where s.account_id = $1 and s.state = 'active' and ${where}`,
    values,
  )
  return row ?? { count: 0 }
}
