import { serviceCtx } from '../../../core/context.ts'
import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import { env } from '../../../env.ts'
import { listText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { formPictureOf } from '../../../lib/page/form-picture.ts'
import { formFrameStyle, formLook, formPageStyle, signUpFormStyle } from '../../../lib/page/form-style.ts'
import { type Html, html } from '../../../lib/page/html.ts'
import { accountPage, imageOrigin, pageHeaders, publicPage } from '../../../lib/page/public-page.ts'
import type { Publisher } from '../../../lib/page/public-style.ts'
import { searchDescription } from '../../../lib/page/search-description.ts'
import {
  type HiddenInputs,
  HONEYPOT,
  hiddenInputs,
  type Refused,
  type SignUpForm,
  signUpFormHtml,
  thanksHtml,
} from '../../../lib/page/sign-up-form.ts'
import { CREATORS_STYLE } from '../../recommendations/section.ts'
import type { ConfirmationView } from '../confirmation/confirmation.ts'
import { confirmationLink } from '../confirmation/tokens.ts'
import { formUrl } from '../service.ts'
import { PROOF, STEP, stepToken, TOKEN } from '../spam/challenge.ts'
import type { ShownDetails } from './details.ts'
import { inboxOf } from './inbox.ts'
import type { OpenForm } from './sign-up.ts'
import { formPictureUrl } from './social.ts'

export interface PublicPage {
  body: string
  headers: Record<string, string>
}

/** Presentation of a form: a page of its own, or inside a frame of the creator's site. */
export interface PageOptions {
  refused?: Refused
  hidden?: HiddenInputs
  framed?: boolean
}

/** Returns a form's own page. Its URLs are absolute, because creators' sites show copies of it. */
export function formPage(form: OpenForm, { framed = false, ...options }: PageOptions): PublicPage {
  const shown = signUpFormOf(form, framed)
  if (framed) return formFrame(form, html`${signUpFormHtml(shown, options)}${pagesScriptTag()}`, { framed })
  const body = html`${signUpFormHtml(shown, { ...options, heading_tag: 'h1' })}${pagesScriptTag()}`
  return formFrame(form, body, { head: pageHead(form), is_listed: form.type === 'hosted' })
}

/** A form inside a page of the creator's public site. */
export interface FormSection {
  html: Html
  style: string
  /** Origins that the page may post to, for its Content-Security-Policy. */
  form_action: string
  /** Further directives of the page's policy: the script of forms, and the addresses that it calls. */
  policy: string
}

/** Returns the form for a page that has other content as well. */
export const formSection = (form: OpenForm, options: PageOptions): FormSection => ({
  html: html`${signUpFormHtml(signUpFormOf(form), options)}${pagesScriptTag()}`,
  style: signUpFormStyle(formLook(form.settings, form.publisher.style)),
  form_action: formAction(form.settings.redirect_url),
  policy: scriptPolicy(),
})

/** The script that counts views and proves that a visitor sends the form. */
export const pagesScriptUrl = () => `${env().PUBLIC_URL}/f/forms.js`
export const pagesScriptTag = (): Html => html`<script async src="${pagesScriptUrl()}"></script>`
const scriptPolicy = () => `script-src ${pagesScriptUrl()}; connect-src ${new URL(env().PUBLIC_URL).origin}`

/** Returns the page after a sign-up, which is the same for every address. */
export function thanksPage(
  form: OpenForm,
  {
    email_address = '',
    framed = false,
    creators = null,
  }: { email_address?: string; framed?: boolean; creators?: Html | null } = {},
): PublicPage {
  const has_creators = creators !== null
  if (framed)
    return formFrame(form, html`${thanksHtml(thanksOf(form))}${creators}${pagesScriptTag()}`, { framed, has_creators })
  const next = form.double_opt_in ? confirmationSteps(form, email_address) : readMore(form.publisher)
  return formFrame(form, html`${thanksHtml(thanksOf(form), 'h1')}${next}${creators}`, { has_creators })
}

/** Returns what to do until the address is confirmed. */
function confirmationSteps({ account_name, settings }: OpenForm, email_address: string): Html {
  const { subject, button_label } = settings.confirmation
  const inbox = inboxOf(email_address)
  return html`<ol class="steps"><li>Open the email “${subject}” from ${account_name}.</li><li>Press “${button_label}” in it.</li></ol>
${inbox && html`<a class="button" href="${inbox.url}">Open ${inbox.name}</a>`}<p class="small">No email after a few minutes? Look in the spam folder, or go back and check the address.</p>`
}

const readMore = ({ name, site_url }: Publisher): Html | null =>
  site_url ? html`<a class="button quiet" href="${site_url}">Read ${name}</a>` : null

/** Returns the extra step: what was entered, to be sent once more with a click. */
export function stepPage(form: OpenForm, given: ReadonlyMap<string, string>, { framed = false } = {}): PublicPage {
  const step = stepHtml(form, given, { framed })
  return formFrame(form, html`${step}${framed && pagesScriptTag()}`, { framed })
}

/** The extra step for visitors of whom nothing shows that they are visitors: their browser ran no script, or sent the form in a second. */
export function stepHtml(form: OpenForm, given: ReadonlyMap<string, string>, { framed = false } = {}): Html {
  const email_address = given.get('email_address') ?? ''
  const values = Object.fromEntries(
    [...given].filter(([name]) => name !== TOKEN && name !== PROOF && name !== HONEYPOT),
  )
  const hidden = { ...values, [STEP]: stepToken(form.uid, email_address, serviceCtx().now()) }
  return html`<form class="sign-up" method="post" action="${postAddress(form, framed)}"${targetOf(form, framed)}>
<div class="words"><h2 class="headline">One more step</h2><p>To keep bots out, please confirm that you want to subscribe ${email_address}.</p></div>
<div class="fields">${hiddenInputs(hidden)}<button type="submit">Continue</button></div>
<p class="refused" role="alert"></p>
</form>`
}

/** Tags for search engines and networks, of a landing page. A form that is embedded elsewhere has its place there. */
const pageHead = (form: OpenForm): Html | null =>
  form.type !== 'hosted'
    ? null
    : html`<meta name="description" content="${searchDescription(form.settings.description.replaceAll(/\s+/g, ' ').trim()) || t`Sign up for emails from ${form.account_name}.`}"><link rel="canonical" href="${formUrl(form.uid)}"><meta property="og:type" content="website"><meta property="og:title" content="${form.settings.heading}"><meta property="og:site_name" content="${form.account_name}"><meta property="og:url" content="${formUrl(form.uid)}"><meta property="og:image" content="${formPictureUrl(form)}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta name="twitter:card" content="summary_large_image">`

interface FrameOptions {
  framed?: boolean
  head?: Html | null
  has_creators?: boolean
  /** True if search engines may list the page. */
  is_listed?: boolean
}

function formFrame(
  form: OpenForm,
  body: Html,
  { framed = false, head = null, has_creators = false, is_listed = false }: FrameOptions = {},
): PublicPage {
  const look = formLook(form.settings, form.publisher.style)
  const own_style = framed ? formFrameStyle(look) : formPageStyle(look)
  const style = has_creators ? `${own_style}\n${CREATORS_STYLE}` : own_style
  const title = `${form.settings.heading} · ${form.account_name}`
  const { 'X-Robots-Tag': unlisted, ...headers } = pageHeaders({
    style,
    // Images of creators are at PUBLIC_URL, as logos are.
    image_origin: has_creators || look.has_picture ? new URL(env().PUBLIC_URL).origin : imageOrigin(form.publisher),
    form_action: formAction(form.settings.redirect_url),
    // No other page of a form may be framed: a page over it could collect clicks.
    frame_ancestors: framed ? '*' : "'none'",
    policy: scriptPolicy(),
  })
  return {
    body: publicPage({
      title,
      body,
      style,
      head,
      links: legalLinks(latestInstanceSettings()),
      publisher: framed ? null : form.publisher,
    }),
    headers: is_listed || unlisted === undefined ? headers : { ...headers, 'X-Robots-Tag': unlisted },
  }
}

/**
 * Returns where a page may post to. Browsers also apply `form-action` to redirects, and `'self'` is not PUBLIC_URL when the host was
 * reached under another name.
 */
function formAction(redirect_url: string): string {
  const origins = [env().PUBLIC_URL, redirect_url].filter(Boolean).map((url) => new URL(url).origin)
  return ["'self'", ...new Set(origins)].join(' ')
}

/** Returns a message that is true whether or not the address was known, confirmed, or unsubscribed. */
export function thanksOf({ double_opt_in, settings }: Pick<OpenForm, 'double_opt_in' | 'settings'>) {
  const message =
    settings.success_message ||
    (double_opt_in
      ? t`If your address is not confirmed yet, we sent you an email with a link. Open it to confirm your subscription.`
      : t`You are on the list.`)
  return { title: double_opt_in ? t`Check your inbox` : t`Thank you`, message }
}

export function signUpFormOf(form: OpenForm, framed = false): SignUpForm {
  const { settings, fields, consents } = form
  const target = targetOf(form, framed) ? '_top' : undefined
  const picture = formPictureOf(settings.picture, form.pictures)
  return { ...settings, fields, consents, picture, action: postAddress(form, framed), target }
}

/** A form in a frame that leads to another page sends the whole page there. */
const leavesFrame = ({ settings }: OpenForm, framed: boolean) => framed && settings.redirect_url !== ''
const postAddress = (form: OpenForm, framed: boolean) =>
  framed && !leavesFrame(form, framed) ? `${formUrl(form.uid)}/frame` : formUrl(form.uid)
const targetOf = (form: OpenForm, framed: boolean): Html | false => leavesFrame(form, framed) && html` target="_top"`

/** Returns the page behind a confirmation link: a question, or its outcome. */
export function confirmationPage(
  { account_name, state, is_asked, settings, details, publisher }: ConfirmationView,
  { token, done = false, creators = null }: { token: string; done?: boolean; creators?: Html | null },
): PublicPage {
  const { button_label, redirect_url } = settings.confirmation
  if (is_asked) {
    return plainPage(
      t`Emails from ${account_name}`,
      html`<p>Confirm that this is your address and that you want emails from ${account_name}.</p>
      ${details && detailsHtml(details)}
      <form method="post" action="${confirmationLink(token)}">${details && html`<input type="hidden" name="${DETAILS}" value="${details.digest}">`}<button>${button_label}</button></form>`,
      { redirect_url, publisher },
    )
  }
  if (state === 'active') {
    return plainPage(
      done ? t`You are on the list` : t`You are already on the list`,
      html`<p>Thank you. Every email from ${account_name} has a link to unsubscribe.</p>${readMore(publisher)}${creators}`,
      { publisher },
    )
  }
  if (state === 'cancelled') {
    return plainPage(
      t`You have unsubscribed`,
      html`<p>You unsubscribed after this email was sent. To subscribe again, fill in the form again.</p>`,
      { publisher },
    )
  }
  return plainPage(t`You are not on this list`, html`<p>${account_name} has no record of this address.</p>`, {
    publisher,
  })
}

/** The hidden input with the digest of the details that the page showed. */
export const DETAILS = 'details'

const detailsHtml = ({ lines }: ShownDetails): Html =>
  html`<p>These details were entered with your address. Confirming saves them:</p><ul>${lines.map(
    ({ label, value }) => html`<li>${label}: <strong>${value}</strong></li>`,
  )}</ul>`

/** Returns the page after a choice of recommended creators. */
export const recommendedPage = (
  { subscribed, failed }: { subscribed: readonly string[]; failed: readonly string[] },
  publisher: Publisher,
): PublicPage =>
  subscribed.length === 0 && failed.length === 0
    ? plainPage(t`No one was chosen`, html`<p>Go back and choose whose emails you want, or close this page.</p>`, {
        publisher,
      })
    : plainPage(
        subscribed.length > 0 ? t`Thank you` : t`Not possible right now`,
        html`${
          subscribed.length > 0 &&
          html`<p>You signed up for emails from ${subscribed.map((name, at) => html`${at > 0 && ', '}<strong>${name}</strong>`)}. Some creators send an email first: open its link to confirm.</p>`
        }${failed.length > 0 && html`<p>${listText(failed)} can’t take new subscribers right now. Try again later.</p>`}`,
        { publisher },
      )

export const unknownPage = (): PublicPage =>
  plainPage(t`Page not found`, html`<p>The link may be incomplete, or the form is closed.</p>`)

export const errorPage = (message: string): PublicPage => plainPage(t`Something went wrong`, html`<p>${message}</p>`)

function plainPage(
  title: string,
  body: Html,
  { redirect_url = '', publisher = null }: { redirect_url?: string; publisher?: Publisher | null } = {},
): PublicPage {
  return accountPage({
    title,
    body: html`<h1>${title}</h1>${body}`,
    links: legalLinks(latestInstanceSettings()),
    publisher,
    style: CREATORS_STYLE,
    form_action: formAction(redirect_url),
  })
}
