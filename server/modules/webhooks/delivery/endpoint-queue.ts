import type { Tx } from '../../../core/write/write.ts'
import { poolRows } from '../pool.ts'
import { wakeRetries } from '../retries/retry-queue.ts'
import { DUE_DELIVERY_COLUMNS, type DueDelivery, ENDPOINT_JOIN, type EndpointKey, isDeliveringSql } from './due.ts'

// The queue of an endpoint's first attempts, stored in `webhook_queue`. Only the process with its lease makes them.

/** Result of the last request to the endpoint: none yet, success, or failure. Stored in the column `health`. */
export const ENDPOINT_HEALTHS = ['new', 'proven', 'failing'] as const
export type Health = (typeof ENDPOINT_HEALTHS)[number]

export type QueueRelease = EndpointKey & { health: Health }

/** Statements that wait for several queues `l` lock them in this order to prevent deadlocks. */
export const LOCK_ORDER = 'order by l.account_id, l.legacy, l.hook_id for update of l'

/**
 * Claims due queues without a lease, at most `free` per health. Also returns the process's own queues with new deliveries or outdated ones
 * in memory (`is_changed`), regardless of `free`.
 */
export function claimQueues(
  lease_id: string,
  options: { now: Date; free: Partial<Record<Health, number>>; lease_ms: number },
): Promise<(QueueRelease & { is_changed: boolean })[]> {
  return poolRows(
    `with own as (
       select l.* from json_each_text($3::json) as f(health, free) cross join lateral (
         select account_id, legacy, hook_id, is_changed from webhook_queue
         where health = f.health and due_at <= $2 and lease_owner = $1::uuid
         for update skip locked
       ) l
     ), others as (
       select l.* from json_each_text($3::json) as f(health, free) cross join lateral (
         select account_id, legacy, hook_id, is_changed from webhook_queue
         where health = f.health and due_at <= $2 and (leased_until is null or leased_until < now())
           and lease_owner is distinct from $1::uuid
         order by due_at limit f.free::int for update skip locked
       ) l
     )
     update webhook_queue l set lease_owner = $1::uuid, leased_until = now() + $4 * interval '1 ms', due_at = null,
       is_changed = false
     from (select * from own union all select * from others) d
     where l.account_id = d.account_id and l.legacy = d.legacy and l.hook_id = d.hook_id
     returning l.account_id, l.legacy, l.hook_id, l.health, d.is_changed`,
    [lease_id, options.now, JSON.stringify(options.free), options.lease_ms],
  )
}

/**
 * Releases queues, and marks those with pending deliveries as due. A delivery created since the claim has set `due_at` itself. A failing
 * queue goes behind all queues due already.
 */
export async function releaseQueues(lease_id: string, queues: readonly QueueRelease[], now: Date): Promise<void> {
  if (queues.length === 0) return
  await poolRows(
    `with mine as (
       select l.account_id, l.legacy, l.hook_id, k.health from webhook_queue l
       join json_to_recordset($2::json) as k(account_id int, legacy boolean, hook_id int, health text)
         using (account_id, legacy, hook_id)
       where l.lease_owner = $1::uuid ${LOCK_ORDER}
     ), next as (
       select k.*, case when k.health = 'failing' then $3::timestamptz end as not_before, case when exists (
         select from webhook_delivery d
         where d.account_id = k.account_id and d.legacy = k.legacy and d.hook_id = k.hook_id and d.status = 'pending'
           and ${isDeliveringSql('k.account_id')}
       ) then $3::timestamptz end as at from mine k
     )
     update webhook_queue l set lease_owner = null, leased_until = null, health = n.health,
       due_at = case when l.due_at is null and n.at is null then null else greatest(least(l.due_at, n.at), n.not_before) end
     from next n where l.account_id = n.account_id and l.legacy = n.legacy and l.hook_id = n.hook_id`,
    [lease_id, JSON.stringify(queues), now],
  )
}

/**
 * Returns the next deliveries of several queues: at most `room` of each, without deliveries in `busy`, and at most `most_bytes` of bodies,
 * but at least one.
 */
export function loadFirstAttempts(
  queues: readonly (EndpointKey & { room: number; busy: readonly number[] })[],
  { most_bytes }: { most_bytes: number },
): Promise<DueDelivery[]> {
  return poolRows<DueDelivery>(
    `select ${DUE_DELIVERY_COLUMNS}
     from json_to_recordset($1::json) as l(account_id int, legacy boolean, hook_id int, room int, busy bigint[])
     cross join lateral (
       select * from (
         select x.*, sum(x.bytes) over (order by x.next_attempt_at, x.id) - x.bytes as before from webhook_delivery x
         where x.account_id = l.account_id and x.legacy = l.legacy and x.hook_id = l.hook_id and x.status = 'pending'
           and x.id <> all (l.busy) and ${isDeliveringSql('l.account_id')}
         order by x.next_attempt_at, x.id limit l.room
       ) y where y.before < $2
     ) d ${ENDPOINT_JOIN}
     order by d.next_attempt_at, d.id`,
    [JSON.stringify(queues), most_bytes],
  )
}

/** Returns when the dispatcher next has work: an outbox row or unleased queue becomes due. */
export async function nextDue(): Promise<Date | null> {
  const [row] = await poolRows<{ at: Date | null }>(
    `select least((select min(leaves_at) from webhook_outbox),
       (select min(l.at) from unnest(array['new', 'proven', 'failing']) as s(health) cross join lateral (
         select min(due_at) as at from webhook_queue w
         where w.health = s.health and (leased_until is null or leased_until < now())) l)) as at`,
    [],
  )
  return row?.at ?? null
}

/** Fails the pending deliveries of a disabled or deleted endpoint. */
export async function failPendingDeliveries(tx: Tx, endpoint: { legacy: boolean; hook_id: number }): Promise<void> {
  await tx.sql.run(
    `update webhook_delivery set status = 'failed', next_attempt_at = null, completed_at = $4::timestamptz
     where account_id = $1 and legacy = $2 and hook_id = $3 and (status = 'pending' or status = 'retrying')`,
    [endpoint.legacy, endpoint.hook_id, tx.now()],
  )
  // Ends the run of the retry job, which would sleep until the next retry.
  await wakeRetries(tx, endpoint)
  await markQueueChanged(tx, endpoint)
}

/**
 * Makes the process with the endpoint's deliveries in memory read them again. Must be the last statement of a change to an endpoint.
 * Creates a missing queue, so no process can claim it before the commit. Resets the health to `new`.
 */
export async function markQueueChanged(
  tx: Tx,
  { legacy, hook_id }: { legacy: boolean; hook_id: number },
): Promise<void> {
  await tx.sql.run(
    `insert into webhook_queue (account_id, legacy, hook_id, due_at, is_changed) values ($1, $2, $3, $4, true)
     on conflict (account_id, legacy, hook_id) do update
       set due_at = least(webhook_queue.due_at, excluded.due_at), is_changed = true, health = 'new'`,
    [legacy, hook_id, tx.now()],
  )
}

/** Marks all queues of the account as changed, after its stored events changed or its webhooks were held or released. Keeps the health. */
export async function markQueuesChanged(tx: Tx): Promise<void> {
  await tx.sql.run(
    `with locked as (
       select legacy, hook_id from webhook_queue l where account_id = $1 ${LOCK_ORDER}
     )
     update webhook_queue l set is_changed = true, due_at = least(l.due_at, $2)
     from locked h where l.account_id = $1 and l.legacy = h.legacy and l.hook_id = h.hook_id`,
    [tx.now()],
  )
}
