import { type Ctx, systemCtx, systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { analyzeDeliveries } from '../../delivery/enqueueing/enqueue-recipients.ts'
import { sendEach } from '../../delivery/sending/send-each.ts'
import { acquireSendingSlot } from '../../delivery/sending/sending-slots.ts'

// Steps write messages to the ledger (effects/email.ts), and the delivery module sends them like sequence emails.

/** `wait`: this process has no free sending slot. */
type SendingState = { state: 'finished' | 'more' } | { state: 'wait'; wait_ms: number }

/** Sends queued messages for about `work_ms`. Enqueues the job again when it must wait for a slot. Safe to call any time. */
export async function sendEmails(ctx: Ctx, { id, work_ms }: { id: number; work_ms: number }): Promise<SendingState> {
  const onFree = () => requestSending(ctx, { id })
  const slot = acquireSendingSlot(ctx, { key: `automation ${id}`, work_ms, onFree })
  if ('wait_ms' in slot) return { state: 'wait', ...slot }
  try {
    const { remainingMs } = slot
    if (remainingMs() <= 0) return { state: 'more' }
    const open = await openEmails(ctx, id)
    await analyzeDeliveries({ enqueued: open.reduce((sum, { queued }) => sum + queued, 0) })
    return { state: await sendEach(ctx, { mail_ids: open.map((mail) => mail.id), remainingMs }) }
  } finally {
    slot.release()
  }
}

/** Enqueues the job that sends an automation's messages. */
export function requestSending(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => tx.emit('automation.emails_queued', { automation_id: id }))
}

/** Returns whether the automation has messages to send now. */
export async function hasMessages(ctx: Ctx, { id }: { id: number }): Promise<boolean> {
  const due = await ctx.sql.one(
    `select 1 from automation_email x join mail m on m.account_id = x.account_id and m.automation_email_id = x.id
       join delivery d on d.account_id = m.account_id and d.mail_id = m.id
     where x.account_id = $1 and x.automation_id = $2 and m.completed_at is null and m.paused_at is null
       and d.state = 'queued' and coalesce(d.next_attempt_at, $3) <= $3 limit 1`,
    [id, ctx.now()],
  )
  return due !== undefined
}

/** Emails of the automation that may have unsent messages, oldest first. */
const openEmails = (ctx: Ctx, id: number): Promise<{ id: number; queued: number }[]> =>
  ctx.sql.rows<{ id: number; queued: number }>(
    `select m.id, greatest(m.recipients - m.sent - m.unconfirmed - m.failed - m.excluded, 0)::int as queued
     from automation_email x join mail m on m.account_id = x.account_id and m.automation_email_id = x.id
     where x.account_id = $1 and x.automation_id = $2 and m.completed_at is null and m.paused_at is null order by m.id`,
    [id],
  )

/** A position in a pass, ordered by account and id. */
interface Position extends Record<string, number> {
  account_id: number
  id: number
}

const AUTOMATIONS = 500

/** Enqueues sending for automations with unsent messages, whose job was deferred, lost or failed. */
export async function requeueSending({ after }: { after: Position }): Promise<Position | null> {
  const { rows } = await systemPool().query<Position>(
    `select distinct x.account_id, x.automation_id as id
     from mail m join automation_email x on x.account_id = m.account_id and x.id = m.automation_email_id
     where (x.account_id, x.automation_id) > ($1, $2) and m.kind = 'automation_email' and m.completed_at is null
       and m.paused_at is null
     order by 1, 2 limit $3`,
    [after.account_id, after.id, AUTOMATIONS],
  )
  const failures: unknown[] = []
  for (const { account_id, id } of rows)
    await requestSending(systemCtx(account_id), { id }).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some automations could not be requeued')
  return rows.length < AUTOMATIONS ? null : (rows.at(-1) ?? null)
}
