import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { commentRows } from '../comments/service.ts'
import type { Deleting, Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, type OwnRows, putBack } from '../deleted-records/service.ts'
import { revisionRows } from '../revisions/service.ts'
import { deletePost } from './service.ts'

const ROWS: readonly OwnRows[] = [
  { table: 'post', where: 't.id = $3' },
  revisionRows('post'),
  ...commentRows('post', 't.item_id = $3'),
]

/** Deletes a post. An undo restores it if it was not public. Throws not_found. */
export const deletePostWithUndo = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'post',
    lock: async (tx) => {
      const post = await tx.sql.one<{ status: string }>(
        'select status from post where account_id = $1 and id = $2 for update',
        [input.id],
      )
      if (!post) throw notFound()
      return post.status === 'draft'
    },
    rows: ROWS,
    remove: (tx) => deletePost(tx, input),
  })

/** Restores a deleted post. Throws conflict. */
export const undeletePost = (ctx: Ctx, input: Undeleting): Promise<void> =>
  write(ctx, async (tx) => void (await putBack(tx, input, { kind: 'post', rows: ROWS })))
