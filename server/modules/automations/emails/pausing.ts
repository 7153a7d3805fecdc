import type { Ctx } from '../../../core/context.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { sliceOf } from '../../../lib/concurrency/slice.ts'
import { pauseEmails, resumeEmails, withdrawPaused } from '../../delivery/service.ts'

/** Stops the automation's queued messages until `resumeMessages`. */
export async function pauseMessages(tx: Tx, { automation_id }: { automation_id: number }): Promise<void> {
  await pauseEmails(tx, { automation_email_ids: await emailIds(tx, automation_id) })
}

/** Resumes sending and enqueues its job. */
export async function resumeMessages(tx: Tx, { automation_id }: { automation_id: number }): Promise<void> {
  await resumeEmails(tx, { automation_email_ids: await emailIds(tx, automation_id) })
  tx.emit('automation.emails_queued', { automation_id })
}

/** Withdraws a deleted automation's unsent messages for about `work_ms`. Returns whether more may be left. */
export function withdrawMessages(
  ctx: Ctx,
  { automation_id, work_ms }: { automation_id: number; work_ms: number },
): Promise<boolean> {
  return sliceOf(work_ms, () =>
    write(ctx, async (tx) => {
      if ((await tx.db.automation.count({ where: { id: automation_id, deleted_at: { not: null } } })) === 0)
        return false
      const automation_email_ids = await emailIds(tx, automation_id)
      return withdrawPaused(tx, { automation_email_ids, reason: 'automation_deleted' })
    }),
  )
}

async function emailIds(tx: Tx, automation_id: number): Promise<number[]> {
  const emails = await tx.db.automationEmail.findMany({ where: { automation_id }, select: { id: true } })
  return emails.map(({ id }) => id)
}
