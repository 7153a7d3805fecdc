import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { segmentSql } from '../../segments/service.ts'
import type { Bind } from '../../subscribers/view.ts'
import type { ChangeSource } from '../change-schema.ts'

interface SourceScope {
  sequence_id: number
  bind: Bind
  /** Limits a segment to these ids. */
  within?: (subscriber_id: string) => string
}

/** SQL condition that `subscriber s` is in the source. Throws invalid for an unknown segment. */
export async function sourceSql(
  ctx: Ctx,
  source: ChangeSource,
  { sequence_id, bind, within }: SourceScope,
): Promise<string> {
  switch (source.kind) {
    case 'segment':
      return `s.id in ${await segmentSql(ctx, { id: source.id, bind, ...(within && { within }) })}`
    case 'tag':
      return `exists (select from tagging g where g.account_id = s.account_id and g.subscriber_id = s.id and g.tag_id = ${bind(source.id)})`
    case 'selection':
      return `s.id = any (${bind(source.subscriber_ids)}::bigint[])`
    case 'everyone':
      return `exists (select from enrollment n where n.account_id = s.account_id and n.subscriber_id = s.id
        and n.sequence_id = ${bind(sequence_id)})`
  }
}

/** Returns the name of a source. Throws invalid if it does not exist. */
export async function sourceName(ctx: Ctx, source: ChangeSource): Promise<string> {
  if (source.kind === 'everyone') return 'Everyone in the sequence'
  if (source.kind === 'selection')
    return source.subscriber_ids.length === 1
      ? '1 selected subscriber'
      : `${source.subscriber_ids.length} selected subscribers`
  const where = { id: source.id }
  const found =
    source.kind === 'tag' ? await ctx.db.tag.findFirst({ where }) : await ctx.db.segment.findFirst({ where })
  if (!found) throw invalid(source.kind === 'tag' ? 'This tag no longer exists' : 'This segment no longer exists')
  return `${source.kind === 'tag' ? 'Tag' : 'Segment'} “${found.name}”`
}
