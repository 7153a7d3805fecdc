import { rootLogger } from '../../../core/log.ts'
import type { Tx } from '../../../core/write/write.ts'

/** Logs what happens to a broadcast. `fields` must contain no addresses and no texts of users. */
export function logBroadcast(
  { account_id }: Tx,
  broadcast_id: number,
  text: string,
  level: 'info' | 'warn' = 'info',
  fields: Record<string, number> = {},
): void {
  rootLogger()[level]({ account_id, broadcast_id, ...fields }, text)
}

/** Logs that every recipient of a broadcast had an attempt, with its figures. */
export async function logSent(tx: Tx, { id, mail_id }: { id: number; mail_id: number }): Promise<void> {
  const mail = await tx.db.mail.findFirst({
    where: { id: mail_id },
    select: { sent: true, failed: true, bounced: true, started_at: true },
  })
  if (!mail) return
  const { started_at, ...figures } = mail
  const seconds = started_at === null ? 0 : Math.round((+tx.now() - +started_at) / 1_000)
  logBroadcast(tx, id, 'a broadcast is sent', 'info', { ...figures, seconds })
}
