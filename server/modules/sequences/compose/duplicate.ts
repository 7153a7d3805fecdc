import type { Ctx } from '../../../core/context.ts'
import { nameOfCopy } from '../../../core/write/copy-name.ts'
import { write } from '../../../core/write/write.ts'
import { findSender } from '../../accounts/senders/sender.ts'
import { MAX_NAME_LENGTH, type Sequence } from '../schema.ts'
import { createSequence } from '../service.ts'
import { lockSequence, readSequence } from '../view.ts'
import { IS_UNTOUCHED } from './untouched.ts'

/** Copies a sequence with its emails as drafts, paused and without subscribers. Throws not_found. */
export function duplicateSequence(ctx: Ctx, { id }: { id: number }): Promise<Sequence> {
  return write(ctx, async (tx) => {
    await lockSequence(tx, { id })
    const original = await tx.db.sequence.findFirstOrThrow({ where: { id } })
    const { name, hold, repeat, send_days, send_hour, time_zone, exclude_subscriber_sources } = original
    const copied = { table: 'sequence', where: 't.deleted_at is null', name, longest: MAX_NAME_LENGTH } as const
    const copy = await createSequence(tx, { name: await nameOfCopy(tx, copied), active: false })
    // If the original's sender or template was deleted, the copy uses the account's defaults.
    const sender = original.email_address && (await findSender(tx, original.email_address))
    const template = await tx.db.emailTemplate.findFirst({ where: { id: original.email_template_id ?? 0 } })
    await tx.db.sequence.updateMany({
      where: { id: copy.id },
      data: {
        hold,
        repeat,
        send_days,
        send_hour,
        time_zone,
        exclude_subscriber_sources: exclude_subscriber_sources ?? [],
        email_address: sender ? sender.address : null,
        email_template_id: template?.id ?? null,
      },
    })
    await tx.sql.run(
      `insert into sequence_email (account_id, sequence_id, subject, preview_text, content, left_out, email_template_id, position,
         delay_value, delay_unit, send_days, created_at, updated_at)
       select t.account_id, $3, t.subject, t.preview_text, t.content, t.left_out,
         (select m.id from email_template m where m.account_id = t.account_id and m.id = t.email_template_id),
         t.position, t.delay_value, t.delay_unit, t.send_days, $4, $4
       from sequence_email t
       where t.account_id = $1 and t.sequence_id = $2 and t.deleted_at is null and not ${IS_UNTOUCHED} order by t.position, t.id`,
      [id, copy.id, tx.now()],
    )
    return readSequence(tx, { id: copy.id })
  })
}
