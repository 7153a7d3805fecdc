import { type Ctx, systemPool } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import type { ReportedMessage, UnmatchedReport } from './schema.ts'

/** Maximum number of bytes shown of a message. The report is at its beginning. */
const MAX_SHOWN = 64_000

/** Lists reports of the last two weeks that match no message of any account, newest first, for administrators of the instance. */
export function listUnmatchedReports(
  ctx: Ctx,
  { kind, ...paging }: { kind?: string | undefined } & PageQuery,
): Promise<Page<UnmatchedReport>> {
  return keysetPage<UnmatchedReport>(ctx.sql, paging, {
    name: 'unmatched-reports',
    view: `t.id, t.source, t.kind, t.address, t.status, t.diagnostic, t.reason, ${isoSql('t.created_at')} as created_at,
        exists (select from received_message m where m.source = t.source and m.source_id = t.source_id) as has_message`,
    from: 'delivery_report t',
    where: ['$1::int is not null', `t.outcome = 'unmatched'`, ...(kind ? ['t.kind = $2'] : [])],
    values: kind ? [kind] : [],
    order: [{ expr: 't.id', type: 'bigint', dir: 'desc' }],
  })
}

/**
 * Returns the message that contained an unmatched report. Throws not_found, because webhooks have none, and only the latest 5,000 are kept.
 */
export async function getReportedMessage(_ctx: Ctx, { id }: { id: number }): Promise<ReportedMessage> {
  const { rows } = await systemPool().query<{ recipient: string | null; raw: Buffer; bytes: number }>(
    `select m.recipient, substring(m.raw for ${MAX_SHOWN}) as raw, octet_length(m.raw) as bytes
     from delivery_report t join received_message m on m.source = t.source and m.source_id = t.source_id
     where t.id = $1 and t.outcome = 'unmatched'`,
    [id],
  )
  const [message] = rows
  if (!message) throw notFound()
  const { recipient, raw, bytes } = message
  return { recipient, text: raw.toString('utf8').replaceAll('\r\n', '\n'), is_cut: bytes > MAX_SHOWN }
}
