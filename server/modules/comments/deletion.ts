import { type Ctx, hasRole } from '../../core/context.ts'
import { conflict, forbidden } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { t } from '../../lib/locale/texts.ts'
import type { Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, type OwnRows, putBack } from '../deleted-records/service.ts'
import { lockDraft } from './drafts.ts'
import type { CommentedItem, CommentKey } from './schema.ts'
import { lockComments, readComment, userOf } from './service.ts'

/** The comment itself, and, after the last reply, the thread's first comment if it was deleted. */
const ROWS: readonly OwnRows[] = [
  {
    table: 'draft_comment',
    where: `not exists (select from draft_comment r where r.account_id = $1 and r.thread_id = $3) and (t.id = $3
      or t.deleted_at is not null and t.id = (select c.thread_id from draft_comment c where c.account_id = $1 and c.id = $3)
        and not exists (select from draft_comment r where r.account_id = $1 and r.thread_id = t.id and r.id <> $3))`,
  },
]

interface Remembered extends CommentedItem {
  text: string
  mentions: number[]
  /** True if it stays without its text, because it has replies. */
  is_blanked: boolean
}

/** Deletes the member's own comment, or any for an admin. A thread stays while it has replies. Throws not_found or forbidden. */
export const deleteComment = (ctx: Ctx, key: CommentKey): Promise<Deletion> =>
  deleteWithUndo(
    ctx,
    { id: key.id },
    {
      kind: 'comment',
      lock: async (tx) => {
        const user_id = userOf(tx)
        await lockComments(tx, key)
        const { author_id } = await readComment(tx, key)
        if (author_id !== user_id && !hasRole(tx, 'admin')) throw forbidden()
        return true
      },
      rows: ROWS,
      remember: async (tx): Promise<Remembered> => {
        const { kind, item_id, text, mentions } = await tx.db.draftComment.findFirstOrThrow({ where: { id: key.id } })
        const item = { kind, item_id } as CommentedItem
        return { ...item, text, mentions, is_blanked: await hasReplies(tx, key.id) }
      },
      remove: (tx) => removeComment(tx, key),
    },
  )

async function removeComment(tx: Tx, key: CommentKey): Promise<void> {
  const { id, thread_id } = await readComment(tx, key)
  if (await hasReplies(tx, id)) {
    const gone = { text: '', mentions: [], deleted_at: tx.now() }
    await tx.db.draftComment.updateMany({ where: { id }, data: gone })
    return
  }
  await tx.db.draftComment.deleteMany({ where: { id } })
  // If the thread's first comment was deleted, the last reply takes the thread with it.
  if (thread_id !== null)
    await tx.sql.run(
      `delete from draft_comment c where c.account_id = $1 and c.id = $2 and c.deleted_at is not null
         and not exists (select from draft_comment r where r.account_id = $1 and r.thread_id = $2)`,
      [thread_id],
    )
}

const hasReplies = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.db.draftComment.findFirst({ where: { thread_id: id }, select: { id: true } })) !== null

/** Restores a comment without notifying anyone again. Throws conflict if its thread was deleted, and not_found if its draft was. */
export function undeleteComment(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    const lock = async (item: Remembered) => {
      await lockComments(tx, item)
      await lockDraft(tx, item)
    }
    const { id, also } = await putBack<Remembered>(tx, input, { kind: 'comment', rows: ROWS, lock })
    const { text, mentions, is_blanked } = also
    if (!is_blanked) return
    const { count } = await tx.db.draftComment.updateMany({
      where: { id, deleted_at: { not: null } },
      data: { text, mentions, deleted_at: null },
    })
    if (count === 0) throw conflict(t`This can no longer be restored`)
  })
}
