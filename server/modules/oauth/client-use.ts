import type { Ctx } from '../../core/context.ts'
import { sweep } from '../../db/sweep.ts'
import type { Budget } from '../../lib/budget.ts'
import type { AppRow } from '../apps/directory.ts'

/** A client that registered itself and came to nothing goes after a week. */
const UNUSED_DAYS = 7
const NOTED_EVERY_MS = 60 * 60_000

/** To the hour: it only tells used clients from unused ones. */
export async function noteClientUse(ctx: Ctx, { id, last_used_at }: AppRow): Promise<void> {
  if (last_used_at && +last_used_at + NOTED_EVERY_MS > +ctx.now()) return
  await ctx.sql.run('update app set last_used_at = $3 where $1::int is not null and id = $2', [id, ctx.now()])
}

/** O24: registration is open to everybody, so that what nobody used must not stay for ever. */
export async function sweepUnusedClients(ctx: Ctx, { budget }: { budget?: Budget } = {}): Promise<void> {
  const where = `account_id is null and last_used_at is null and created_at < $1::timestamptz - interval '${UNUSED_DAYS} days'`
  await sweep({ table: 'app', where, values: [ctx.now()], rows: 500, budget })
}
