import type { Ctx } from '../../../core/context.ts'
import type { Tx } from '../../../core/write/write.ts'
import {
  DUE_DELIVERY_COLUMNS,
  type DueDelivery,
  ENDPOINT_JOIN,
  type EndpointKey,
  isDeliveringSql,
} from '../delivery/due.ts'
import { inPool, poolRows } from '../pool.ts'

// An endpoint has a row in `webhook_retry` while deliveries wait for a retry. `due_at`: when its run checks again. Only an earlier retry
// sends an event, so the run gets one event instead of one per delivery. Lock order: deliveries, this row, the queue (`webhook_queue`).

/**
 * Milliseconds that other processes wait after a crash. An attempt starts within 20 s of the claim and takes at most 10 s. Its result may
 * then wait for a connection three times for 15 s: for earlier results, the endpoint's health, and its own record.
 */
const LEASE_MS = 90_000
/** A retry this late has lost its run, or the run its event. */
const OVERDUE_MS = 15_000
const REQUEUED = 1_000

type AccountEndpoint = Omit<EndpointKey, 'account_id'>
const valuesOf = ({ account_id, legacy, hook_id }: EndpointKey) => [account_id, legacy, hook_id]

const OF_ENDPOINT = 'account_id = $1 and legacy = $2 and hook_id = $3'

/** SQL of an endpoint's name in the job, by which all its events find the same run. */
const NAME = `account_id || case when legacy then '/webhooks/' else '/webhook_endpoints/' end || hook_id`
const endpointName = (account_id: number, { legacy, hook_id }: AccountEndpoint) =>
  `${account_id}/${legacy ? 'webhooks' : 'webhook_endpoints'}/${hook_id}`

const EVENT = `insert into outbox (account_id, type, data)
  select account_id, 'webhook.retry_requested', jsonb_build_object('legacy', legacy, 'hook_id', hook_id, 'hook', ${NAME})`

/**
 * Continues a `with` that has written deliveries as `changed`: requests runs of endpoints whose retries are due before their next check.
 * Part of the statement that records the failed attempt, so both are stored or neither.
 */
export const REQUEST_RETRIES = `first as (
    select account_id, legacy, hook_id, min(next_attempt_at) as due_at from changed where status = 'retrying' group by 1, 2, 3
  ), requested as (
    insert into webhook_retry (account_id, legacy, hook_id, due_at) select * from first order by 1, 2, 3
    on conflict (account_id, legacy, hook_id) do update set due_at = excluded.due_at where webhook_retry.due_at > excluded.due_at
    returning account_id, legacy, hook_id
  ), emitted as (
    ${EVENT} from requested
  )`

/** Makes the run check now, after a change to deliveries waiting for a retry. Does nothing without any. */
export async function wakeRetries(tx: Tx, { legacy, hook_id }: AccountEndpoint): Promise<void> {
  const known = await tx.sql.run(`update webhook_retry set due_at = least(due_at, $4) where ${OF_ENDPOINT}`, [
    legacy,
    hook_id,
    tx.now(),
  ])
  if (known > 0)
    tx.emit('webhook.retry_requested', { legacy, hook_id, hook: endpointName(tx.account_id, { legacy, hook_id }) })
}

/** Returns whether the endpoint has deliveries waiting for a retry. */
export const hasRetries = async (ctx: Ctx, { legacy, hook_id }: AccountEndpoint): Promise<boolean> =>
  (await ctx.sql.one(`select 1 from webhook_retry where ${OF_ENDPOINT} and ${isDeliveringSql('account_id')}`, [
    legacy,
    hook_id,
  ])) !== undefined

/** Requests the next run of an endpoint's retries. */
export async function requestRetryRun(endpoint: EndpointKey): Promise<void> {
  await poolRows(`${EVENT} from webhook_retry where ${OF_ENDPOINT}`, valuesOf(endpoint))
}

/**
 * Wakes a run that pauses until `due_at`, or (null) until a slice ends, if a retry is due earlier, the slice has ended with retries
 * remaining, or nothing waits any more. If the slice sent its event too, another run finds nothing to do.
 */
export async function wakeIfChanged(endpoint: EndpointKey, { due_at }: { due_at: string | null }): Promise<void> {
  await poolRows(
    `${EVENT} from (select $1::int as account_id, $2::boolean as legacy, $3::int as hook_id) h
       left join lateral (
         select due_at, leased_until from webhook_retry r
         where r.account_id = h.account_id and r.legacy = h.legacy and r.hook_id = h.hook_id
       ) r on true
     where r.due_at is null
       or (r.leased_until is null or r.leased_until <= now()) and ($4::timestamptz is null or r.due_at < $4)`,
    [...valuesOf(endpoint), due_at],
  )
}

