import { createHash } from 'node:crypto'
import { clock } from '../../../core/clock.ts'
import { systemPool } from '../../../core/context.ts'
import { rootLogger } from '../../../core/log.ts'
import type { Expired } from '../../../db/purge.ts'
import { Budget } from '../../../lib/concurrency/budget.ts'
import { parseReport } from '../../../mail/reports/report.ts'
import { applyReports, type ReportOutcome } from '../apply.ts'
import type { Report } from '../reports.ts'
import { reportOf } from './match.ts'

/** A message as it arrived. */
export interface Arrival {
  source: 'smtp' | 'imap'
  recipient: string | null
  raw: Buffer
}

/** Messages per set. */
const MOST_ROWS = 500
const MOST_BYTES = 8 * 2 ** 20
/** Another process repeats what was taken longer ago. */
const LEASE_MS = 60_000
const PAUSE_MS = 10_000
/** A message that could not be applied so often is kept as one that matches nothing. */
const MOST_ATTEMPTS = 10

/** Stores messages in one statement. A message that is stored already is not stored again. */
export async function storeArrivals(arrivals: readonly Arrival[]): Promise<void> {
  const now = clock.now()
  await systemPool().query(
    `insert into received_message (source, source_id, recipient, raw, received_at)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::timestamptz[])
     order by 1, 2 on conflict (source, source_id) do nothing`,
    [
      arrivals.map(({ source }) => source),
      arrivals.map(idOf),
      arrivals.map(({ recipient }) => recipient),
      arrivals.map(({ raw }) => raw),
      arrivals.map(() => now),
    ],
  )
}

/** A server that got no answer sends the same message again. */
const idOf = ({ recipient, raw }: Arrival): string =>
  createHash('sha256')
    .update(recipient ?? '')
    .update('\0')
    .update(raw)
    .digest('hex')

interface Row {
  id: string
  source: string
  source_id: string
  recipient: string | null
  raw: Buffer
  received_at: Date
  attempts: number
}

/** Messages that this process has leased and parsed. */
interface Taken {
  rows: Row[]
  reports: Report[]
}

async function take(): Promise<Taken> {
  const rows = await lease()
  return { rows, reports: await Promise.all(rows.map(async (row) => reportOf(await parseReport(row.raw), row))) }
}

/**
 * Applies what is there, the oldest first, until `isSpent`. Returns whether there may be more. The next set is parsed while PostgreSQL works
 * on this one. A process that dies here leaves its messages to the next one.
 */
export async function applyReceived(isSpent: () => boolean = () => false): Promise<boolean> {
  for (let next = take(); ; ) {
    const taken = await next
    if (taken.rows.length === 0) return false
    const is_last = isSpent()
    next = is_last ? Promise.resolve({ rows: [], reports: [] }) : take()
    // A failure is thrown where it is awaited.
    next.catch(() => undefined)
    await applyTaken(taken)
    if (is_last) return true
  }
}

async function applyTaken({ rows, reports }: Taken): Promise<void> {
  try {
    await applyRows(rows, reports)
  } catch (error) {
    if (rows.length === 1) return postpone(rows, error)
    // One message must not keep the others from being applied.
    for (const [at, row] of rows.entries()) {
      await applyRows([row], reports.slice(at, at + 1)).catch((reason) => postpone([row], reason))
    }
  }
}

/** Applies what is there for this time. Returns whether there may be more. */
export function applyReceivedFor({ budget_ms }: { budget_ms: number }): Promise<boolean> {
  const budget = new Budget(budget_ms)
  return applyReceived(() => budget.isSpent())
}

async function lease(): Promise<Row[]> {
  const now = clock.now()
  const { rows } = await systemPool().query<Row>(
    `with due as (
       select id, sum(octet_length(raw)) over (order by id) as bytes from received_message
       where read_at is null and (leased_until is null or leased_until <= $1) order by id limit $3
     ), taken as (
       select id from received_message where id = any (array(select id from due where bytes <= $4 or id = (select min(id) from due)))
         and read_at is null and (leased_until is null or leased_until <= $1)
       for update skip locked
     )
     update received_message r set leased_until = $2, attempts = attempts + 1 from taken t where r.id = t.id
     returning r.id, r.source, r.source_id, r.recipient, r.raw, r.received_at, r.attempts`,
    [now, new Date(+now + LEASE_MS), MOST_ROWS, MOST_BYTES],
  )
  return rows
}

async function applyRows(rows: readonly Row[], reports: readonly Report[]): Promise<void> {
  const outcomes = await applyReports(reports)
  await finish(rows, outcomes)
}

/** Deletes what was applied. What matches no message is kept for a while. */
async function finish(rows: readonly Row[], outcomes: readonly ReportOutcome[]): Promise<void> {
  const ids = (is_kept: boolean) =>
    rows.filter((_, at) => (outcomes[at] === 'unmatched') === is_kept).map(({ id }) => id)
  await systemPool().query(
    `with gone as (delete from received_message where id = any ($1::bigint[]))
     update received_message set read_at = $3, leased_until = null where id = any ($2::bigint[])`,
    [ids(false), ids(true), clock.now()],
  )
}

async function postpone(rows: readonly Row[], error: unknown): Promise<void> {
  rootLogger().error(
    { err: error, messages: rows.length },
    'received reports could not be applied and will be tried again',
  )
  const now = clock.now()
  await systemPool().query(
    `update received_message set leased_until = $2, read_at = case when attempts >= $3 then $4::timestamptz end
     where id = any ($1::bigint[])`,
    [rows.map(({ id }) => id), new Date(+now + PAUSE_MS), MOST_ATTEMPTS, now],
  )
}

/** Messages that match nothing are kept for two weeks, the latest 5,000. */
const MOST_KEPT = 5_000

async function purgeMost(): Promise<void> {
  await systemPool().query(
    `delete from received_message where read_at is not null and id < (
       select id from received_message where read_at is not null order by id desc offset ${MOST_KEPT} limit 1)`,
  )
}

export const EXPIRED_MESSAGES: readonly Expired[] = [
  { table: 'received_message', where: 'read_at < $1', kept_days: 14, rows: 250 },
  purgeMost,
]
