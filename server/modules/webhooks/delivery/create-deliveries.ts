import { legacyNameOf } from '../../../core/events/events.ts'
import { MAX_EVENTS } from '../../../core/events/outbox.ts'
import { analyzeIfSmall } from '../../../db/analyze-if-small.ts'
import { legacyMatches, type StoredEvent } from '../legacy-schema.ts'
import { inPool, type PoolSql } from '../pool.ts'
import { batchesOf, type Sized } from './batches.ts'
import type { EndpointKey } from './due.ts'

const MAX_ROWS = 1_000
/** Limits memory: an import's outbox row holds a thousand events, and legacy webhooks also need their data. */
const MAX_BATCH_EVENTS = 20_000
/** New deliveries after which the planner needs new statistics. */
const ANALYZE_AFTER = 500

interface OutboxRow {
  account_id: number
  type: string
  event_ids: number[]
  sizes: number[]
}
interface Group {
  account_id: number
  type: string
  events: Sized[]
}
interface NewDelivery extends EndpointKey {
  event_type: string
  event_ids: number[]
  bytes: number
}

/**
 * Creates deliveries from the outbox for every subscribed endpoint, opens their queues and deletes the outbox rows, in one transaction.
 * Parallel processes take different rows. Returns the number of rows.
 */
export async function createDeliveries(now: Date): Promise<number> {
  const { rows, created } = await createInTransaction(now)
  if (created >= ANALYZE_AFTER) await analyzeIfSmall('webhook_delivery')
  return rows
}

function createInTransaction(now: Date): Promise<{ rows: number; created: number }> {
  return inPool(async (sql) => {
    const rows = await sql.rows<OutboxRow>(
      `with due as materialized (
         select account_id, type from webhook_outbox group by 1, 2
         having min(leaves_at) <= $1 or sum(cardinality(sizes)) >= ${MAX_EVENTS}
       ), free as materialized (
         select o.id, cardinality(o.sizes) as events from webhook_outbox o join due using (account_id, type)
         order by o.id limit ${MAX_ROWS} for update of o skip locked
       ), batch as (
         select id from (select id, sum(events) over (order by id) - events as before from free) f where before < ${MAX_BATCH_EVENTS}
       ), taken as (
         delete from webhook_outbox o using batch where o.id = batch.id returning o.*
       )
       select account_id, type, to_json(event_ids) as event_ids, to_json(sizes) as sizes from taken order by id`,
      [now],
    )
    if (rows.length === 0) return { rows: 0, created: 0 }
    const groups = groupsOf(rows)
    const deliveries = [...(await forEndpoints(sql, groups)), ...(await forLegacy(sql, groups))]
    await insertDeliveries(sql, deliveries, now)
    return { rows: rows.length, created: deliveries.length }
  })
}

function groupsOf(rows: readonly OutboxRow[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { account_id, type, event_ids, sizes } of rows) {
    const key = `${account_id} ${type}`
    const group = groups.get(key) ?? { account_id, type, events: [] }
    groups.set(key, group)
    for (const [index, id] of event_ids.entries()) group.events.push({ id, size: sizes[index] ?? 0 })
  }
  return [...groups.values()]
}

async function forEndpoints(sql: PoolSql, groups: readonly Group[]): Promise<NewDelivery[]> {
  const endpoints = await sql.rows<{ account_id: number; id: number; events: string[] }>(
    `select account_id, id, events from webhook_endpoint where account_id = any ($1::int[]) and status = 'active'`,
    [[...new Set(groups.map(({ account_id }) => account_id))]],
  )
  return groups.flatMap(({ account_id, type, events }) => {
    const subscribed = endpoints.filter(
      (endpoint) => endpoint.account_id === account_id && endpoint.events.includes(type),
    )
    const batches = subscribed.length > 0 ? batchesOf(events) : []
    return subscribed.flatMap(({ id }) =>
      batches.map((batch) => ({ account_id, legacy: false, hook_id: id, event_type: type, ...batch })),
    )
  })
}

/** Legacy webhooks get one event per delivery, and only events matching their parameter. */
async function forLegacy(sql: PoolSql, groups: readonly Group[]): Promise<NewDelivery[]> {
  const with_legacy_name = groups.filter(({ type }) => legacyNameOf(type) !== undefined)
  if (with_legacy_name.length === 0) return []
  const webhooks = await sql.rows<{
    account_id: number
    id: number
    event_name: string
    event: Record<string, unknown>
  }>('select account_id, id, event_name, event from legacy_webhook where account_id = any ($1::int[])', [
    [...new Set(with_legacy_name.map(({ account_id }) => account_id))],
  ])
  const created: NewDelivery[] = []
  for (const { account_id, type, events } of with_legacy_name) {
    const subscribed = webhooks.filter(
      (webhook) => webhook.account_id === account_id && webhook.event_name === legacyNameOf(type),
    )
    if (subscribed.length === 0) continue
    const stored = await sql.rows<StoredEvent>(
      'select id::float8 as id, type, data from webhook_event where account_id = $1 and id = any ($2::bigint[])',
      [account_id, events.map(({ id }) => id)],
    )
    const sizes = new Map(events.map(({ id, size }) => [id, size]))
    for (const event of stored)
      for (const webhook of subscribed)
        if (legacyMatches(webhook.event, event))
          created.push({
            account_id,
            legacy: true,
            hook_id: webhook.id,
            event_type: type,
            event_ids: [event.id],
            bytes: sizes.get(event.id) ?? 0,
          })
  }
  return created
}

async function insertDeliveries(sql: PoolSql, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return
  await sql.rows(
    `insert into webhook_delivery (account_id, legacy, hook_id, event_type, event_ids, event_count, bytes, next_attempt_at, created_at)
     select account_id, legacy, hook_id, event_type, event_ids, cardinality(event_ids), bytes, $2::timestamptz, $2::timestamptz
     from json_to_recordset($1::json) as d(account_id int, legacy boolean, hook_id int, event_type text, event_ids bigint[], bytes int)`,
    [JSON.stringify(deliveries), now],
  )
  await openQueues(sql, deliveries, now)
}

/** Marks queues as due: their leasing process reads them again, or another process claims them. */
export async function openQueues(sql: PoolSql, endpoints: readonly EndpointKey[], due_at: Date): Promise<void> {
  await sql.rows(
    `insert into webhook_queue (account_id, legacy, hook_id, due_at)
     select distinct account_id, legacy, hook_id, $2::timestamptz
     from json_to_recordset($1::json) as h(account_id int, legacy boolean, hook_id int) order by 1, 2, 3
     on conflict (account_id, legacy, hook_id) do update set due_at = least(webhook_queue.due_at, excluded.due_at)`,
    [JSON.stringify(endpoints.map(({ account_id, legacy, hook_id }) => ({ account_id, legacy, hook_id }))), due_at],
  )
}
