import type { Ctx } from '../../core/context.ts'
import type { Stalled } from '../../core/requeue.ts'
import { type Tx, write } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import type { Budget } from '../../lib/concurrency/budget.ts'
import { GONE_AFTER_MS } from '../deleted-records/service.ts'
import { notify } from '../notifications/notify.ts'
import type { Replacement } from '../tags/conditions/replacing.ts'
import { copyRest, copyTaggings, giveTopicAndColor, lockWholly } from '../tags/merging.ts'
import { deleteTags } from '../tags/service.ts'
import { mergeEndedEmail } from './emails.ts'
import { blocksOf } from './service.ts'
import { keepForUndo } from './undo.ts'
import { replaceUses } from './uses.ts'

/** Taggings per transaction. */
const ROWS = 2_000

interface Merge {
  id: number
  from_tag_id: number
  from_name: string
  into_tag_id: number
  into_name: string
  copied_to: number
  created_by: number | null
}

/**
 * Merges until the budget is spent. Copies taggings page by page, so no subscriber ever lacks both tags, then replaces references and
 * deletes the tag in one transaction. It can stop at any point and be called again.
 */
export async function workOnMerge(
  ctx: Ctx,
  { id, budget, rows = ROWS }: { id: number; budget?: Budget; rows?: number },
): Promise<void> {
  while ((await workOnPage(ctx, id, rows)) && !budget?.isSpent());
}

/** Returns whether there is more. */
function workOnPage(ctx: Ctx, id: number, rows: number): Promise<boolean> {
  return write(ctx, async (tx) => {
    const merge = await tx.sql.one<Merge>(
      `select t.id, t.from_tag_id, t.from_name, t.into_tag_id, t.into_name, t.copied_to, t.created_by
       from tag_merge t where t.account_id = $1 and t.id = $2 and t.state = 'running' for update`,
      [id],
    )
    if (!merge) return false
    const tags = await tx.db.tag.count({ where: { id: { in: [merge.from_tag_id, merge.into_tag_id] } } })
    if (tags < 2) return end(tx, merge, 'One of the tags was deleted.')
    const page = await copyTaggings(tx, { ...merge, tag_merge_id: id, after: merge.copied_to, limit: rows })
    await count(tx, id, { ...page, already_had: page.looked_at - page.added })
    return page.looked_at === rows || finish(tx, merge, rows)
  })
}

const count = (
  tx: Tx,
  id: number,
  { added, already_had, last }: { added: number; already_had: number; last: number | null },
): Promise<unknown> =>
  tx.sql.run(
    `update tag_merge set moved = moved + $3, already_had = already_had + $4, copied_to = coalesce($5, copied_to), updated_at = $6
     where account_id = $1 and id = $2`,
    [id, added, already_had, last, tx.now()],
  )

/** Completes the merge, unless ongoing work needs the tag. In that case the merge waits, and a cron tries again. */
async function finish(tx: Tx, merge: Merge, rows: number): Promise<boolean> {
  // Subscribers tagged on pages already copied.
  const rest = await copyRest(tx, { ...merge, tag_merge_id: merge.id, limit: rows })
  await count(tx, merge.id, { ...rest, already_had: 0, last: null })
  if (rest.looked_at === rows) return true
  const replacement = {
    from: { id: merge.from_tag_id, name: merge.from_name },
    into: { id: merge.into_tag_id, name: merge.into_name },
  }
  if ((await blocksOf(tx, replacement, merge.id)).length > 0) return false
  // From now on no one can be tagged, so subscribers tagged earlier are all visible.
  if (await lockWholly(tx, merge)) return true
  const named = await withNamesOfNow(tx, replacement)
  const looks = await giveTopicAndColor(tx, merge)
  const { kept } = await replaceUses(tx, named, { is_dry: false })
  await keepForUndo(tx, merge, { ...named, looks, uses: kept })
  await deleteTags(tx, { items: [{ id: merge.from_tag_id }] })
  return end(tx, merge, null)
}

/** Returns the current names, because both tags may have been renamed since the merge started. */
async function withNamesOfNow(tx: Tx, { from, into }: Replacement): Promise<Replacement> {
  const rows = await tx.db.tag.findMany({ where: { id: { in: [from.id, into.id] } }, select: { id: true, name: true } })
  const nameOf = (tag: { id: number; name: string }) => rows.find(({ id }) => id === tag.id)?.name ?? tag.name
  return { from: { id: from.id, name: nameOf(from) }, into: { id: into.id, name: nameOf(into) } }
}

async function end(tx: Tx, { id, from_name, into_name, created_by }: Merge, problem: string | null): Promise<false> {
  const done = await tx.db.tagMerge.findFirstOrThrow({ where: { id }, select: { moved: true, already_had: true } })
  await tx.db.tagMerge.updateMany({
    where: { id },
    data: { state: problem === null ? 'completed' : 'stopped', problem, updated_at: tx.now() },
  })
  if (created_by !== null)
    await notify(tx, {
      kind: problem === null ? 'tag_merge_completed' : 'tag_merge_stopped',
      key: `${id}`,
      path: '/tags',
      email: () => mergeEndedEmail({ from_name, into_name, ...done, problem }),
      user_ids: [created_by],
    })
  return false
}

/** Requeuing a running merge is harmless, because each page and the progress are one transaction. */
export const STALLED_MERGES: readonly Stalled[] = [
  {
    table: 'tag_merge',
    where: `state = 'running' and updated_at < $1`,
    after_minutes: 2,
    touch: 'updated_at',
    columns: 'account_id, id',
    emit: (tx, { id }) => tx.emit('tag.merge_requested', { tag_merge_id: id }),
  },
]

export const EXPIRED_MERGES: readonly Expired[] = [
  {
    table: 'merged_tagging',
    where: `(account_id, tag_merge_id) in (
      select m.account_id, m.id from tag_merge m where m.state <> 'running' and m.updated_at < $1)`,
    kept_days: GONE_AFTER_MS / 86_400_000,
  },
  { table: 'tag_merge', where: `state <> 'running' and updated_at < $1`, kept_days: 90 },
]
