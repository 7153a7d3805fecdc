import type { Ctx } from '../../core/context.ts'
import { Budget } from '../../lib/concurrency/budget.ts'
import { sliceOf } from '../../lib/concurrency/slice.ts'

/**
 * Deletes the contents of unreadable files for about `budget_ms`. Returns whether more remain. Each statement deletes a few megabytes in
 * its own transaction, so a run can stop and continue at any point.
 */
export async function deleteFileContents(ctx: Ctx, { budget_ms }: { budget_ms: number }): Promise<boolean> {
  const budget = new Budget(budget_ms)
  for (const statement of [EXPORTS, IMPORTS]) {
    if (await sliceOf(budget, async () => (await ctx.sql.run(statement, [PIECES])) > 0)) return true
  }
  return false
}

const PIECES = 16

/** An ended export without a hash has no file: it was stopped, it failed, or its file was withdrawn. */
const EXPORTS = `
  delete from export_chunk where account_id = $1 and (export_id, seq) in (
    select c.export_id, c.seq from export x join export_chunk c on c.account_id = x.account_id and c.export_id = x.id
    where x.account_id = $1 and x.state in ('completed', 'stopped', 'failed') and x.content_hash is null limit $2)`

const IMPORTS = `
  delete from import_chunk where account_id = $1 and (import_id, seq) in (
    select c.import_id, c.seq from import i join import_chunk c on c.account_id = i.account_id and c.import_id = i.id
    where i.account_id = $1 and i.state = 'failed' limit $2)`
