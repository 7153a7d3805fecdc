import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { sliceOf } from '../../../lib/concurrency/slice.ts'
import { findDates } from './dates.ts'
import { evaluateSegment, watchSegments } from './segments.ts'

// Nothing writes when a subscriber matches a segment or a date is reached, so a job looks every few minutes.

const ACCOUNTS = 500

/** Lets subscribers enter by segments and dates of the account for about `work_ms`. Returns whether there may be more. */
export async function evaluateTriggers(ctx: Ctx, { work_ms }: { work_ms: number }): Promise<boolean> {
  // Again after the publication, which does not wait: a segment that was just being forgotten is watched.
  await write(ctx, watchSegments)
  // Each has its half: segments that are due again before all were looked at must not keep dates from being found.
  const hasSegments = await sliceOf(work_ms / 2, () => evaluateSegment(ctx))
  const hasDates = await sliceOf(work_ms / 2, () => findDates(ctx))
  return hasSegments || hasDates
}

/** Requests the evaluation of accounts after one. Returns the last account, or null at the end. */
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
