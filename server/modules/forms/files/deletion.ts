import type { Ctx } from '../../../core/context.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { acquireAdvisoryLock, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { Deletion, Undeleting } from '../../deleted-records/schema.ts'
import { deleteWithUndo, putBack } from '../../deleted-records/service.ts'
import { readMediaStorage } from '../../media/records.ts'
import { getForm } from '../service.ts'
import { findFormFile } from './service.ts'

interface Remembered {
  form_id: number
}

/**
 * Deletes the file of a form: its links stop working, and waiting emails are not sent. It is kept as long as the undo. Throws not_found,
 * also for a form without a file.
 */
export async function deleteFormFileWithUndo(ctx: Ctx, { id: form_id }: { id: number }): Promise<Deletion> {
  await getForm(ctx, { id: form_id })
  const file = await findFormFile(ctx, { form_id })
  if (!file) throw notFound()
  const { id } = file
  return deleteWithUndo(
    ctx,
    { id },
    {
      kind: 'form_file',
      lock: async (tx) => {
        const row = await tx.sql.one(
          `select from form_file where account_id = $1 and id = $2 and state = 'ready' for update`,
          [id],
        )
        if (!row) throw notFound()
        return true
      },
      // The row stays until its file is deleted.
      rows: [],
      remember: async () => ({ form_id }) satisfies Remembered,
      remove: async (tx) => {
        await tx.sql.run(`update form_file set state = 'removing', updated_at = $3 where account_id = $1 and id = $2`, [
          id,
          tx.now(),
        ])
      },
    },
  )
}

/**
 * Restores a form's file. Emailed links work again, and withheld emails are sent. Throws conflict if the form has another file, and invalid
 * if files use too much space by now.
 */
export function undeleteFormFile(ctx: Ctx, input: Undeleting): Promise<void> {
  return write(ctx, async (tx) => {
    await acquireAdvisoryLock(tx, 'media')
    const { id, also } = await putBack<Remembered>(tx, input, { kind: 'form_file', rows: [] })
    const { form_id } = also
    if (await findFormFile(tx, { form_id }))
      throw conflict(t`The form has another file now. Remove it, then try again.`)
    const returned = await tx.sql.run(
      `update form_file set state = 'ready', updated_at = $3 where account_id = $1 and id = $2 and state = 'removing'`,
      [id, tx.now()],
    )
    if (returned === 0) throw conflict(t`This can no longer be restored`)
    const files = await tx.sql.one<{ bytes: number }>(
      `select coalesce(sum(bytes), 0)::float8 as bytes from form_file where account_id = $1 and state <> 'removing'`,
      [],
    )
    const { bytes, max_bytes } = await readMediaStorage(tx)
    if (bytes + (files?.bytes ?? 0) > max_bytes)
      throw invalid(t`Your images and files use all of their space. Delete others, then try again.`)
    const requested = await tx.sql.run(
      `update form_file_email e set error = null, attempts = 0, next_attempt_at = $4 from form_file x
       where x.account_id = $1 and x.id = $3 and e.account_id = $1 and e.form_id = $2 and e.sent_at is null
         and e.error = 'no longer needed' and e.requested_at >= x.created_at`,
      [form_id, id, tx.now()],
    )
    if (requested > 0) tx.emit('form.file_emails_requested', {})
  })
}
