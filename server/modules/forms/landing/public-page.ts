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
import { findLandingPictures, readLanding } from './page-context.ts'

/** Returns the page of a form: its published sections if it is a landing page that has some, else the form alone. */
export async function hostedPage(form: OpenForm, options: PageOptions): Promise<PublicPage> {
  const page = !options.framed && form.type === 'hosted' ? await findPublished(form) : null
  return page ? landingPage(form, page, options) : formPage(form, options)
}

async function findPublished({ account_id, id }: OpenForm): Promise<LandingPage | null> {
  const row = await systemCtx(account_id).sql.one<{ published: unknown }>(
    'select published from landing_page where account_id = $1 and form_id = $2',
    [id],
  )
  return readLanding(row?.published)
}

async function landingPage(form: OpenForm, page: LandingPage, options: PageOptions): Promise<PublicPage> {
  const { PUBLIC_URL } = env()
  const look = formLook(form.settings, form.style)
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
    logo_url: PUBLIC_URL,
    form_action: section.form_action,
    policy: section.policy,
  })
  // The form keeps where its visitor came from, so no cache may share the page.
  return { body: html, headers: { ...headers, 'Cache-Control': 'private, no-cache' } }
}
