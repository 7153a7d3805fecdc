import type pg from 'pg'
import { poolRows } from '../pool.ts'
import type { EndpointKey } from './due.ts'
import { LOCK_ORDER } from './endpoint-queue.ts'

// A process leases queues under an id of its own (column `lease_owner`). While it runs, one of its connections has the advisory lock of that id.

const LOCK_CLASS = 0x686f6f6b

/** Acquires the lock of a lease until the connection ends. It is shared because the previous connection may not have ended yet. */
export async function acquireLeaseLock(client: pg.Client, lease_id: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [LOCK_CLASS, lease_id])
}

/** Releases the lock of a lease; the connection stays open. */
export async function releaseLeaseLock(client: pg.Client, lease_id: string): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1, hashtext($2))', [LOCK_CLASS, lease_id])
}

/**
 * Releases queues of processes that no longer run and marks them as due: their deliveries may be unfinished. Such a process has no
 * lock, or its lease has expired, because the connection of a crashed machine can look open for hours.
 */
export async function releaseAbandonedQueues(lease_id: string, now: Date): Promise<void> {
  await poolRows(
    `update webhook_queue l set lease_owner = null, leased_until = null, due_at = least(l.due_at, $2::timestamptz)
     from (
       select account_id, legacy, hook_id from webhook_queue o
       where o.lease_owner <> $1::uuid and (o.leased_until < now() or hashtext(o.lease_owner::text)::oid <> all (array(
         select k.objid from pg_locks k
         where k.locktype = 'advisory' and k.classid = $3 and k.objsubid = 2
           and k.database = (select oid from pg_database where datname = current_database()))))
       for update skip locked
     ) dead
     where l.account_id = dead.account_id and l.legacy = dead.legacy and l.hook_id = dead.hook_id`,
    [lease_id, now, LOCK_CLASS],
  )
}

/** Renews the leases of a process and returns the queues that it still has; others have taken the rest. */
export function renewLeases(lease_id: string, lease_ms: number): Promise<EndpointKey[]> {
  return poolRows<EndpointKey>(
    `with mine as (
       select account_id, legacy, hook_id from webhook_queue l where lease_owner = $1::uuid and leased_until is not null ${LOCK_ORDER}
     )
     update webhook_queue l set leased_until = now() + $2 * interval '1 ms' from mine
     where l.account_id = mine.account_id and l.legacy = mine.legacy and l.hook_id = mine.hook_id
     returning l.account_id, l.legacy, l.hook_id`,
    [lease_id, lease_ms],
  )
}
