import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { sliceOf } from '../../../lib/concurrency/slice.ts'
import { findDates } from './dates.ts'
import { evaluateSegment, watchSegments } from './segments.ts'

// A job evaluates segments and dates every few minutes, because no write announces their matches.

const ACCOUNTS = 500

/** Lets subscribers enter by the account's segments and dates for about `work_ms`. Returns whether more may match. */
export async function evaluateTriggers(ctx: Ctx, { work_ms }: { work_ms: number }): Promise<boolean> {
  // Repeated after the publication, which does not wait for a segment that is just being removed.
  await write(ctx, watchSegments)
  // Each gets half the time: segments that are due again must not starve dates.
  const hasSegments = await sliceOf(work_ms / 2, () => evaluateSegment(ctx))
  const hasDates = await sliceOf(work_ms / 2, () => findDates(ctx))
  return hasSegments || hasDates
}

/** Enqueues evaluations of the accounts after a position. Returns the last account, or null at the end. */
export async function requestEvaluations({ after }: { after: number }): Promise<number | null> {
  const { rows } = await systemPool().query<{ account_id: number }>(
    `select l.account_id from automation_listener l where l.account_id > $1 and l.type in ('segment_entered', 'date_reached')
     -- Also those that nothing listens to any more: what is known about their subscribers goes.
     union select s.account_id from automation_segment s where s.account_id > $1 order by 1 limit ${ACCOUNTS}`,
    [after],
  )
  for (const { account_id } of rows)
    await write(systemCtx(account_id), async (tx) => tx.emit('automation.evaluation_requested', {}))
  return rows.length < ACCOUNTS ? null : (rows.at(-1)?.account_id ?? null)
}
