import type { PurgeInput } from '../../db/purge.ts'
import { type Ctx, systemCtx, systemPool } from '../context.ts'

/** An editor can stay open for a day before its draft is deleted. */
const KEPT_MS = 86_400_000
const DRAFTS = 200

interface UntouchedDrafts {
  /** The table of the drafts. */
  from: string
  /** Condition over `t`: a draft that someone opened and nothing was written into. Lists do not show it. */
  is_untouched: string
  /** Deletes the draft unless something was written into it since. */
  discard: (ctx: Ctx, draft: { id: number }) => Promise<unknown>
}

/** Returns what deletes the untouched drafts of all accounts whose tab was closed, for a module's `purgeExpired`. */
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
