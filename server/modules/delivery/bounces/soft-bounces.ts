import type { Tx } from '../../../core/write/write.ts'
import { saveSoftBounces } from '../../subscribers/state/soft-bounces.ts'

/** Consecutive soft bounces after which a subscriber counts as bounced (contract 8.2.2). */
export const MAX_SOFT_BOUNCES = 5

/**
 * Counts soft bounces of subscribers with marked deliveries, and stores the length of the latest run. Returns each subscriber's longest
 * run. The subscribers must be locked.
 */
export async function countSoftBounces(
  tx: Tx,
  { subscriber_ids }: { subscriber_ids: readonly number[] },
): Promise<Map<number, number>> {
  if (subscriber_ids.length === 0) return new Map()
  const outcomes = await readSoftBounces(tx, { subscriber_ids: [...new Set(subscriber_ids)] })
  const runs = [...outcomes].map(([id, of_subscriber]) => ({ id, ...softBounceRuns(of_subscriber) }))
  await saveSoftBounces(tx, { counts: runs.map(({ id, latest }) => ({ id, soft_bounces: latest })) })
  return new Map(runs.map(({ id, longest }) => [id, longest]))
}

/**
 * Returns the lengths of the longest run of soft bounces and of the run that ends with the latest one. `outcomes`: for each message, oldest
 * first, whether it bounced softly.
 */
export function softBounceRuns(outcomes: readonly boolean[]): { longest: number; latest: number } {
  let [run, longest, latest] = [0, 0, 0]
  for (const isSoft of outcomes) {
    run = isSoft ? run + 1 : 0
    if (isSoft) latest = run
    longest = Math.max(longest, run)
  }
  return { longest, latest }
}

/** Number of newest messages of a subscriber that are considered. */
const RECENT = 50

/**
 * Returns, for each message since the subscriber last became active, oldest first, whether it bounced softly. Messages that bounced hard or
 * were blocked are omitted: they say nothing about the mailbox.
 */
async function readSoftBounces(
  tx: Tx,
  { subscriber_ids }: { subscriber_ids: readonly number[] },
): Promise<Map<number, boolean[]>> {
  const rows = await tx.sql.rows<{ id: number; outcomes: boolean[] | null }>(
    `select w.id, r.outcomes from unnest($2::bigint[]) as w(id), lateral (
       select array_agg(x.is_soft order by x.at, x.id) as outcomes from (
         select coalesce(d.sent_at, d.bounced_at) as at, d.id,
           coalesce(d.bounce_type = 'soft', false) and d.opened_at is null as is_soft
         from delivery d
         where d.account_id = $1 and d.subscriber_id = w.id and (d.sent_at is not null or d.bounced_at is not null)
           and coalesce(d.bounce_type, 'soft') = 'soft'
           and coalesce(d.sent_at, d.bounced_at) > coalesce((
             select max(c.occurred_at) from state_change c
             where c.account_id = $1 and c.subscriber_id = w.id and c.from_state is not null and c.to_state = 'active'), '-infinity')
         order by 1 desc, 2 desc limit ${RECENT}
       ) x) r`,
    [subscriber_ids],
  )
  return new Map(rows.map(({ id, outcomes }) => [id, outcomes ?? []]))
}
