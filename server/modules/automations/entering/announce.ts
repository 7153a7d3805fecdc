import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { processSingleton } from '../../../lib/concurrency/process-singleton.ts'

// Polls for noted events about once a second, and every two seconds when idle. A notification by the writers would cost them a second row.

/** Accounts per poll. */
const ACCOUNTS = 500
/** Minimum interval; the outbox may be read more often. */
const LOOK_MS = 900
/** Requests matching again for events that are this old, because the job may be lost. */
const AGAIN_MS = 5_000

/** Enqueues the job that matches an account's events. */
export const requestMatching = (ctx: Ctx): Promise<void> =>
  write(ctx, async (tx) => tx.emit('automation.events_noted', {}))

interface Announced {
  id: string
  at: number
}

/** Announcements of this process: by account, the first waiting event and the time. */
const announcements = processSingleton('announced events', () => ({
  looked_at: -LOOK_MS,
  accounts: new Map<number, Announced>(),
}))

/** Enqueues matching for accounts with events that this process has not announced. Skips recent polls unless `is_due`. */
export async function announceEvents({ is_due = false } = {}): Promise<void> {
  const now = performance.now()
  if (!is_due && now - announcements.looked_at < LOOK_MS) return
  announcements.looked_at = now
  const next = new Map<number, Announced>()
  for (const { account_id, id } of await findEvents()) {
    const before = announcements.accounts.get(account_id)
    const isKnown = before?.id === id && now - before.at < AGAIN_MS
    if (!isKnown) await requestMatching(systemCtx(account_id))
    next.set(account_id, isKnown ? before : { id, at: now })
  }
  announcements.accounts = next
}

/** Returns the first event of each account, with one index probe per account. */
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
