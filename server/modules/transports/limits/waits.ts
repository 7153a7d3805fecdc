import { type Ctx, systemPool } from '../../../core/context.ts'
import { iso } from '../../../core/wire.ts'
import type { WaitView } from '../schema.ts'

const MAX_SHOWN = 100

/** Returns the limits that delay emails of any account: rates, daily limits and warm-ups, longest first. */
export async function listWaits(ctx: Ctx): Promise<WaitView[]> {
  const { rows } = await systemPool().query<{ cause: string; emails: number; accounts: number; until: Date }>(
    `select cause, count(*)::int as emails, count(distinct account_id)::int as accounts, max(until) as until
     from mail_wait where until > $1 group by 1 order by max(until) desc, 1 limit ${MAX_SHOWN}`,
    [ctx.now()],
  )
  return rows.map((row) => ({ ...row, until: iso(row.until) }))
}
