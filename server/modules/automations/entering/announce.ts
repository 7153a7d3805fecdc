import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'

// Writers of events tell no one, because that would cost them a second row. Processes look for events about once a second, idle ones every two.

/** Accounts per look. */
const ACCOUNTS = 500
/** The outbox may be read more often. */
const LOOK_MS = 900
/** Events that are still there were announced so long ago that the job may be lost. */
const AGAIN_MS = 5_000

/** Requests the job that matches the events of an account. */
export const requestMatching = (ctx: Ctx): Promise<void> =>
  write(ctx, async (tx) => tx.emit('automation.events_noted', {}))

interface Announced {
  id: string
  at: number
}

/** Announcements of this process: by account, the first event that waited, and when. */
const known = processSingleton('announced events', () => ({
  looked_at: -LOOK_MS,
  accounts: new Map<number, Announced>(),
}))

/**
 * Requests matching in accounts with events that this process has not announced yet. Without `is_due`, it does
 * nothing when it has just looked.
 */
export async function announceEvents({ is_due = false } = {}): Promise<void> {
  const now = performance.now()
  if (!is_due && now - known.looked_at < LOOK_MS) return
  known.looked_at = now
  const next = new Map<number, Announced>()
  for (const { account_id, id } of await findEvents()) {
    const before = known.accounts.get(account_id)
    const isKnown = before?.id === id && now - before.at < AGAIN_MS
    if (!isKnown) await requestMatching(systemCtx(account_id))
    next.set(account_id, isKnown ? before : { id, at: now })
  }
  known.accounts = next
}

/** The first event of each account, one index probe each. */
async function findEvents(): Promise<{ account_id: number; id: string }[]> {
  const { rows } = await systemPool().query<{ account_id: number; id: string }>(
    `with recursive first as (
       (select account_id, id from automation_event order by account_id, id limit 1)
       union all
       select n.account_id, n.id from first f, lateral (
         select account_id, id from automation_event where account_id > f.account_id order by account_id, id limit 1
       ) n
     ) select account_id, id::text from first limit ${ACCOUNTS}`,
  )
  return rows
}
