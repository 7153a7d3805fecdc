import type { Ctx } from '../../../core/context.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { Prisma } from '../../../db/generated/client.ts'
import type { LandingPage } from '../../../lib/page/landing/document.ts'
import type { LandingVersion } from '../landing-schema.ts'
import { getForm, lockForm } from '../service.ts'
import { FormSettings } from '../settings-schema.ts'
import { readLanding, TABLES } from './page-context.ts'
import { refuseOld } from './service.ts'

// Changes the public version of a landing page, as the end of a test does (results/end-test.ts).

type Published = Omit<LandingVersion, 'version'> & { version?: number | undefined }

/**
 * Publishes the draft, without `version` whatever it is now. A draft of version B goes to one half of the visitors, which starts a test.
 * Throws not_found without a draft, conflict if someone changed it since it was opened, or if version A is not published.
 */
export const publishLanding = (ctx: Ctx, input: Published): Promise<void> =>
  input.variant === 'b' ? publishVersionB(ctx, input) : publishDraft(ctx, input)

async function publishDraft(ctx: Ctx, { id, variant = 'a', version }: Published): Promise<void> {
  const count = await ctx.sql.run(
    `update ${TABLES[variant]} set published = draft, published_version = version, published_at = $4, updated_at = $4${variant === 'a' ? ', is_hidden = null' : ''}
     where account_id = $1 and form_id = $2 and ($3::int is null or version = $3)`,
    [id, version ?? null, ctx.now()],
  )
  if (count === 0) await refuseOld(ctx, { id, variant })
}

/** Publishes version B's form, part of its sections, in the form's settings, which assign and count versions. */
function publishVersionB(ctx: Ctx, input: Published): Promise<void> {
  const { id } = input
  return write(ctx, async (tx) => {
    await lockForm(tx, { id })
    const stored_landing = await tx.sql.one<{ draft: unknown; is_shown: boolean; is_page_shown: boolean }>(
      `select b.draft, b.published is not null as is_shown, a.published is not null as is_page_shown
       from landing_page_b b join landing_page a on a.account_id = b.account_id and a.form_id = b.form_id
       where b.account_id = $1 and b.form_id = $2`,
      [id],
    )
    if (stored_landing && !stored_landing.is_page_shown) throw conflict('Publish version A first')
    await publishDraft(tx, input)
    const { settings: given, test_started_at } = await getForm(tx, { id })
    const settings = FormSettings.parse(given)
    const version_b = versionOfForm(settings, readLanding(stored_landing?.draft))
    // A test of the form alone has counts of other pages.
    const isNew = !test_started_at || !stored_landing?.is_shown
    await tx.db.form.updateMany({
      where: { id },
      data: {
        settings: { ...settings, version_b },
        ...(isNew && { test_started_at: tx.now(), test_number: { increment: 1 } }),
        updated_at: tx.now(),
      },
    })
  })
}

function versionOfForm(settings: FormSettings, page: LandingPage | null): NonNullable<FormSettings['version_b']> {
  const { heading, description, button_label, opens_on, open_after_seconds, open_after_percent } = settings
  const { accent_color, has_own_color } = settings
  const plain = { heading, description, button_label, accent_color, has_own_color, labels: {} }
  const form = page?.form ?? plain
  return {
    ...form,
    heading: form.heading || heading,
    button_label: form.button_label || button_label,
    picture: null,
    opens_on,
    open_after_seconds,
    open_after_percent,
  }
}

/** Shows visitors the form alone. The draft stays. Throws not_found without a draft, conflict during a test. */
export function unpublishLanding(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    // Starting a test takes the same lock.
    await lockForm(tx, { id })
    const tested = await tx.db.landingPageB.count({ where: { form_id: id, published: { not: Prisma.DbNull } } })
    if (tested > 0) throw conflict('Half of the visitors see version B. End the test first')
    const { count } = await tx.db.landingPage.updateMany({
      where: { form_id: id },
      data: { published: Prisma.DbNull, published_version: null, published_at: null, updated_at: tx.now() },
    })
    if (count === 0) throw notFound()
  })
}
