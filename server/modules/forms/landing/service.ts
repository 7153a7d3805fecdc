import type { Ctx } from '../../../core/context.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import { isoSql } from '../../../core/wire.ts'
import { write } from '../../../core/write/write.ts'
import { Prisma } from '../../../db/generated/client.ts'
import { t } from '../../../lib/locale/texts.ts'
import { pageOfForm } from '../../../lib/page/landing/blank.ts'
import { type LandingPage, pictureIdsOf } from '../../../lib/page/landing/document.ts'
import { findTemplate } from '../../../lib/page/landing/templates/gallery.ts'
import { loadDefinitions } from '../../custom-fields/definitions.ts'
import { findStyle } from '../../style/service.ts'
import { createForm } from '../design.ts'
import type { LandingChange, LandingDetail, LandingVersion, NewLanding } from '../landing-schema.ts'
import { checkPictures } from '../pictures.ts'
import type { Form } from '../schema.ts'
import { formUrl, getForm } from '../service.ts'
import { FormSettings } from '../settings-schema.ts'
import { askedFields, offeredConsents } from '../sign-up/asked-fields.ts'
import { findLandingPictures, readLanding } from './page-context.ts'

// The sections of landing pages: members edit a draft, and visitors see what was published last.

/** Creates a landing page from a template, with texts for its form. It is published later. Throws invalid for an unknown template. */
export function createLanding(ctx: Ctx, { name, template }: NewLanding): Promise<Form> {
  const found = findTemplate(template)
  if (!found) throw invalid('This template does not exist. Choose another')
  return write(ctx, async (tx) => {
    const form = await createForm(tx, { name, type: 'hosted', format: null })
    const settings = FormSettings.parse(found.form)
    await tx.db.form.updateMany({ where: { id: form.id }, data: { settings, updated_at: tx.now() } })
    await insertDraft(tx, form, found.page)
    return form
  })
}

/** Gives a landing page sections, with the words that its form has. Does nothing if it has sections. Throws not_found, invalid. */
export async function startLanding(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const form = await getForm(ctx, { id })
  if (form.type !== 'hosted') throw invalid('Only landing pages have sections')
  const settings = FormSettings.parse(form.settings)
  await insertDraft(ctx, form, pageOfForm(settings))
}

async function insertDraft(ctx: Ctx, { id }: { id: number }, page: LandingPage): Promise<void> {
  await ctx.sql.run(
    `insert into landing_page (account_id, form_id, draft, changed_by, updated_at) values ($1, $2, $3, $4, $5)
     on conflict (account_id, form_id) do nothing`,
    [id, JSON.stringify(page), memberOf(ctx), ctx.now()],
  )
}

const memberOf = ({ actor }: Ctx): number | null => (actor.kind === 'user' ? actor.user_id : null)

interface Stored {
  name: string
  type: string
  status: LandingDetail['status']
  uid: string
  settings: unknown
  account_name: string
  draft: unknown
  version: number | null
  changed_by: string | null
  published: unknown
  published_version: number | null
  published_at: string | null
}

/** Returns everything that the editor shows. Throws not_found, also for a form that is no landing page. */
export async function getLanding(ctx: Ctx, { id }: { id: number }): Promise<LandingDetail> {
  const stored = await ctx.sql.one<Stored>(
    `select f.name, f.type, f.status, f.uid, f.settings, a.name as account_name, p.draft, p.version, p.published, p.published_version,
       coalesce(u.name, u.email) as changed_by, ${isoSql('p.published_at')} as published_at
     from form f join account a on a.id = f.account_id
       left join landing_page p on p.account_id = f.account_id and p.form_id = f.id
       left join users u on u.id = p.changed_by
     where f.account_id = $1 and f.id = $2`,
    [id],
  )
  if (stored?.type !== 'hosted') throw notFound()
  const settings = FormSettings.parse(stored.settings)
  const is_asking = settings.fields.some(({ custom_field_id }) => custom_field_id !== null)
  const [draft, published] = [readLanding(stored.draft), readLanding(stored.published)]
  const [known, style, pictures] = await Promise.all([
    is_asking ? loadDefinitions(ctx).then(({ fields }) => fields) : [],
    findStyle(ctx),
    findLandingPictures(ctx, [draft, published]),
  ])
  return {
    id,
    name: stored.name,
    status: stored.status,
    url: formUrl(stored.uid),
    account_name: stored.account_name,
    settings,
    fields: askedFields(settings, known),
    consents: offeredConsents(settings),
    style,
    links: legalLinks(latestInstanceSettings()),
    draft: draft && {
      page: draft,
      version: stored.version ?? 1,
      changed_by: stored.changed_by,
      pictures: [...pictures],
    },
    published:
      published && stored.published_at
        ? { page: published, version: stored.published_version ?? 0, at: stored.published_at }
        : null,
  }
}

/**
 * Saves the draft. Throws not_found without one, conflict if someone changed it since, invalid for an image that is not in the library.
 */
export function saveLanding(ctx: Ctx, { id, version, page }: LandingChange): Promise<{ version: number }> {
  return write(ctx, async (tx) => {
    await checkPictures(tx, pictureIdsOf(page))
    const saved = await tx.sql.one<{ version: number }>(
      `update landing_page set draft = $4, version = version + 1, changed_by = $5, updated_at = $6
       where account_id = $1 and form_id = $2 and version = $3 returning version`,
      [id, version, JSON.stringify(page), memberOf(tx), tx.now()],
    )
    return saved ?? refuseOld(tx, { id })
  })
}

/** Shows the draft to visitors. Throws not_found without one, conflict if someone changed it since it was looked at. */
export async function publishLanding(ctx: Ctx, { id, version }: LandingVersion): Promise<void> {
  const count = await ctx.sql.run(
    `update landing_page set published = draft, published_version = version, published_at = $4, updated_at = $4
     where account_id = $1 and form_id = $2 and version = $3`,
    [id, version, ctx.now()],
  )
  if (count === 0) await refuseOld(ctx, { id })
}

/** Shows visitors the form alone. The draft stays. Throws not_found without one. */
export async function unpublishLanding(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const { count } = await ctx.db.landingPage.updateMany({
    where: { form_id: id },
    data: { published: Prisma.DbNull, published_version: null, published_at: null, updated_at: ctx.now() },
  })
  if (count === 0) throw notFound()
}

async function refuseOld(ctx: Ctx, { id }: { id: number }): Promise<never> {
  const now = await ctx.sql.one<{ name: string | null; changed_by: number | null }>(
    `select coalesce(u.name, u.email) as name, p.changed_by from landing_page p left join users u on u.id = p.changed_by
     where p.account_id = $1 and p.form_id = $2`,
    [id],
  )
  if (!now) throw notFound()
  const who = now.changed_by !== null && now.changed_by === memberOf(ctx) ? t`You` : (now.name ?? t`Someone`)
  throw conflict(t`${who} changed this page elsewhere while you were editing it.`)
}
