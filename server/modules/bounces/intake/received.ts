import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { clock } from '../../../core/clock.ts'
import { systemPool } from '../../../core/context.ts'
import { rootLogger } from '../../../core/log.ts'
import type { Expired } from '../../../db/purge.ts'
import { ArrayColumn } from '../../../db/statements/array-column.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { UNREADABLE } from '../../../mail/reports/report.ts'
import { applyReports, type ReportOutcome } from '../apply.ts'
import type { Report } from '../reports.ts'
import type { HeldMessages, ReceivedMessage } from './held-messages.ts'
import { reportOf } from './match.ts'
import { reportParser } from './report-parser.ts'

export interface Arrival {
  source: 'smtp' | 'imap'
  recipient: string | null
  raw: Buffer
}

/** Maximum number of messages per set. */
const MAX_ROWS = 500
const MAX_BYTES = 8 * 2 ** 20
/** Another process repeats messages that were leased longer ago. */
const LEASE_MS = 60_000
const PAUSE_MS = 10_000
/** After this many failed attempts, a message is kept as unmatched. */
const MAX_ATTEMPTS = 10

/**
 * Stores messages in one statement, each only once. With `is_taken`, this process will apply the new ones, which are returned: they need
 * not be read again, and other processes skip them until the lease ends.
 */
export async function storeArrivals(
  arrivals: readonly Arrival[],
  { is_taken = false }: { is_taken?: boolean } = {},
): Promise<ReceivedMessage[]> {
  const now = clock.now()
  const leased_until = is_taken ? new Date(+now + LEASE_MS) : null
  const by_key = new Map(arrivals.map((arrival) => [`${arrival.source} ${idOf(arrival)}`, arrival]))
  const [sources, ids, recipients, raws] = [
    new ArrayColumn('text'),
    new ArrayColumn('text'),
    new ArrayColumn('text'),
    new ArrayColumn('bytea'),
  ]
  for (const [key, { source, recipient, raw }] of by_key) {
    sources.add(source)
    ids.add(key.slice(source.length + 1))
    recipients.add(recipient)
    raws.add(raw)
  }
  const { rows } = await systemPool().query<{ id: string; source: string; source_id: string }>(
    `insert into received_message (source, source_id, recipient, raw, received_at, leased_until, attempts)
     select v.*, $5::timestamptz, $6::timestamptz, $7::int from unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) v
     order by 1, 2 on conflict (source, source_id) do nothing returning id, source, source_id`,
    [...[sources, ids, recipients, raws].map((column) => column.parameter()), now, leased_until, leased_until ? 1 : 0],
  )
  if (!leased_until) return []
  return rows.flatMap(({ id, source, source_id }) => {
    const arrival = by_key.get(`${source} ${source_id}`)
    return arrival ? [{ ...arrival, id, source_id, received_at: now, leased_until }] : []
  })
}

/** A server that received no response sends the same message again. */
const idOf = ({ recipient, raw }: Arrival): string =>
  createHash('sha256')
    .update(recipient ?? '')
    .update('\0')
    .update(raw)
    .digest('hex')

/** Messages that this process has leased and parsed. */
interface Taken {
  rows: ReceivedMessage[]
  reports: Report[]
}

/** Number of messages matched before other waiting statements of this process run. */
const MATCHED_IN_A_ROW = 20
/**
 * Minimum number of held messages for parsing a set while the previous one is applied. Smaller sets wait for more messages, because each
 * set costs a dozen statements.
 */
const WORTHWHILE = 250

async function take(held: HeldMessages | undefined): Promise<Taken> {
  const from_memory = held?.take(MAX_ROWS) ?? []
  const rows = from_memory.length > 0 ? from_memory : await lease()
  const parsed = await reportParser().parse(rows.map(({ raw }) => raw))
  const reports: Report[] = []
  for (const [at, row] of rows.entries()) {
    reports.push(reportOf(parsed[at] ?? UNREADABLE, row))
    if (at % MATCHED_IN_A_ROW === MATCHED_IN_A_ROW - 1) await setImmediate()
  }
  return { rows, reports }
}

/**
 * Applies waiting messages, oldest first, until `isSpent`. Returns whether there may be more. Parses the next set while PostgreSQL works on
 * the current one. If the process dies here, another one takes over its messages.
 */
