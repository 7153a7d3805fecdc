import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { sampleOf } from '../../../core/events/events.ts'
import { announceEvents, KEPT_DAYS } from '../../../core/events/outbox.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../../core/write/write.ts'
import { wakeRetries } from '../retries/retry-queue.ts'
import type { ResendInput, SampleInput } from '../schema.ts'
import { getOwn, getWebhookEndpoint } from '../service.ts'
import { getDelivery } from './deliveries.ts'

/** Limits of one request. A busy endpoint is resent in parts. */
const MAX_DELIVERIES = 10_000
const MAX_EVENTS = 100_000

/**
 * Resends matching deliveries: single ones, or all of a status and period. Ended deliveries get new ones with the same event ids. "All
 * failed" resends each set of events once, unless it was delivered since or is in progress. Deliveries waiting for a retry are attempted
 * now instead. Returns their number. Throws invalid if the endpoint is disabled or nothing matches.
 */
export function resendDeliveries(
  ctx: Ctx,
  { id, delivery_ids, status, event_type, from, to }: ResendInput,
): Promise<{ count: number }> {
  return write(ctx, async (tx) => {
    await requireActive(tx, id)
    // A parallel request sees the deliveries of this one.
    await acquireAdvisoryLock(tx, `resending to endpoint ${id}`)
    const isAllFailed = delivery_ids === undefined && (status === 'failed' || status === 'undelivered')
    const created = await tx.sql.one<{ resent: number; advanced: number }>(
      // For "all failed", groups failed and resent deliveries by their events in one pass.
      `with candidate as materialized (
         select t.id, t.event_ids, t.event_count, t.status, t.next_attempt_at, ${MATCHES_INPUT} as is_match
         from webhook_delivery t
         where t.account_id = $1 and not t.legacy and t.hook_id = $2 and (${MATCHES_INPUT} or ($9 and t.resend_of is not null))
       ), advanced as (
         update webhook_delivery d set next_attempt_at = $7
         from (
           select id from candidate where is_match and status = 'retrying' and next_attempt_at > $7 order by id limit ${MAX_DELIVERIES}
         ) w
         -- It may have ended since.
         where d.account_id = $1 and d.id = w.id and d.status = 'retrying' returning 1
       ), ended as (
         select id, event_ids, event_count, status, is_match and next_attempt_at is null as fits from candidate
       ), unsent as (
         select id, event_count from ended where fits and not $9
         union all
         select max(id) filter (where fits), max(event_count) from ended where $9 group by event_ids
         having max(id) filter (where fits) > coalesce(max(id) filter (where status <> 'failed'), 0)
       ), first as (
         select id, sum(event_count) over (order by id) - event_count as before from unsent order by id limit ${MAX_DELIVERIES}
       ), chosen as materialized (
         select t.* from webhook_delivery t
         where t.account_id = $1 and t.id in (select id from first where before < ${MAX_EVENTS})
       ), kept as (
         update webhook_event e set kept_until = $7::timestamptz + interval '${KEPT_DAYS} days'
         where e.account_id = $1 and e.id in (select unnest(event_ids) from chosen)
       ), created as (
         insert into webhook_delivery (account_id, legacy, hook_id, event_type, event_ids, event_count, bytes, next_attempt_at,
           created_at, resend_of, is_sample)
         select account_id, legacy, hook_id, event_type, event_ids, event_count, bytes, $7, $7, id, is_sample from chosen order by id
         returning 1
       )
       select (select count(*) from created)::int as resent, (select count(*) from advanced)::int as advanced`,
      [id, delivery_ids ?? null, status ?? null, from ?? null, to ?? null, tx.now(), event_type ?? null, isAllFailed],
    )
    const { resent = 0, advanced = 0 } = created ?? {}
    if (resent + advanced === 0) throw invalid('No delivery matches, so there is nothing to resend')
    if (advanced > 0) await wakeRetries(tx, { legacy: false, hook_id: id })
    if (resent > 0) await openQueue(tx, id)
    return { count: resent + advanced }
  }).finally(announceEvents)
}

/** Resends one delivery. Throws not_found, forbidden for another caller's endpoint, and as `resendDeliveries`. */
export async function resendDelivery(
  ctx: Ctx,
  { id, delivery_id }: { id: number; delivery_id: number },
): Promise<void> {
  await getOwn(ctx, { id })
  await getDelivery(ctx, { id, delivery_id, include_payload: false })
  await resendDeliveries(ctx, { id, delivery_ids: [delivery_id] })
}

/** SQL condition that delivery `t` matches the input. */
const MATCHES_INPUT = `(($3::bigint[] is null or t.id = any ($3))
  and ($4::text is null or t.status::text = $4 or ($4 = 'undelivered' and t.status in ('failed', 'retrying')))
  and ($8::text is null or t.event_type = $8)
  and ($5::timestamptz is null or t.created_at >= $5) and ($6::timestamptz is null or t.created_at <= $6))`

/** Sends a sample event of any type to this endpoint only, even without a subscription. */
export function sendSample(ctx: Ctx, { id, type }: SampleInput): Promise<{ delivery_id: number }> {
  return write(ctx, async (tx) => {
    await requireActive(tx, id)
    const created = await tx.sql.one<{ delivery_id: number }>(
      `with event as (
         insert into webhook_event (account_id, type, data, created_at, kept_until)
         values ($1, $3, $4::json, $5::timestamptz, $5::timestamptz + interval '${KEPT_DAYS} days') returning id, octet_length(data::text) as size
       )
       insert into webhook_delivery (account_id, hook_id, event_type, event_ids, event_count, bytes, next_attempt_at, created_at, is_sample)
       select $1, $2, $3, array[id], 1, size, $5, $5, true from event returning id::float8 as delivery_id`,
      [id, type, JSON.stringify(sampleOf(type, tx.now())), tx.now()],
    )
    if (!created) throw new Error('The sample was not written')
    await openQueue(tx, id)
    return created
  }).finally(announceEvents)
}

/** Sends a sample for a program. Throws forbidden for another caller's endpoint. */
export async function sendOwnSample(ctx: Ctx, input: SampleInput): Promise<{ delivery_id: number }> {
  await getOwn(ctx, input)
  return sendSample(ctx, input)
}

async function requireActive(tx: Tx, id: number): Promise<void> {
  const { status } = await getWebhookEndpoint(tx, { id })
  if (status !== 'active') throw invalid('The endpoint is disabled. Enable it first.')
}

const openQueue = (tx: Tx, id: number) =>
  tx.sql.run(
    `insert into webhook_queue (account_id, legacy, hook_id, due_at) values ($1, false, $2, $3)
     on conflict (account_id, legacy, hook_id) do update set due_at = least(webhook_queue.due_at, excluded.due_at)`,
    [id, tx.now()],
  )
