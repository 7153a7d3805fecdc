import type { Tx } from '../../../core/write/write.ts'
import { pauseEmails, resumeEmails } from '../../delivery/service.ts'

/** Stops sending messages that the automation's steps have queued, until `resumeMessages`. */
export async function pauseMessages(tx: Tx, { automation_id }: { automation_id: number }): Promise<void> {
  await pauseEmails(tx, { automation_email_ids: await emailIds(tx, automation_id) })
}

/** Continues sending, and asks for the job. */
export async function resumeMessages(tx: Tx, { automation_id }: { automation_id: number }): Promise<void> {
  await resumeEmails(tx, { automation_email_ids: await emailIds(tx, automation_id) })
  tx.emit('automation.emails_queued', { automation_id })
}

async function emailIds(tx: Tx, automation_id: number): Promise<number[]> {
  const emails = await tx.db.automationEmail.findMany({ where: { automation_id }, select: { id: true } })
  return emails.map(({ id }) => id)
}
