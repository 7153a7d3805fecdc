import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { discardForgottenDrafts } from '../../../core/write/forgotten-drafts.ts'
import { write } from '../../../core/write/write.ts'
import { forgetComments } from '../../comments/service.ts'
import type { EmailKey } from '../composer-schema.ts'
import type { SequenceEmail } from '../email-schema.ts'
import { lockSequence, readEmail } from '../view.ts'

/**
 * Condition over `sequence_email t`: a new email without any text. Without a position it is in no order, schedule, impact or list. Its
 * first change gives it one.
 */
export const IS_UNTOUCHED = `(t.position is null and t.deleted_at is null and t.subject = '' and t.content = '')`

/** Creates an email for the editor. Throws not_found. */
export function startEmail(ctx: Ctx, { sequence_id }: { sequence_id: number }): Promise<SequenceEmail> {
  return write(ctx, async (tx) => {
    await lockSequence(tx, { id: sequence_id })
    const email = await tx.sql.one<{ id: number }>(
      `insert into sequence_email (account_id, sequence_id, subject, delay_value, delay_unit, created_at, updated_at)
       values ($1, $2, '', case when ${HAS_EMAILS} then 1 else 0 end, 'days', $3, $3) returning id`,
      [sequence_id, tx.now()],
    )
    if (!email) throw notFound()
    return readEmail(tx, { sequence_id, id: email.id })
  })
}

/** Deletes an untouched email when its editor is closed. Returns whether it did. */
export function discardUntouched(ctx: Ctx, { id }: Pick<EmailKey, 'id'>): Promise<{ discarded: boolean }> {
  return write(ctx, async (tx) => {
    const deleted = await tx.sql.run(
      `delete from sequence_email t where t.account_id = $1 and t.id = $2 and ${IS_UNTOUCHED}`,
      [id],
    )
    if (deleted > 0) await forgetComments(tx, { kind: 'sequence_email', item_ids: [id] })
    return { discarded: deleted > 0 }
  })
}

/** Deletes untouched emails whose tab was closed. */
export const discardForgotten = discardForgottenDrafts({
  from: 'sequence_email',
  is_untouched: IS_UNTOUCHED,
  discard: discardUntouched,
})

/** Parameters: `$2` is the sequence. */
const HAS_EMAILS = `exists (select from sequence_email
  where account_id = $1 and sequence_id = $2 and deleted_at is null and position is not null)`