export async function applyReceived(isSpent: () => boolean = () => false, held?: HeldMessages): Promise<boolean> {
  for (let next = take(held); ; ) {
    const messages = await next
    if (messages.rows.length === 0) return false
    const isLast = isSpent()
    next = isLast || (held && held.size < WORTHWHILE) ? Promise.resolve({ rows: [], reports: [] }) : take(held)
    // A failure is thrown where `next` is awaited.
    next.catch(() => undefined)
    await applyTaken(messages)
    if (isLast) return true
  }
}

async function applyTaken({ rows, reports }: Taken): Promise<void> {
  try {
    await applyRows(rows, reports)
  } catch (error) {
    if (rows.length === 1) return postpone(rows, error)
    // One message must not block the others.
    for (const [at, row] of rows.entries()) {
      await applyRows([row], reports.slice(at, at + 1)).catch((reason) => postpone([row], reason))
    }
  }
}

/** Applies waiting messages for this time. Returns whether there may be more. */
export function applyReceivedFor({ budget_ms }: { budget_ms: number }): Promise<boolean> {
  const budget = new Budget(budget_ms)
  return applyReceived(() => budget.isSpent())
}

async function lease(): Promise<ReceivedMessage[]> {
  const now = clock.now()
  const { rows } = await systemPool().query<ReceivedMessage>(
    `with due as (
       select id, sum(octet_length(raw)) over (order by id) as bytes from received_message
       where read_at is null and (leased_until is null or leased_until <= $1) order by id limit $3
     ), taken as (
       select id from received_message where id = any (array(select id from due where bytes <= $4 or id = (select min(id) from due)))
         and read_at is null and (leased_until is null or leased_until <= $1)
       for update skip locked
     )
     update received_message r set leased_until = $2, attempts = attempts + 1 from taken t where r.id = t.id
     returning r.id, r.source, r.source_id, r.recipient, r.raw, r.received_at, r.leased_until`,
    [now, new Date(+now + LEASE_MS), MAX_ROWS, MAX_BYTES],
  )
  return rows
}

async function applyRows(rows: readonly ReceivedMessage[], reports: readonly Report[]): Promise<void> {
  const outcomes = await applyReports(reports)
  await finish(rows, outcomes)
}

/** Deletes applied messages. Unmatched messages are kept for a while. */
async function finish(rows: readonly ReceivedMessage[], outcomes: readonly ReportOutcome[]): Promise<void> {
  const ids = (isKept: boolean) => rows.filter((_, at) => (outcomes[at] === 'unmatched') === isKept).map(({ id }) => id)
  await systemPool().query(
    `with gone as (delete from received_message where id = any ($1::bigint[]))
     update received_message set read_at = $3, leased_until = null where id = any ($2::bigint[])`,
    [ids(false), ids(true), clock.now()],
  )
}

async function postpone(rows: readonly ReceivedMessage[], error: unknown): Promise<void> {
  rootLogger().error({ err: error, messages: rows.length }, 'received reports could not be applied and will be retried')
  const now = clock.now()
  await systemPool().query(
    `update received_message set leased_until = $2, read_at = case when attempts >= $3 then $4::timestamptz end
     where id = any ($1::bigint[])`,
    [rows.map(({ id }) => id), new Date(+now + PAUSE_MS), MAX_ATTEMPTS, now],
  )
}

/** Releases messages that this process has leased and will not apply, so another one can. */
export async function releaseMessages(messages: readonly ReceivedMessage[]): Promise<void> {
  if (messages.length === 0) return
  await systemPool().query('update received_message set leased_until = null where id = any ($1::bigint[])', [
    messages.map(({ id }) => id),
  ])
}

/** Maximum number of unmatched messages, latest first, within the instance's retention. */
const MAX_KEPT = 5_000

async function purgeMost(): Promise<void> {
  await systemPool().query(
    `delete from received_message where read_at is not null and id < (
       select id from received_message where read_at is not null order by id desc offset ${MAX_KEPT} limit 1)`,
  )
}

export const EXPIRED_MESSAGES: readonly Expired[] = [
  { table: 'received_message', where: 'read_at < $1', kept_days: 'received_message_days', rows: 250 },
  purgeMost,
]
