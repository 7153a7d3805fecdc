import { acquireAdvisoryLock, type Tx } from '../../../core/write/write.ts'
import { eachByAddress } from '../../subscribers/list/by-address.ts'
import type { State } from '../../subscribers/schema.ts'
import { countStates } from '../../subscribers/state/counts.ts'
import { findSuppressed, skippedByImport } from '../../subscribers/state/suppression.ts'
import type { Found } from '../rules/decide.ts'
import type { ImportPlan } from './plan.ts'

/** Reads the account's data about a batch's addresses without locks: `upsertSubscribers` locks the subscribers it changes. */
export async function findInAccount(
  tx: Tx,
  { id, subscriber_limit }: ImportPlan,
  email_addresses: readonly string[],
): Promise<Found> {
  // Read before the subscribers: an active subscriber found here is counted, so unsubscribing them makes room.
  const room = subscriber_limit === null ? null : await roomBelow(tx, subscriber_limit)
  const rows = await tx.sql.rows<{ email_address: string; id: number; state: State; is_done: boolean }>(
    eachByAddress(
      `s.email_address, s.id, s.state::text as state,
       exists (select from import_row r where r.account_id = $1 and r.subscriber_id = s.id and r.import_id = $2) as is_done`,
      { addresses: '$3' },
    ),
    [id, email_addresses],
  )
  const known = new Map(rows.map((row) => [row.email_address, { id: row.id, state: row.state }]))
  return {
    known,
    done: new Set(rows.flatMap(({ email_address, is_done }) => (is_done ? [email_address] : []))),
    suppressed: skippedByImport(await findSuppressed(tx, { email_addresses }), known),
    room,
  }
}

/** Returns the plan's room. Until this transaction ends, no other can add an active subscriber. */
async function roomBelow(tx: Tx, limit: number): Promise<number> {
  await acquireAdvisoryLock(tx, 'subscriber limit')
  return limit - (await countStates(tx)).active
}
