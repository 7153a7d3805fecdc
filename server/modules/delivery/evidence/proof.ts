import type { Ctx } from '../../../core/context.ts'
import type { Part, Proof } from '../schema.ts'
import { PARTS } from '../values-schema.ts'
import { emailsSql, type MailCounts, storeRows, WITHOUT_ROWS } from './settled.ts'

/** Conditions of the parts over `delivery t`. Every delivery is in exactly one part. */
export const PART_SQL: Record<Part, string> = {
  sent: `t.state = 'sent'`,
  waiting: `(t.state = 'sending' or t.state = 'queued' and t.attempts = 0)`,
  retrying: `(t.state = 'queued' and t.attempts > 0)`,
  unconfirmed: `t.state = 'unconfirmed'`,
  failed: `t.state = 'failed'`,
  excluded: `t.state = 'excluded'`,
}

/** Stored counts of the email that must equal its rows. */
const KEPT = ['sent', 'unconfirmed', 'failed', 'excluded'] as const

interface PartCount {
  part: Part
  reason: string | null
  count: number
}

/** All states but sent, by the conditions of the partial indexes. */
const NOT_SENT = [
  `t.state in ('unconfirmed', 'failed', 'excluded')`,
  `t.state = 'queued' and t.next_attempt_at is null`,
  `t.state = 'queued' and t.next_attempt_at is not null`,
]

/**
 * Counts the deliveries of these emails by part, and compares them with the emails' stored counts. One statement reads both, so they match
 * even during sending. Counts all deliveries by the primary key and reads only the unsent ones: 0.2 seconds for a million, once for an
 * email that has nothing left to send.
 */
export async function readProof(ctx: Ctx, { mail_ids }: { mail_ids: readonly number[] }): Promise<Proof> {
  const now = ctx.now()
  const rows = await ctx.sql.rows<
    MailCounts & { mail_id: number; is_enqueued: boolean; stored_at: string | null; counted: PartCount[] }
  >(
    `with emails as (
       ${emailsSql('proof', 'm.id = any ($2::int[])')}
     ), rest as (
       ${NOT_SENT.map(
         (
           where,
         ) => `select t.mail_id, case ${PARTS.map((part) => `when ${PART_SQL[part]} then '${part}'`).join(' ')} end as part,
           case when t.state in ('failed', 'excluded') then t.reason end as reason
         from delivery t where t.account_id = $1 and t.mail_id = any (${WITHOUT_ROWS}) and ${where}`,
       ).join(' union all ')}
     ), total as (
       select t.mail_id, count(*)::int as count from delivery t
       where t.account_id = $1 and t.mail_id = any (${WITHOUT_ROWS}) group by 1
     ), counted as (
       select mail_id, part, reason, count(*)::int as count from rest group by 1, 2, 3
       union all
       select t.mail_id, 'sent', null, t.count - coalesce(r.count, 0)
       from total t left join (select mail_id, count(*)::int as count from rest group by 1) r using (mail_id)
     )
     select m.mail_id, m.recipients, m.sent, m.unconfirmed, m.failed, m.excluded, m.is_enqueued,
       case when m.stored is not null then m.stored_at end as stored_at,
       coalesce(m.stored, (select jsonb_agg(to_jsonb(c) - 'mail_id') from counted c where c.mail_id = m.mail_id), '[]') as counted
     from emails m`,
    [mail_ids],
  )
  await storeRows(ctx, {
    column: 'proof',
    counted: rows
      .filter(({ stored_at, counted, ...kept }) => stored_at === null && mismatchesOf({ kept, counted }).length === 0)
      .map(({ mail_id, counted, ...counts }) => ({ mail_id, counts, rows: counted })),
    at: now,
  })
  const kept = { recipients: 0, sent: 0, unconfirmed: 0, failed: 0, excluded: 0 }
  for (const row of rows) for (const name of ['recipients', ...KEPT] as const) kept[name] += row[name]
  return proofOf({
    kept,
    counted: addUp(rows.flatMap(({ counted }) => counted)),
    is_enqueued: rows.every(({ is_enqueued }) => is_enqueued),
    checked_at: new Date(
      Math.min(+now, ...rows.flatMap(({ stored_at }) => (stored_at ? [Date.parse(stored_at)] : []))),
    ),
  })
}

/** Adds up counts of the same part and reason, most first. */
function addUp(counts: readonly PartCount[]): PartCount[] {
  const sums = new Map<string, PartCount>()
  for (const { part, reason, count } of counts) {
    const key = `${part} ${reason}`
    sums.set(key, { part, reason, count: count + (sums.get(key)?.count ?? 0) })
  }
  return [...sums.values()].sort((a, b) => b.count - a.count || compareReasons(a.reason, b.reason))
}

const compareReasons = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? -1 : 1)

const countOf = (counted: readonly PartCount[], wanted: Part) =>
  counted.reduce((sum, { part, count }) => (part === wanted ? sum + count : sum), 0)

/** Mismatches are listed, never corrected. */
function mismatchesOf({ kept, counted }: { kept: MailCounts; counted: readonly PartCount[] }): Proof['mismatches'] {
  const mismatches: Proof['mismatches'] = KEPT.flatMap((part) => {
    const rows = countOf(counted, part)
    return kept[part] === rows ? [] : [{ part, rows, kept: kept[part] }]
  })
  const sum = counted.reduce((total, { count }) => total + count, 0)
  if (kept.recipients !== sum) mismatches.unshift({ part: 'recipients', rows: sum, kept: kept.recipients })
  return mismatches
}

/** Adds up the parts. */
export function proofOf({
  kept,
  counted,
  is_enqueued,
  checked_at,
}: {
  kept: MailCounts
  counted: readonly PartCount[]
  is_enqueued: boolean
  checked_at: Date
}): Proof {
  const parts = PARTS.map((part) => ({ part, count: countOf(counted, part) }))
  const isOpen = !is_enqueued || countOf(counted, 'waiting') > 0 || countOf(counted, 'retrying') > 0
  const mismatches = mismatchesOf({ kept, counted })
  return {
    recipients: kept.recipients,
    sum: parts.reduce((total, { count }) => total + count, 0),
    parts,
    reasons: counted.flatMap(({ part, reason, count }) => (reason === null ? [] : [{ part, reason, count }])),
    mismatches,
    is_complete: !isOpen && mismatches.length === 0,
    checked_at: checked_at.toISOString(),
  }
}
