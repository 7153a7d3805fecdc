import { auditSentence } from '../../../core/audit/actions.ts'
import { adminRecord } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../../../lib/csv/write.ts'
import { type AuditFilter, MAX_EXPORTED } from '../audit-schema.ts'
import { listAuditEntries } from './list.ts'

const PER_PAGE = 1_000
const COLUMNS = ['time', 'action', 'text', 'by', 'as', 'ip_address', 'account_id', 'account', 'details']

/**
 * Writes the log as CSV, page by page, newest first, at most 100,000 entries. If there are more, the last line says so. Adds an entry about
 * the export.
 */
export async function* exportAuditLog(
  ctx: Ctx,
  filter: AuditFilter,
  { most = MAX_EXPORTED }: { most?: number } = {},
): AsyncGenerator<Uint8Array> {
  await adminRecord(ctx, { action: 'audit_exported', details: { ...filter } })
  yield Buffer.from(CSV_BYTE_ORDER_MARK + csvLine(COLUMNS))
  let cursor: string | undefined
  for (let left = most; left > 0; left -= PER_PAGE) {
    const per_page = Math.min(PER_PAGE, left)
    const page = await listAuditEntries(ctx, { ...filter, after: cursor, per_page, include_total_count: false })
    const lines = page
      .rows()
      .map(({ occurred_at, action, summary, details, by_email, by, acted_as, ip, account_id, account_name }) =>
        csvLine([
          occurred_at,
          action,
          summary ?? auditSentence(action, details),
          by_email ?? by ?? '',
          acted_as,
          ip ?? '',
          account_id === null ? '' : String(account_id),
          account_name ?? '',
          JSON.stringify(details),
        ]),
      )
    if (lines.length > 0) yield Buffer.from(lines.join(''))
    cursor = page.pagination.end_cursor ?? undefined
    if (!page.pagination.has_next_page) return
  }
  const text = `Older entries are missing: an export has at most ${most.toLocaleString('en-US')}. Choose earlier days for them`
  yield Buffer.from(csvLine(COLUMNS.map((name) => (name === 'text' ? text : ''))))
}
