import type pg from 'pg'
import { poolRows } from '../pool.ts'
import type { EndpointKey } from './due.ts'
import { LOCK_ORDER } from './endpoint-queue.ts'

// A process leases queues under its own id (column `lease_owner`). While it runs, one of its connections has that id's advisory lock.

const LOCK_CLASS = 0x686f6f6b

/** Acquires a lease's lock until the connection ends. A shared lock, because the previous connection may still be open. */
export async function acquireLeaseLock(client: pg.Client, lease_id: string): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [LOCK_CLASS, lease_id])
}

/** Releases a lease's lock. The connection stays open. */
export async function releaseLeaseLock(client: pg.Client, lease_id: string): Promise<void> {
  await client.query('select pg_advisory_unlock_shared($1, hashtext($2))', [LOCK_CLASS, lease_id])
}

/**
 * Releases queues of dead processes and marks them as due, because their deliveries may be unfinished. A dead process has no lock, or its
 * lease has expired, because a crashed machine's connection can look open for hours.
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

/** Renews a process's leases and returns the queues that it still has; others have taken the rest. */
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
