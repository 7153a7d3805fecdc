import type { Tx } from '../../../core/write/write.ts'
import { needsHashes } from '../../subscribers/state/suppression.ts'
import { findExcluded } from '../enrolling/exclusion.ts'
import type { StoredSequence } from '../view.ts'
import type { EnrollmentProgress } from './schedule.ts'

/** Subscribers per transaction. Together with a batch of messages, this limits the writes of one job step. */
export const CLAIM_LIMIT = 4_500
/** Subscribers per transaction when addresses must be hashed in this process. */
const CLAIMED_TO_HASH = 1_500

export interface Claimed extends EnrollmentProgress {
  subscriber_id: number
  run: number
  mailable: boolean
  excluded: boolean
}

/** Claims due subscribers until the transaction ends, longest due first. `is_more`: more may be due. */
export async function claimDue(
  tx: Tx,
  { id, exclude_subscriber_sources: sources }: StoredSequence,
): Promise<{ claimed: Claimed[]; is_more: boolean }> {
  const limit = (await needsHashes(tx)) ? CLAIMED_TO_HASH : CLAIM_LIMIT
  const due = await tx.sql.rows<Omit<Claimed, 'excluded'>>(
    // Reads subscribers after the limit, because joining and sorting half a million due ones is slow.
    `with due as materialized (
       select e.subscriber_id, e.run, e.last_position, e.processed_email_ids, e.delay_from, e.next_email_id, e.next_at
       from enrollment e where e.account_id = $1 and e.sequence_id = $2 and e.state = 'active' and e.next_at <= $3
       order by e.next_at limit $4 for update skip locked
     )
     select due.*, s.state = 'active' as mailable
     from due, lateral (select state from subscriber where account_id = $1 and id = due.subscriber_id limit 1) s
     order by due.next_at`,
    [id, tx.now(), limit],
  )
  const subscriber_ids = due.map(({ subscriber_id }) => subscriber_id)
  const excluded = await findExcluded(tx, { sources, subscriber_ids })
  const claimed = due.map((row) => ({ ...row, excluded: excluded.has(row.subscriber_id) }))
  return { claimed, is_more: due.length === limit }
}
