import { type Ctx, systemCtx } from '../../../core/context.ts'
import type { Budget } from '../../../lib/concurrency/budget.ts'
import { findDueSequences, type Position, requestWork } from './sending.ts'

/** A statement takes about ten milliseconds, and a crash repeats no more than one. */
const ROWS_PER_STATEMENT = 5_000

/**
 * Reschedules subscribers whose next email changed because emails were published, moved or withdrawn; others keep their time. Safe to
 * repeat.
 * @returns the subscriber id where it stopped, or null at the end
 */
export async function replanSequence(
  ctx: Ctx,
  { id, after: start = 0, budget_ms = Number.POSITIVE_INFINITY }: { id: number; after?: number; budget_ms?: number },
): Promise<number | null> {
  const ends_at = performance.now() + budget_ms
  for (let after: number | null = start; ; ) {
    const row: { last: number | null } | undefined = await ctx.sql.one<{ last: number | null }>(
      `with page as (
         select subscriber_id, last_position, processed_email_ids, next_email_id from enrollment
         where account_id = $1 and sequence_id = $2 and subscriber_id > $3 order by subscriber_id limit $4
       ), other as (
         select p.subscriber_id from page p
         where p.next_email_id is distinct from (
           select x.id from sequence_email x
           where x.account_id = $1 and x.sequence_id = $2 and x.published and x.deleted_at is null
             and x.position > coalesce(p.last_position, -1) and x.id <> all (p.processed_email_ids)
           order by x.position limit 1)
       ), changed as (
         update enrollment e set next_email_id = null, next_at = $5 from other o
         where e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = o.subscriber_id and e.state = 'active'
       )
       select max(subscriber_id) as last from page`,
      [id, after, ROWS_PER_STATEMENT, ctx.now()],
    )
    after = row?.last ?? null
    if (after === null) break
    if (performance.now() >= ends_at) return after
  }
  await requestWork(ctx, { id })
  return null
}

/** Deletes the enrollments of a deleted sequence. Its emails stay, so links in messages keep working and reports stay complete. */
export async function cleanUpSequence(ctx: Ctx, { id, budget }: { id: number; budget?: Budget }): Promise<void> {
  const removeSome = () =>
    ctx.sql.run(
      `delete from enrollment e using (
         select x.subscriber_id from enrollment x join sequence q on q.account_id = x.account_id and q.id = x.sequence_id
         where x.account_id = $1 and x.sequence_id = $2 and q.deleted_at is not null limit $3
       ) deleted
       where e.account_id = $1 and e.sequence_id = $2 and e.subscriber_id = deleted.subscriber_id`,
      [id, ROWS_PER_STATEMENT],
    )
  while ((await removeSome()) === ROWS_PER_STATEMENT && !budget?.isSpent());
}

/** Requests work for due sequences, and for sequences whose event was lost or whose run failed. */
export async function requeueStalledSequences({
  now,
  after = { account_id: 0, id: 0 },
}: {
  now: Date
  after?: Position
}): Promise<Position | null> {
  const failures: unknown[] = []
  const due = await findDueSequences({ now, after, limit: SEQUENCES })
  for (const { account_id, id } of due)
    await requestWork(systemCtx(account_id), { id }).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some sequences could not be requeued')
  return due.length < SEQUENCES ? null : (due.at(-1) ?? null)
}

const SEQUENCES = 500
