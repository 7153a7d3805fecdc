import type { PurgeInput } from '../../db/purge.ts'
import { type Ctx, systemCtx, systemPool } from '../context.ts'

/** Time for which an editor can stay open before its draft is deleted. */
const KEPT_MS = 86_400_000
const DRAFTS = 200

interface UntouchedDrafts {
  /** The table of the drafts. */
  from: string
  /** Condition over `t`: a draft that someone opened without writing anything. Lists omit it. */
  is_untouched: string
  /** Deletes the draft unless something was written since. */
  discard: (ctx: Ctx, draft: { id: number }) => Promise<unknown>
}

/** Returns a function for `purgeExpired` that deletes untouched drafts of all accounts whose tab was closed. */
export const discardForgottenDrafts =
  ({ from, is_untouched, discard }: UntouchedDrafts) =>
  async ({ now, budget }: PurgeInput): Promise<void> => {
    for (let after = 0; ; ) {
      const { rows } = await systemPool().query<{ account_id: number; id: number }>(
        `select t.account_id, t.id from ${from} t where t.id > $1 and t.created_at < $2 and ${is_untouched} order by t.id limit $3`,
        [after, new Date(+now - KEPT_MS), DRAFTS],
      )
      for (const { account_id, id } of rows) await discard(systemCtx(account_id), { id })
      after = rows.at(-1)?.id ?? after
      if (rows.length < DRAFTS || budget?.isSpent()) return
    }
  }
