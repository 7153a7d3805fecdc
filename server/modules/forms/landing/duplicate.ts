import type { Ctx } from '../../../core/context.ts'
import { nameOfCopy } from '../../../core/write/copy-name.ts'
import { write } from '../../../core/write/write.ts'
import { createForm } from '../design.ts'
import { findFormFile } from '../files/service.ts'
import { getUntrashedForm } from '../service.ts'
import { FormSettings, MAX_FORM_NAME_LENGTH, type NewForm } from '../settings-schema.ts'
import { copyDraft } from './service.ts'

/**
 * Copies a form with its settings and, for a landing page, its draft, which is public once published. Subscribers, results, version B and
 * the file stay with the original. Throws not_found, also for a form in the trash. @returns whether the original gives away a file, which
 * the copy does not
 */
export function duplicateForm(ctx: Ctx, { id }: { id: number }): Promise<{ id: number; has_file_left: boolean }> {
  return write(ctx, async (tx) => {
    const { name, type, format, double_opt_in, settings: stored } = await getUntrashedForm(tx, { id })
    const copy = await createForm(tx, {
      name: await nameOfCopy(tx, {
        table: 'form',
        where: "t.status <> 'trashed'",
        name,
        longest: MAX_FORM_NAME_LENGTH,
      }),
      type: type as NewForm['type'],
      format: format as NewForm['format'],
    })
    const settings = { ...FormSettings.parse(stored), version_b: null }
    await tx.db.form.updateMany({ where: { id: copy.id }, data: { double_opt_in, settings, updated_at: tx.now() } })
    await copyDraft(tx, { id, copy_id: copy.id })
    return { id: copy.id, has_file_left: (await findFormFile(tx, { form_id: id })) !== null }
  })
}
