import type { Ctx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import type { Deleting, Deletion, Undeleting } from '../deleted-records/schema.ts'
import { deleteWithUndo, lockUnused, type OwnRows, putBack } from '../deleted-records/service.ts'
import { isInLiveEmail } from './conditions/live-emails.ts'
import { deleteTag, emitTags, tagView } from './service.ts'

const ROWS: readonly OwnRows[] = [{ table: 'tag', where: 't.id = $3' }]

/**
 * SQL condition that a tag is used, in two cases. A subscriber has it: restoring its taggings would start automations. A form adds it, or
 * an automation waits for it: a sign-up before an undo would miss the tag or the automation. Emails with such conditions that may be sent
 * before an undo are checked separately.
 */
const IS_USED = `(
  exists (select from tagging x where x.account_id = $1 and x.tag_id = t.id)
  or exists (select from automation_listener l join automation a on a.account_id = $1 and a.id = l.automation_id
    where l.account_id = $1 and l.type in ('tag_added', 'tag_removed') and l.object = t.id::text
      and a.state = 'live' and a.deleted_at is null)
  or exists (select from form f where f.account_id = $1 and f.status = 'active'
    and (f.settings -> 'tag_ids' @> to_jsonb(t.id)
      or f.settings -> 'consents' @> jsonb_build_array(jsonb_build_object('tag_id', t.id)))))`

/** Deletes a tag. An undo restores it if it was not used. Throws not_found. */
export const deleteTagWithUndo = (ctx: Ctx, input: Deleting): Promise<Deletion> =>
  deleteWithUndo(ctx, input, {
    kind: 'tag',
    async lock(tx) {
      if (!(await lockUnused(tx, { id: input.id, table: 'tag', is_used: IS_USED }))) return false
      const { name } = await tx.db.tag.findFirstOrThrow({ where: { id: input.id }, select: { name: true } })
      return !(await isInLiveEmail(tx, { kind: 'tags', name }))
    },
    rows: ROWS,
    remove: (tx) => deleteTag(tx, input),
  })

/** Restores a deleted tag, and notifies apps that were notified of the deletion. Throws conflict. */
export function undeleteTag(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    const { id } = await putBack(tx, input, { kind: 'tag', rows: ROWS })
    const tag = await tx.db.tag.findFirst({ where: { id } })
    if (tag) await emitTags(tx, 'tag.created', [tagView(tag)])
  })
}
