import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import type { PurgeInput } from '../../../db/purge.ts'
import { deleteBroadcast } from '../service.ts'
import { lockBroadcast } from '../view.ts'

/** Condition over `broadcast t`: a draft that a user created and never changed. */
export const IS_UNTOUCHED = `(t.status = 'draft' and t.created_by is not null and t.updated_at = t.created_at
  and coalesce(t.subject, t.preview_text, t.content, t.thumbnail_url, t.plan::text, t.versions::text) is null)`

/** Deletes an untouched draft, so opening and leaving the composer leaves nothing behind. Returns whether it did. */
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

/** A composer can stay open for a day before its draft is deleted. */
const KEPT_MS = 86_400_000
const DRAFTS = 200

/** Deletes untouched drafts whose tab was closed. Lists do not show them (`IS_UNTOUCHED`). */
export async function discardForgotten({ now, budget }: PurgeInput): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await systemPool().query<{ account_id: number; id: number }>(
      `select t.account_id, t.id from broadcast t where t.id > $1 and t.created_at < $2 and ${IS_UNTOUCHED} order by t.id limit $3`,
      [after, new Date(+now - KEPT_MS), DRAFTS],
    )
    for (const { account_id, id } of rows) await discardUntouched(systemCtx(account_id), { id })
    after = rows.at(-1)?.id ?? after
    if (rows.length < DRAFTS || budget?.isSpent()) return
  }
}
