import { systemCtx } from '../../../core/context.ts'
import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import { env } from '../../../env.ts'
import { formLook, sectionFormStyle } from '../../../lib/page/form-style.ts'
import type { LandingPage } from '../../../lib/page/landing/document.ts'
import { PLAIN_STYLE } from '../../../lib/page/landing/plain-style.ts'
import { landingDocument } from '../../../lib/page/landing/render.ts'
import { pageHeaders } from '../../../lib/page/public-page.ts'
import { formUrl } from '../service.ts'
import { formPage, formSection, type PageOptions, type PublicPage } from '../sign-up/pages.ts'
import type { OpenForm } from '../sign-up/sign-up.ts'
import { formPictureUrl } from '../sign-up/social.ts'
import { inVersion, type Version } from '../sign-up/versions.ts'
import { findLandingPictures, readLanding } from './page-context.ts'

/**
 * Returns the page of a version of a form: its published sections for a landing page, else the form alone. A version B without its own
 * sections uses version A's.
 */
export async function hostedPage(form: OpenForm, version: Version, options: PageOptions): Promise<PublicPage> {
  const page = !options.framed && form.type === 'hosted' ? await findPublished(form, version) : null
  const shown = inVersion(form, version)
  return page ? landingPage(shown, page, options) : formPage(shown, options)
}

/** Loads the published page of either version in one query. */
async function findPublished({ account_id, id, settings }: OpenForm, version: Version): Promise<LandingPage | null> {
  const row = await systemCtx(account_id).sql.one<{ published: unknown; published_b: unknown }>(
    `select a.published, b.published as published_b from landing_page a
       left join landing_page_b b on $3 and b.account_id = a.account_id and b.form_id = a.form_id
     where a.account_id = $1 and a.form_id = $2`,
    [id, version === 'b' && settings.version_b !== null],
  )
  const page = readLanding(row?.published)
  const other = readLanding(row?.published_b)
  // Search engines may get either version, so both have the same metadata.
  return other ? { ...other, is_listed: page?.is_listed ?? other.is_listed } : page
}

async function landingPage(form: OpenForm, page: LandingPage, options: PageOptions): Promise<PublicPage> {
  const { PUBLIC_URL } = env()
  const look = formLook(form.settings, form.publisher.style)
  const section = formSection(form, options)
  const { html, style } = landingDocument(
    page,
    {
      account_name: form.account_name,
      style: look.style ?? { ...PLAIN_STYLE, accent_color: look.accent_color },
      pictures: await findLandingPictures(systemCtx(form.account_id), [page]),
      form: { html: section.html, style: sectionFormStyle(look.accent_color) },
      links: legalLinks(latestInstanceSettings()),
      is_refused: options.refused !== undefined,
    },
    { url: formUrl(form.uid), base_url: PUBLIC_URL, drawn_url: formPictureUrl(form) },
  )
  const { 'X-Robots-Tag': _, ...headers } = pageHeaders({
    style,
    image_origin: new URL(PUBLIC_URL).origin,
    form_action: section.form_action,
    policy: section.policy,
  })
  // The form contains the visitor's origin, so caches must not share the page.
  return { body: html, headers: { ...headers, 'Cache-Control': 'private, no-cache' } }
}
