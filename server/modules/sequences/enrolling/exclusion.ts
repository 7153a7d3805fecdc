import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { checkSegments, segmentSqls } from '../../segments/service.ts'
import { type Bind, binder } from '../../subscribers/view.ts'
import type { ExcludedSource } from '../schema.ts'

/** Returns which of these subscribers are in a source now. A deleted source has none. */
export async function findExcluded(
  ctx: Ctx,
  { sources, subscriber_ids }: { sources: readonly ExcludedSource[]; subscriber_ids: readonly number[] },
): Promise<Set<number>> {
  if (sources.length === 0) return new Set()
  const values: unknown[] = [subscriber_ids]
  // Limits a segment to these subscribers.
  const within = (id: string) => `${id} = any ($2::bigint[])`
  const excluded = await exclusionSql(ctx, { sources, bind: binder(values), within })
  const rows = await ctx.sql.rows<{ id: number }>(
    `select s.id from subscriber s where s.account_id = $1 and s.id = any ($2::bigint[]) and ${excluded}`,
    values,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Returns which of these sequences exclude the subscriber now. */
export async function findExcluding(
  ctx: Ctx,
  {
    sequences,
    subscriber_id,
  }: { sequences: readonly { id: number; sources: readonly ExcludedSource[] }[]; subscriber_id: number },
): Promise<Set<number>> {
  const excluding = sequences.filter(({ sources }) => sources.length > 0)
  if (excluding.length === 0) return new Set()
  const values: unknown[] = [subscriber_id]
  const within = (id: string) => `${id} = $2::bigint`
  const conditions = await exclusionSqls(ctx, {
    lists: excluding.map(({ sources }) => sources),
    bind: binder(values),
    within,
  })
  const row = await ctx.sql.one<{ excluded: boolean[] }>(
    `select array[${conditions.join(', ')}] as excluded from subscriber s where s.account_id = $1 and s.id = $2::bigint`,
    values,
  )
  return new Set(excluding.flatMap(({ id }, at) => (row?.excluded[at] ? [id] : [])))
}

interface Scope {
  bind: Bind
  /** Limits segments to these ids. */
  within: (subscriber_id: string) => string
}

/** Returns the condition that `subscriber s` is in one of the sources. */
export async function exclusionSql(
  ctx: Ctx,
  { sources, ...scope }: { sources: readonly ExcludedSource[] } & Scope,
): Promise<string> {
  const [condition = 'false'] = await exclusionSqls(ctx, { lists: [sources], ...scope })
  return condition
}

/** Returns such conditions for several lists of sources, loading their segments together. */
async function exclusionSqls(
  ctx: Ctx,
  { lists, ...scope }: { lists: readonly (readonly ExcludedSource[])[] } & Scope,
): Promise<string[]> {
  const ids = lists.flat().flatMap((source) => (source.type === 'segment' ? source.ids : []))
  const segments = await segmentSqls(ctx, { ids, ...scope })
  const conditionsOf = ({ type, ids }: ExcludedSource) =>
    type === 'segment'
      ? ids.flatMap((id) => (segments.has(id) ? [`s.id in ${segments.get(id)}`] : []))
      : [`exists (${MEMBERS[type]} = any (${scope.bind(ids)}::int[]))`]
  return lists.map((sources) => `(${sources.flatMap(conditionsOf).join(' or ') || 'false'})`)
}

/** Throws invalid for an unknown source. */
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
    if ((await found[type]()) < ids.length) throw invalid(NOT_FOUND[type])
  }
}

const NOT_FOUND = { tag: 'Tag not found', form: 'Form not found', sequence: 'Sequence not found' }

const MEMBERS = {
  tag: 'select from tagging x where x.account_id = s.account_id and x.subscriber_id = s.id and x.tag_id',
  form: 'select from form_subscription x where x.account_id = s.account_id and x.subscriber_id = s.id and x.form_id',
  sequence: 'select from enrollment x where x.account_id = s.account_id and x.subscriber_id = s.id and x.sequence_id',
}
