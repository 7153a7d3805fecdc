import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import type { Deleting, Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, type OwnRows, putBack } from '../deleted-records/service.ts'
import { deleteTag, emitTags, tagView } from './service.ts'

const ROWS: readonly OwnRows[] = [{ table: 'tag', where: 't.id = $3' }]

/**
 * Deletes a tag. An undo gives it back if no subscriber has it: giving back taggings would start automations. Throws not_found.
 */
export const removeTag = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'tag',
    lock: async (tx) => {
      const tag = await tx.sql.one<{ is_used: boolean }>(
        `select exists (select from tagging x where x.account_id = $1 and x.tag_id = t.id) as is_used
         from tag t where t.account_id = $1 and t.id = $2 for update`,
        [input.id],
      )
      if (!tag) throw notFound()
      return !tag.is_used
    },
    rows: ROWS,
    remove: (tx) => deleteTag(tx, input),
  })

/** Throws conflict. Apps that were told of the deletion are told that the tag is there. */
export function undeleteTag(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    const { id } = await putBack(tx, input, { kind: 'tag', rows: ROWS })
    const tag = await tx.db.tag.findFirst({ where: { id } })
    if (tag) await emitTags(tx, 'tag.created', [tagView(tag)])
  })
}
