import type { Ctx } from '../../../core/context.ts'
import { isStopping } from '../../../core/stopping.ts'
import { write } from '../../../core/write/write.ts'
import { findPause } from '../../transports/service.ts'
import { completeMail } from '../service.ts'
import { sendMail } from './send-mail.ts'

/** Work time per email, so an email with many messages does not block the others. */
const SLICE_MS = 5_000

/**
 * Sends emails whose recipients are added one at a time, in this order, each for a few seconds. Completes emails with nothing left to send.
 * Without time left, sends at least one batch unless `is_over`.
 */
export async function sendEach(
  ctx: Ctx,
  {
    mail_ids,
    remainingMs,
    is_over: isOverNow = false,
  }: { mail_ids: readonly number[]; remainingMs: () => number; is_over?: boolean },
): Promise<'finished' | 'more'> {
  let isOver = isOverNow
  let result: 'finished' | 'more' = 'finished'
  if ((await findPause(ctx)) !== null) return result
  for (const mail_id of mail_ids) {
    if (isOver || isStopping()) return 'more'
    const slice_ends_at = performance.now() + SLICE_MS
    const sent = await sendMail(ctx, {
      mail_id,
      audience: null,
      remainingMs: () => Math.min(remainingMs(), slice_ends_at - performance.now()),
    })
    if (sent.state === 'finished') await closeMail(ctx, mail_id)
    if (sent.state === 'more') result = 'more'
    // Other emails would be rejected too, so they wait for the cron.
    const isRefused = sent.state === 'stopped' && sent.cause !== 'sender'
    if (isRefused || (sent.state === 'wait' && sent.cause === 'transport_error')) break
    isOver = remainingMs() <= 0
  }
  return result
}

/** Completes the email when nothing is left to send. The lock serializes this with added deliveries. */
function closeMail(ctx: Ctx, mail_id: number): Promise<void> {
  return write(ctx, async (tx) => {
    await tx.sql.run('select 1 from mail where account_id = $1 and id = $2 for update', [mail_id])
    await completeMail(tx, { mail_id })
  })
}
