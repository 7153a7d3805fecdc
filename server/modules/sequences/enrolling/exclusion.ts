import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { checkSegments, segmentSql } from '../../segments/service.ts'
import { type Bind, binder } from '../../subscribers/view.ts'
import type { ExcludedSource } from '../schema.ts'

/** Returns which of these subscribers are in one of the sources now. A deleted source has no subscribers. */
export async function findExcluded(
  ctx: Ctx,
  { sources, subscriber_ids }: { sources: readonly ExcludedSource[]; subscriber_ids: readonly number[] },
): Promise<Set<number>> {
  if (sources.length === 0) return new Set()
  const values: unknown[] = [subscriber_ids]
  // Evaluates a segment only for these subscribers.
  const within = (id: string) => `${id} = any ($2::bigint[])`
  const excluded = await exclusionSql(ctx, { sources, bind: binder(values), within })
  const rows = await ctx.sql.rows<{ id: number }>(
    `select s.id from subscriber s where s.account_id = $1 and s.id = any ($2::bigint[]) and ${excluded}`,
    values,
  )
  return new Set(rows.map(({ id }) => id))
}

/** SQL of the condition that `subscriber s` is in one of the sources. `within` narrows segments to the ids that it allows. */
export async function exclusionSql(
  ctx: Ctx,
  {
    sources,
    bind,
    within,
  }: { sources: readonly ExcludedSource[]; bind: Bind; within: (subscriber_id: string) => string },
): Promise<string> {
  const conditions: string[] = []
  for (const { type, ids } of sources) {
    if (type !== 'segment') {
      conditions.push(`exists (${MEMBERS[type]} = any (${bind(ids)}::int[]))`)
      continue
    }
    const segments = await ctx.db.segment.findMany({ where: { id: { in: ids } }, select: { id: true } })
    for (const { id } of segments) conditions.push(`s.id in ${await segmentSql(ctx, { id, bind, within })}`)
  }
  return `(${conditions.join(' or ') || 'false'})`
}

/** Throws invalid when a source does not exist. */
export async function checkSources(
  ctx: Ctx,
  sources: readonly ExcludedSource[] | undefined,
  own_id?: number,
): Promise<void> {
  for (const { type, ids } of sources ?? []) {
    if (type === 'sequence' && own_id !== undefined && ids.includes(own_id))
      throw invalid('exclude_subscriber_sources must not contain the sequence itself')
    if (type === 'segment') {
      await checkSegments(ctx, { ids })
      continue
    }
    const id = { in: ids }
    const found = {
      tag: () => ctx.db.tag.count({ where: { id } }),
      form: () => ctx.db.form.count({ where: { id } }),
      sequence: () => ctx.db.sequence.count({ where: { id, deleted_at: null } }),
    }
    if ((await found[type]()) < ids.length) throw invalid(`${NAMES[type]} not found`)
  }
}

const NAMES = { tag: 'Tag', form: 'Form', sequence: 'Sequence' }

const MEMBERS = {
  tag: 'select from tagging x where x.account_id = s.account_id and x.subscriber_id = s.id and x.tag_id',
  form: 'select from form_subscription x where x.account_id = s.account_id and x.subscriber_id = s.id and x.form_id',
  sequence: 'select from enrollment x where x.account_id = s.account_id and x.subscriber_id = s.id and x.sequence_id',
}
