import type { Ctx } from '../../../core/context.ts'
import { discardForgottenDrafts } from '../../../core/write/forgotten-drafts.ts'
import { write } from '../../../core/write/write.ts'
import { deleteBroadcast } from '../service.ts'
import { lockBroadcast } from '../view.ts'

/** Condition over `broadcast t`: a member's draft that was never changed. Lists omit it. */
export const IS_UNTOUCHED = `(t.status = 'draft' and t.created_by is not null and not t.is_from_program and t.updated_at = t.created_at
  and coalesce(t.subject, t.preview_text, t.content, t.thumbnail_url, t.plan::text, t.versions::text) is null)`

/** Deletes an untouched draft when its creator leaves the composer. Returns whether it did. */
export function discardUntouched(ctx: Ctx, { id }: { id: number }): Promise<{ discarded: boolean }> {
  return write(ctx, async (tx) => {
    await lockBroadcast(tx, { id })
    const discarded = await tx.sql.one(
      `select 1 from broadcast t where t.account_id = $1 and t.id = $2 and ${IS_UNTOUCHED}`,
      [id],
    )
    if (discarded) await deleteBroadcast(tx, { id })
    return { discarded: discarded !== undefined }
  })
}

/** Deletes untouched drafts whose tab was closed. */
export const discardForgotten = discardForgottenDrafts({
  from: 'broadcast',
  is_untouched: IS_UNTOUCHED,
  discard: discardUntouched,
})
