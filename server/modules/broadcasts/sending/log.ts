import { rootLogger } from '../../../core/log.ts'
import type { Tx } from '../../../core/write/write.ts'

/** Logs an event of a broadcast. `fields` must not contain addresses or users' texts. */
export function logBroadcast(
  { account_id }: Tx,
  broadcast_id: number,
  text: string,
  level: 'info' | 'warn' = 'info',
  fields: Record<string, number> = {},
): void {
  rootLogger()[level]({ account_id, broadcast_id, ...fields }, text)
}

/** Logs as `logBroadcast`, with the email's figures if it has begun. */
export async function logFigures(
  tx: Tx,
  { id, text, level, fields }: { id: number; text: string; level?: 'info' | 'warn'; fields?: Record<string, number> },
): Promise<void> {
  const mail = await tx.db.mail.findFirst({
    where: { broadcast_id: id },
    select: { sent: true, failed: true, bounced: true, started_at: true },
  })
  const { started_at = null, ...figures } = mail ?? {}
  const seconds = started_at === null ? 0 : Math.round((+tx.now() - +started_at) / 1_000)
  logBroadcast(tx, id, text, level, { ...fields, ...figures, seconds })
}
