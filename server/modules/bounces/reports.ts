import type { Ctx } from '../../core/context.ts'
import { storable } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import type { MessageRef } from '../delivery/tracking/tokens.ts'
import type { ReportKind } from './policy.ts'

/** One fact about one message, from any source: a bounce message, a mailbox provider, or a provider's webhook. */
export interface Report {
  /** smtp, imap, or the name of a provider. */
  source: string
  /** The source's own id of the fact. `source` and `source_id` together identify a report. */
  source_id: string
  kind: ReportKind
  at: Date
  /** The message. Without it, `account_id` and `address` select the latest message to the address. */
  delivery?: MessageRef
  account_id?: number
  address?: string
  /** True if `address` is the message's recipient, not an address to which it was forwarded. */
  names_recipient?: boolean
  /** From the return path. Identifies the address to which the message was sent. */
  address_tag?: number
  /** Enhanced status code, such as 5.1.1. */
  status?: string
  /** Text from the receiving system. */
  diagnostic?: string
  /** Reason why a report matches no message. */
  reason?: string
}

/**
 * `applied`: it changed the delivery or the subscriber, or repeated known facts. `ignored`: it has no consequences. `unmatched`: it matches
 * none of our messages. `repeated`: it was received before.
 */
export type ReportOutcome = 'applied' | 'ignored' | 'unmatched' | 'repeated'

/** Subject and consequence of a report. `mail_id` is null if no email was sent to the address. */
export interface ReportTarget {
  mail_id: number | null
  subscriber_id: number
  outcome: 'applied' | 'ignored'
  reason: string | null
}

/** Maximum number of characters of each text. */
const MOST = { source_id: 500, address: 320, status: 20, diagnostic: 500, reason: 500 }

/** Returns the report with texts that PostgreSQL can store. Anyone can send them, and one must not block a whole set. */
export function storableReport(report: Report): Report {
  const stored: Report = { ...report }
  for (const [name, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
    const text = stored[name]
    if (text !== undefined) stored[name] = storable(text.slice(0, most))
  }
  return stored
}

/** Stores reports with their outcomes. Returns the new ones; of duplicates in the set, the first. */
export async function insertReports(
  tx: Tx,
  reports: readonly Report[],
  { account_id, targets }: { account_id: number | null; targets: ReadonlyMap<Report, ReportTarget> },
): Promise<Report[]> {
  const by_key = new Map<string, Report>()
  for (const report of reports) {
    const key = `${report.source} ${report.source_id}`
    if (!by_key.has(key)) by_key.set(key, report)
  }
  const rows = await tx.sql.rows<{ source: string; source_id: string }>(INSERT, [
    account_id,
    JSON.stringify(
      [...by_key.values()].map((report) => {
        const target = targets.get(report)
        return {
          source: report.source,
          source_id: report.source_id,
          kind: report.kind,
          mail_id: target?.mail_id,
          subscriber_id: target?.subscriber_id,
          address: report.address,
          status: report.status,
          diagnostic: report.diagnostic,
          outcome: target?.outcome ?? 'unmatched',
          reason: target ? target.reason : report.reason,
          reported_at: reportedAt(tx, report),
        }
      }),
    ),
    tx.now(),
  ])
  return rows.flatMap(({ source, source_id }) => by_key.get(`${source} ${source_id}`) ?? [])
}

// In the order of the key, so two transactions that store the same reports do not deadlock.
const INSERT = `insert into delivery_report (account_id, source, source_id, kind, mail_id, subscriber_id, address, status, diagnostic,
    outcome, reason, reported_at, created_at)
  select case when $2::int = $1 then $2::int end, source, source_id, kind, mail_id, subscriber_id, address, status, diagnostic,
    outcome, reason, reported_at, $4::timestamptz
  from jsonb_to_recordset($3::jsonb) as v(source text, source_id text, kind text, mail_id int, subscriber_id bigint, address text,
    status text, diagnostic text, outcome text, reason text, reported_at timestamptz)
  order by source, source_id
  on conflict (source, source_id) do nothing
  returning source, source_id`

/**
 * Returns the time of a report. Clocks of others are not trusted: no report is later than now, nor before 1970, which PostgreSQL may not be
 * able to store.
 */
export const reportedAt = (ctx: Ctx, { at }: Report): Date =>
  new Date(Math.max(0, Math.min(+at || +ctx.now(), +ctx.now())))

/** Unmatched reports are kept for two weeks, so an administrator can inspect them. */
export const EXPIRED_REPORTS: readonly Expired[] = [
  { table: 'delivery_report', where: `created_at < $1 and outcome = 'unmatched'`, kept_days: 14 },
  { table: 'delivery_report', where: 'created_at < $1', kept_days: 'report_days' },
]
