import { type Ctx, memberOf } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { KEPT_MS } from '../deleted-records/service.ts'
import { nameProblem } from '../tags/conditions/names.ts'
import type { Replacement } from '../tags/conditions/replacing.ts'
import { getTag } from '../tags/service.ts'
import type { ListedMerge, MergeInput, MergePreview } from './schema.ts'
import { replaceUses } from './uses.ts'

/** Returns exactly what merging would do now, and the reasons against it. Changes nothing. Throws not_found. */
export function previewMerge(ctx: Ctx, { from_id, into_id }: MergeInput): Promise<MergePreview> {
  return write(ctx, async (tx) => {
    const replacement = { from: await getTag(tx, { id: from_id }), into: await getTag(tx, { id: into_id }) }
    const counts = await tx.sql.one<Pick<MergePreview, 'from_count' | 'into_count' | 'both_count'>>(
      `select (select count(*)::int from tagging where account_id = $1 and tag_id = $2) as from_count,
         (select count(*)::int from tagging where account_id = $1 and tag_id = $3) as into_count,
         (select count(*)::int from tagging f join tagging i
            on i.account_id = f.account_id and i.subscriber_id = f.subscriber_id and i.tag_id = $3
          where f.account_id = $1 and f.tag_id = $2) as both_count`,
      [from_id, into_id],
    )
    if (!counts) throw notFound()
    const { uses, in_liquid } = await replaceUses(tx, replacement, { is_dry: true })
    return {
      from_name: replacement.from.name,
      into_name: replacement.into.name,
      ...counts,
      uses,
      blocks: [...(await blocksOf(tx, replacement)), ...nameBlock(replacement, in_liquid)],
    }
  })
}

/** Starts merging a tag into another, which a job does. Throws not_found, and conflict if something prevents it. */
export function startMerge(ctx: Ctx, { from_id, into_id }: MergeInput): Promise<{ id: number }> {
  return write(ctx, async (tx) => {
    const replacement = { from: await getTag(tx, { id: from_id }), into: await getTag(tx, { id: into_id }) }
    const { in_liquid } = await replaceUses(tx, replacement, { is_dry: true })
    const [block] = [...(await blocksOf(tx, replacement)), ...nameBlock(replacement, in_liquid)]
    if (block) throw conflict(block)
    const { from, into } = replacement
    const created = await tx.db.tagMerge.create({
      data: {
        account_id: tx.account_id,
        from_tag_id: from.id,
        from_name: from.name,
        into_tag_id: into.id,
        into_name: into.name,
        created_by: memberOf(tx),
        created_at: tx.now(),
        updated_at: tx.now(),
      },
    })
    tx.emit('tag.merge_requested', { tag_merge_id: created.id })
    return { id: created.id }
  })
}

const MAX_UNDOABLE = 3

/** Lists running merges, and the latest ones that the member can undo, newest first. */
export const listMerges = (ctx: Ctx): Promise<ListedMerge[]> =>
  ctx.sql.rows<ListedMerge>(
    `(select t.id, t.state, t.from_tag_id, t.into_tag_id, t.from_name, t.into_name, t.moved + t.already_had as done
       from tag_merge t where t.account_id = $1 and t.state = 'running' order by t.id desc limit 20)
     union all (select t.id, t.state, t.from_tag_id, t.into_tag_id, t.from_name, t.into_name, t.moved + t.already_had
       from deleted_record d join tag_merge t on t.account_id = d.account_id and t.id = d.item_id
       where d.account_id = $1 and d.kind = 'tag_merge' and d.deleted_by = $2 and d.deleted_at > $3
       order by t.id desc limit ${MAX_UNDOABLE})
     order by id desc`,
    [memberOf(ctx), new Date(+ctx.now() - KEPT_MS)],
  )

interface Blocking {
  reason: string
  count: number
}

/** Returns ongoing work that still needs the tag, in sentences. */
export async function blocksOf(tx: Tx, { from, into }: Replacement, merge_id = 0): Promise<string[]> {
  const rows = await tx.sql.rows<Blocking>(
    `select 'merge' as reason, count(*)::int as count from tag_merge t
       where t.account_id = $1 and t.state = 'running' and t.id <> $4
         and (t.from_tag_id in ($2, $3) or t.into_tag_id in ($2, $3))
     union all select 'broadcast', count(*)::int from broadcast t where t.account_id = $1 and t.status = 'sending'
       and (t.subscriber_filter @> $5::jsonb or t.excluded @> $6::jsonb or t.content like '%subscriber.tags%')
     union all select 'bulk_action', count(*)::int from bulk_action t where t.account_id = $1 and t.state in ('running', 'undoing')
       and ((t.action ->> 'tag_id')::int = $2 or (t.selection ->> 'tag_id')::int = $2)
     union all select 'sequence', count(*)::int from sequence_change t where t.account_id = $1 and t.state = 'running'
       and t.source ->> 'kind' = 'tag' and (t.source ->> 'id')::int = $2`,
    [
      from.id,
      into.id,
      merge_id,
      JSON.stringify([{ all: [{ type: 'tag', ids: [from.id] }] }]),
      JSON.stringify([{ type: 'tag', ids: [from.id] }]),
    ],
  )
  return rows.flatMap(({ reason, count }) => (count > 0 ? (BLOCKS[reason] ?? reason) : []))
}

const BLOCKS: Record<string, string> = {
  merge: 'One of the tags is being merged already. Wait until that is done.',
  broadcast: 'A broadcast that uses the tag is being sent. Wait until it is done, or cancel it.',
  bulk_action: 'A change of many subscribers uses the tag. Wait until it is done.',
  sequence: 'Subscribers with the tag are being added to a sequence. Wait until that is done.',
}

const nameBlock = ({ into }: Replacement, in_liquid: boolean): string[] => {
  const problem = in_liquid ? nameProblem(into) : null
  return problem === null ? [] : [problem]
}
