import { type Ctx, memberOf } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import type { LandingPage } from '../../../lib/page/landing/document.ts'
import { lockForm } from '../service.ts'
import { FormSettings } from '../settings-schema.ts'
import { readLanding } from './page-context.ts'

/**
 * Adds a version B to a landing page, as an unpublished copy of its draft and form. Does nothing if it has one. Throws not_found, conflict
 * for a page without sections.
 */
export function addVersionB(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const form = await lockForm(tx, { id })
    const stored = await tx.sql.one<{ draft: unknown }>(
      'select draft from landing_page where account_id = $1 and form_id = $2',
      [id],
    )
    const copied = readLanding(stored?.draft)
    if (!copied) throw conflict('Add sections to the page first')
    const settings = FormSettings.parse(form.settings)
    const { heading, description, button_label, accent_color, has_own_color, labels } = settings.version_b ?? {
      ...settings,
      labels: {},
    }
    const page: LandingPage = {
      ...copied,
      form: { heading, description, button_label, accent_color, has_own_color, labels },
    }
    await tx.sql.run(
      `insert into landing_page_b (account_id, form_id, draft, changed_by, updated_at) values ($1, $2, $3, $4, $5)
       on conflict (account_id, form_id) do nothing`,
      [id, JSON.stringify(page), memberOf(tx), tx.now()],
    )
  })
}
