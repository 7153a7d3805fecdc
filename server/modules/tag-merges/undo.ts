import type { Ctx } from '../../core/context.ts'
import { conflict, notFound } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import { keepRows, type OwnRows, putBack } from '../deleted-records/service.ts'
import type { Replacement } from '../tags/conditions/replacing.ts'
import {
  completeKept,
  type GivenStyle,
  giveBackTaggings,
  lockForRestoring,
  type Pair,
  takeTopicAndColor,
} from '../tags/merging.ts'
import { emitTags, tagView } from '../tags/service.ts'
import { blocksOf } from './service.ts'
import { type KeptUses, putBackUses } from './uses.ts'

/** A million subscribers take about half a minute. */
const MAX_MS = 300_000
const NAMED = 5

const ROWS: readonly OwnRows[] = [
  {
    table: 'tag',
    where: 't.id = (select m.from_tag_id from tag_merge m where m.account_id = $1 and m.id = $3)',
  },
]

interface KeptMerge extends Replacement {
  looks: GivenStyle
  uses: KeptUses
}

interface Merged extends Pair {
  id: number
  created_by: number | null
}

/** Keeps the data for an undo of a merge, before the tag is deleted. */
export async function keepForUndo(tx: Tx, { id, created_by, ...pair }: Merged, also: KeptMerge): Promise<void> {
  const { moved } = await tx.db.tagMerge.findFirstOrThrow({ where: { id }, select: { moved: true } })
  if (!(await completeKept(tx, { ...pair, tag_merge_id: id }, moved))) return
  await keepRows(tx, { kind: 'tag_merge', id, rows: ROWS, also, deleted_by: created_by })
}

/**
 * Undoes a merge in one transaction: restores the tag with its subscribers, reduces the other tag to its former subscribers, and makes
 * changed records refer to the tag again. Notifies apps that were told of its deletion. Throws not_found, or conflict, and changes nothing, if this would
 * lose later changes.
 */
export function undoMerge(ctx: Ctx, { id: tag_merge_id }: { id: number }): Promise<void> {
  return write(
    ctx,
    async (tx) => {
      const record = await tx.db.deletedRecord.findFirst({ where: { kind: 'tag_merge', item_id: tag_merge_id } })
      const merge = await tx.db.tagMerge.findFirst({ where: { id: tag_merge_id } })
      if (!merge) throw notFound()
      if (!record) throw conflict(t`This merge can no longer be undone`)
      const { from_tag_id, into_tag_id } = merge
      const pair = { tag_merge_id, from_tag_id, into_tag_id }
      const lock = async ({ into }: KeptMerge) => {
        if (!(await lockForRestoring(tx, pair)))
          throw conflict(t`“${into.name}” was deleted or merged since, so this merge cannot be undone.`)
        await requireNothingSince(tx, pair)
      }
      const { also } = await putBack<KeptMerge>(tx, { undo: record.id }, { kind: 'tag_merge', rows: ROWS, lock })
      const changed = await putBackUses(tx, also, also.uses)
      if (changed.length > 0) throw conflict(changedSince([...new Set(changed.map(({ name }) => name))]))
      await giveBackTaggings(tx, pair)
      await takeTopicAndColor(tx, { id: into_tag_id, ...also.looks })
      await tx.db.tagMerge.updateMany({ where: { id: tag_merge_id }, data: { state: 'undone', updated_at: tx.now() } })
      const tag = await tx.db.tag.findFirst({ where: { id: from_tag_id } })
      if (tag) await emitTags(tx, 'tag.created', [tagView(tag)])
    },
    MAX_MS,
  )
}

/**
 * Throws conflict while the other tag has ongoing work, and after another tag was merged into it, because some subscribers may have it from
 * both.
 */
async function requireNothingSince(
  tx: Tx,
  { tag_merge_id, into_tag_id }: Pair & { tag_merge_id: number },
): Promise<void> {
  const later = await tx.db.tagMerge.findFirst({
    where: { id: { gt: tag_merge_id }, into_tag_id, state: 'completed' },
    orderBy: { id: 'desc' },
  })
  if (later) throw conflict(t`“${later.from_name}” was merged into “${later.into_name}” since. Undo that merge first.`)
  const into = { id: into_tag_id, name: '' }
  const [block] = await blocksOf(tx, { from: into, into }, tag_merge_id)
  if (block) throw conflict(block)
}

const changedSince = (names: readonly string[]): string => {
  const listed = names
    .slice(0, NAMED)
    .map((name) => `“${name}”`)
    .join(', ')
  return names.length > NAMED
    ? t`The merge cannot be undone, because these were changed since: ${listed} and ${names.length - NAMED} more.`
    : t`The merge cannot be undone, because this was changed since: ${listed}.`
}