type RetryClaim = { leased_until: Date } | { busy_ms: number }

/** Claims the endpoint's retries against other processes. Returns undefined when nothing waits. */
export async function claimRetries(endpoint: EndpointKey, now: Date): Promise<RetryClaim | undefined> {
  // Until the release no failure needs to request a run, because the slice checks again at its end.
  const [claim] = await poolRows<{ leased_until: Date }>(
    `update webhook_retry set leased_until = now() + $5 * interval '1 ms', due_at = $4
     where ${OF_ENDPOINT} and (leased_until is null or leased_until <= now()) and ${isDeliveringSql('account_id')}
     returning leased_until`,
    [...valuesOf(endpoint), now, LEASE_MS],
  )
  if (claim) return claim
  const [held] = await poolRows<{ busy_ms: number }>(
    `select coalesce(extract(epoch from leased_until - now()) * 1000, 0)::float8 as busy_ms
     from webhook_retry where ${OF_ENDPOINT} and ${isDeliveringSql('account_id')}`,
    valuesOf(endpoint),
  )
  return held
}

/** Returns the endpoint's deliveries with a due retry, longest due first. */
export function loadRetries(
  endpoint: EndpointKey,
  { now, room, busy }: { now: Date; room: number; busy: readonly number[] },
): Promise<DueDelivery[]> {
  return poolRows<DueDelivery>(
    `select ${DUE_DELIVERY_COLUMNS} from (
       select * from webhook_delivery
       where ${OF_ENDPOINT} and status = 'retrying' and next_attempt_at <= $4 and id <> all ($5::bigint[])
         and ${isDeliveringSql('account_id')}
       order by next_attempt_at, id limit $6
     ) d ${ENDPOINT_JOIN} order by d.next_attempt_at, d.id`,
    [...valuesOf(endpoint), now, busy, room],
  )
}

interface RetryRelease {
  leased_until: Date
  /** The endpoint succeeded, so its first attempts need not wait among failing endpoints. */
  has_succeeded: boolean
  /** Set when the run sleeps: data of the event that wakes it. */
  wakes_with?: { attempted: number; delivered: number }
}

/** Releases the endpoint's retries. Returns when the next one is due, or null. */
export function releaseRetries(
  endpoint: EndpointKey,
  { leased_until, has_succeeded, wakes_with }: RetryRelease,
): Promise<Date | null> {
  const values = valuesOf(endpoint)
  return inPool(async (sql) => {
    // In either order of this lock, a failure recorded at the same time is seen below or requests a run.
    await sql.rows(`select 1 from webhook_retry where ${OF_ENDPOINT} for update`, values)
    const [row] = await sql.rows<{ due_at: Date | null }>(
      `select min(next_attempt_at) as due_at from webhook_delivery where ${OF_ENDPOINT} and status = 'retrying'`,
      values,
    )
    const due_at = row?.due_at ?? null
    // An expired lease may belong to another process by now.
    const mine = `${OF_ENDPOINT} and leased_until = $4`
    if (due_at) {
      const release = `update webhook_retry set due_at = $5, leased_until = null where ${mine}`
      await sql.rows(release, [...values, leased_until, due_at])
    } else await sql.rows(`delete from webhook_retry where ${mine}`, [...values, leased_until])
    if (wakes_with) {
      const wake = `${EVENT} || $4::jsonb from (select $1::int as account_id, $2::boolean as legacy, $3::int as hook_id) h`
      await sql.rows(wake, [...values, JSON.stringify(wakes_with)])
    }
    if (has_succeeded)
      await sql.rows(
        `update webhook_queue set health = 'proven' where ${OF_ENDPOINT} and lease_owner is null and health <> 'proven'`,
        values,
      )
    return due_at
  })
}

/** Requests runs of endpoints with overdue retries that no process attempts. Returns their number. */
export async function requeueRetries({ now }: { now: Date }): Promise<number> {
  const rows = await poolRows(
    `with overdue as (
       select account_id, legacy, hook_id from webhook_retry
       where due_at <= $1 and (leased_until is null or leased_until <= now()) and ${isDeliveringSql('account_id')} order by due_at limit ${REQUEUED} for update skip locked
     ), requested as (
       -- Moves them behind the others, so all get requested.
       update webhook_retry r set due_at = $2 from overdue o
       where r.account_id = o.account_id and r.legacy = o.legacy and r.hook_id = o.hook_id
       returning r.account_id, r.legacy, r.hook_id
     )
     ${EVENT} from requested returning id`,
    [new Date(now.getTime() - OVERDUE_MS), now],
  )
  return rows.length
}
