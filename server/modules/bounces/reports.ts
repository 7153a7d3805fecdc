import type { Ctx } from '../../core/context.ts'
import type { Tx } from '../../core/write/write.ts'
import type { Expired } from '../../db/purge.ts'
import type { MessageRef } from '../delivery/tracking/tokens.ts'
import type { ReportKind } from './policy.ts'

/** One fact about one message, from any source: a bounce message, a mailbox provider, a provider's webhook. */
export interface Report {
  /** smtp, imap, or the name of a provider. */
  source: string
  /** The source's own id of the fact. `source` and `source_id` identify a report. */
  source_id: string
  kind: ReportKind
  at: Date
  /** The message. Without it, `account_id` and `address` select the latest message to the address. */
  delivery?: MessageRef
  account_id?: number
  address?: string
  /** Whether `address` is the one that the message was sent to, not one that it was forwarded to. */
  names_recipient?: boolean
  /** From the return path: recognizes the address that the message was sent to. */
  address_tag?: number
  /** Enhanced status code, such as 5.1.1. */
  status?: string
  /** What the receiving system wrote. */
  diagnostic?: string
  /** Why it names no message, for one that does not. */
  reason?: string
}

/**
 * `applied`: it changed the delivery or the subscriber, or said again what was known. `ignored`: nothing follows from it. `unmatched`:
 * it names no message of ours. `repeated`: it was received before.
 */
export type ReportOutcome = 'applied' | 'ignored' | 'unmatched' | 'repeated'

/** A report that was not received before. */
export interface KnownReport {
  id: number
  report: Report
}

const MOST_TEXT = 500

/** Stores reports. Returns those that were not received before; of repetitions within the set, the first. */
export async function insertReports(
  tx: Tx,
  reports: readonly Report[],
  { account_id }: { account_id: number | null },
): Promise<KnownReport[]> {
  const by_key = new Map<string, Report>()
  for (const report of reports) {
    const key = `${report.source} ${report.source_id}`
    if (!by_key.has(key)) by_key.set(key, report)
  }
  const rows = await tx.sql.rows<{ id: number; source: string; source_id: string }>(INSERT, [
    account_id,
    JSON.stringify(
      [...by_key.values()].map((report) => ({
        source: report.source,
        source_id: report.source_id,
        kind: report.kind,
        address: clean(report.address, 320),
        status: clean(report.status, 20),
        diagnostic: clean(report.diagnostic, MOST_TEXT),
        reason: clean(report.reason, MOST_TEXT),
        reported_at: reportedAt(tx, report),
      })),
    ),
    tx.now(),
  ])
  return rows.flatMap(({ id, source, source_id }) => {
    const report = by_key.get(`${source} ${source_id}`)
    return report ? [{ id, report }] : []
  })
}

// In the order of the key: two transactions that store the same reports wait for each other in one order.
const INSERT = `insert into delivery_report (account_id, source, source_id, kind, address, status, diagnostic, reason, outcome,
    reported_at, created_at)
  select case when $2::int = $1 then $2::int end, source, source_id, kind, address, status, diagnostic, reason, 'unmatched',
    reported_at, $4::timestamptz
  from jsonb_to_recordset($3::jsonb) as v(source text, source_id text, kind text, address text, status text, diagnostic text,
    reason text, reported_at timestamptz)
  order by source, source_id
  on conflict (source, source_id) do nothing
  returning id, source, source_id`

/** Stores what became of the reports. */
export async function saveOutcomes(
  tx: Tx,
  added: readonly KnownReport[],
  targets: readonly { report: Report; mail_id: number | null; subscriber_id: number; is_current_address: boolean }[],
  outcomes: ReadonlyMap<Report, ReportOutcome>,
): Promise<void> {
  const target_of = new Map(targets.map((target) => [target.report, target]))
  const rows = added.flatMap(({ id, report }) => {
    const target = target_of.get(report)
    if (!target) return []
    const { mail_id, subscriber_id, is_current_address } = target
    const reason = is_current_address ? null : 'former_address'
    return [{ id, mail_id, subscriber_id, outcome: outcomes.get(report), reason }]
  })
  await tx.sql.run(
    `update delivery_report r set outcome = v.outcome, mail_id = v.mail_id, subscriber_id = v.subscriber_id, reason = v.reason
     from jsonb_to_recordset($2::jsonb) as v(id bigint, outcome text, mail_id int, subscriber_id bigint, reason text)
     where r.account_id = $1 and r.id = v.id`,
    [JSON.stringify(rows)],
  )
}

/** Clocks of others are not trusted: nothing was reported later than now. */
export const reportedAt = (ctx: Ctx, { at }: Report): Date => new Date(Math.min(+at || +ctx.now(), +ctx.now()))

/** Texts come from anyone: PostgreSQL stores neither NUL nor half a surrogate pair. */
const clean = (text: string | undefined, most: number): string | null =>
  text?.slice(0, most).toWellFormed().replaceAll('\0', '') ?? null

/** Reports that match nothing are kept for two weeks, so an administrator can look at them. */
export const EXPIRED_REPORTS: readonly Expired[] = [
  { table: 'delivery_report', where: `created_at < $1 and outcome = 'unmatched'`, kept_days: 14 },
  { table: 'delivery_report', where: 'created_at < $1', kept_days: 200 },
]
