import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import { env } from '../../../env.ts'
import { type Html, html } from '../../../lib/page/html.ts'
import { PAGE_STYLE, pageHeaders, publicPage, styledPage } from '../../../lib/page/public-page.ts'
import { logoOf, type PublicStyle } from '../../../lib/page/public-style.ts'
import {
  formLook,
  formPageStyle,
  overlayStyle,
  type Refused,
  type SignUpForm,
  signUpFormHtml,
  signUpFormStyle,
  thanksHtml,
} from '../../../lib/page/sign-up-form.ts'
import { CREATORS_STYLE } from '../../recommendations/section.ts'
import type { ConfirmationView } from '../confirmation/confirmation.ts'
import { confirmationLink } from '../confirmation/tokens.ts'
import { formUrl } from '../service.ts'
import type { ShownDetails } from './details.ts'
import type { EmbeddedForm } from './embed-script.ts'
import type { OpenForm } from './sign-up.ts'
import { formPictureUrl } from './social.ts'

export interface PublicPage {
  body: string
  headers: Record<string, string>
}

/**
 * Returns a form's own page. Its URLs are absolute, because creators' sites show copies of it. Any site may frame it, because it uses
 * no session.
 */
export function formPage(form: OpenForm, options: { refused?: Refused; referrer?: string }): PublicPage {
  const body = html`${fromOf(form)}${signUpFormHtml(signUpFormOf(form), { ...options, heading_tag: 'h1' })}`
  return formFrame(form, body, socialHead(form))
}

/** A form inside a page of the creator's public site. */
export interface FormSection {
  html: Html
  style: string
  /** Where the page may post to, for its Content-Security-Policy. */
  form_action: string
}

/** Returns the form for a page whose address is the referrer of its sign-ups. */
export const formSection = (form: OpenForm, options: { referrer?: string; refused?: Refused }): FormSection => ({
  html: signUpFormHtml(signUpFormOf(form), options),
  style: signUpFormStyle(formLook(form.settings, form.style)),
  form_action: formAction(form.settings.redirect_url),
})

/** Returns the page after a sign-up, which is the same for every address. */
export const thanksPage = (form: OpenForm, creators: Html | null = null): PublicPage =>
  formFrame(form, html`${fromOf(form)}${thanksHtml(thanksOf(form), 'h1')}${creators}`, null, creators !== null)

const fromOf = ({ style, account_name }: OpenForm): Html => logoOf(style) ?? html`<p class="from">${account_name}</p>`

/** What networks show of a shared link to a landing page. */
const socialHead = (form: OpenForm): Html | null =>
  form.type !== 'hosted'
    ? null
    : html`<meta property="og:type" content="website"><meta property="og:title" content="${form.settings.heading}"><meta property="og:site_name" content="${form.account_name}"><meta property="og:url" content="${formUrl(form.uid)}"><meta property="og:image" content="${formPictureUrl(form)}"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta name="twitter:card" content="summary_large_image">`

function formFrame(form: OpenForm, body: Html, head: Html | null = null, has_creators = false): PublicPage {
  const look = formPageStyle(formLook(form.settings, form.style))
  const style = has_creators ? `${look}\n${CREATORS_STYLE}` : look
  const title = `${form.settings.heading} · ${form.account_name}`
  return {
    body: publicPage({ title, body, style, head, links: legalLinks(latestInstanceSettings()) }),
    headers: pageHeaders({
      style,
      // Images of creators are at PUBLIC_URL, as logos are.
      logo_url: has_creators ? env().PUBLIC_URL : form.style?.logo?.url,
      form_action: formAction(form.settings.redirect_url),
      frame_ancestors: '*',
    }),
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

/** Returns the data that the embed script renders. */
export function embeddedForm(form: OpenForm): EmbeddedForm {
  const { uid, format, settings } = form
  const look = formLook(settings, form.style)
  const style = signUpFormStyle(look)
  const is_inline = form.type === 'hosted' || format === null || format === 'inline'
  return {
    uid,
    format: is_inline ? 'inline' : (format as EmbeddedForm['format']),
    html: signUpFormHtml(signUpFormOf(form)).toString(),
    style: is_inline ? style : `${style}\n${overlayStyle(look)}`,
    open_after_seconds: settings.open_after_seconds,
  }
}

/** Returns a message that is true whether or not the address was known, confirmed, or unsubscribed. */
export function thanksOf({ double_opt_in, settings }: Pick<OpenForm, 'double_opt_in' | 'settings'>) {
  const message =
    settings.success_message ||
    (double_opt_in
      ? 'If your address is not confirmed yet, we sent you an email with a link. Open it to confirm your subscription.'
      : 'You are on the list.')
  return { title: double_opt_in ? 'Check your inbox' : 'Thank you', message }
}

const signUpFormOf = ({ uid, settings, fields }: OpenForm): SignUpForm => ({
  ...settings,
  fields,
  action: formUrl(uid),
})

/** Returns the page behind a confirmation link: a question, or its outcome. */
export function confirmationPage(
  { account_name, state, is_asked, settings, details, style }: ConfirmationView,
  { token, done = false, creators = null }: { token: string; done?: boolean; creators?: Html | null },
): PublicPage {
  const { button_label, redirect_url } = settings.confirmation
  if (is_asked) {
    return plainPage(
      `Emails from ${account_name}`,
      html`<p>Confirm that this is your address and that you want emails from ${account_name}.</p>
      ${details && detailsHtml(details)}
      <form method="post" action="${confirmationLink(token)}">${details && html`<input type="hidden" name="${DETAILS}" value="${details.digest}">`}<button>${button_label}</button></form>`,
      { redirect_url, style },
    )
  }
  if (state === 'active') {
    return plainPage(
      done ? 'You are on the list' : 'You are already on the list',
      html`<p>Thank you. Every email from ${account_name} has a link to unsubscribe.</p>${creators}`,
      { style },
    )
  }
  if (state === 'cancelled') {
    return plainPage(
      'You have unsubscribed',
      html`<p>You unsubscribed after this email was sent. To subscribe again, fill in the form again.</p>`,
      { style },
    )
  }
  return plainPage('You are not on this list', html`<p>${account_name} has no record of this address.</p>`, { style })
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
  style: PublicStyle | null,
): PublicPage =>
  subscribed.length === 0 && failed.length === 0
    ? plainPage('No one was chosen', html`<p>Go back and choose whose emails you want, or close this page.</p>`, {
        style,
      })
    : plainPage(
        subscribed.length > 0 ? 'Thank you' : 'Not possible right now',
        html`${
          subscribed.length > 0 &&
          html`<p>You signed up for emails from ${subscribed.map((name, at) => html`${at > 0 && ', '}<strong>${name}</strong>`)}. Some creators send an email first: open its link to confirm.</p>`
        }${failed.length > 0 && html`<p>${failed.join(', ')} can’t take new subscribers right now. Try again later.</p>`}`,
        { style },
      )

export const unknownPage = (): PublicPage =>
  plainPage('Page not found', html`<p>The link may be incomplete, or the form is closed.</p>`)

export const errorPage = (message: string): PublicPage => plainPage('Something went wrong', html`<p>${message}</p>`)

function plainPage(
  title: string,
  body: Html,
  { redirect_url = '', style = null }: { redirect_url?: string; style?: PublicStyle | null } = {},
): PublicPage {
  return styledPage({
    title,
    body: html`<h1>${title}</h1>${body}`,
    links: legalLinks(latestInstanceSettings()),
    look: style,
    style: `${PAGE_STYLE}\n${CREATORS_STYLE}`,
    form_action: formAction(redirect_url),
  })
}
