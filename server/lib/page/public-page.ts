import { createHash } from 'node:crypto'
import { type Html, html, trustedHtml } from './html.ts'
import { languageAttributes } from './language.ts'
import { CARD_STYLE, type Publisher, publicVariables, publisherHtml } from './public-style.ts'
import type { PublicStyle } from './theme.ts'

// Public pages opened from an email or a link: one card, no script.

/** Returns the style sheet of a page with one card, in the account's style if it has one. */
export const cardStyle = (style: PublicStyle | null, own = ''): string =>
  [publicVariables(style), CARD_STYLE, own].filter(Boolean).join('\n')

const PLAIN_CARD = cardStyle(null)

export interface FooterLink {
  label: string
  href: string
}

/** Returns a complete page, with the links of the instance (its terms and privacy policy) in the footer. */
export const publicPage = ({
  title,
  body,
  links,
  style = PLAIN_CARD,
  publisher = null,
  head = null,
}: {
  title: string
  /** Further elements of the head. */
  head?: Html | null
  body: Html
  links: readonly FooterLink[]
  style?: string
  publisher?: Publisher | null
}): string =>
  html`<!DOCTYPE html>
<html${languageAttributes()}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${head}<style>${trustedHtml(style)}</style></head>
<body>${publisher && publisherHtml(publisher)}<main>${body}</main>${footerOf(links)}</body></html>
`.toString()

const footerOf = (links: readonly FooterLink[]): Html | null =>
  links.length === 0
    ? null
    : html`<footer>${links.map(({ label, href }) => html`<a href="${href}">${label}</a>`)}</footer>`

/**
 * Returns headers that prevent running or loading anything. By default no site may frame the page, and it posts only to us. Its address is not
 * sent as a referrer, because it may contain a token.
 */
export function pageHeaders(
  { style = PLAIN_CARD, image_origin, form_action = "'self'", frame_ancestors = "'none'", policy = '' } = {} as {
    style?: string
    /** Origin of the images that the page may load. */
    image_origin?: string | undefined
    form_action?: string
    frame_ancestors?: string
    /** Further directives of the policy, such as `script-src …`. */
    policy?: string
  },
): Record<string, string> {
  const style_hash = createHash('sha256').update(style).digest('base64')
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${style_hash}'${image_origin ? `; img-src ${image_origin}` : ''}; form-action ${form_action}; base-uri 'none'; frame-ancestors ${frame_ancestors}${policy && `; ${policy}`}`,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store',
  }
}

/** Returns a page of an account and its headers. */
export function accountPage({
  style,
  publisher,
  form_action,
  ...shown
}: {
  title: string
  body: Html
  links: readonly FooterLink[]
  /** Rules of this page. */
  style?: string
  /** Null: the page belongs to no account. */
  publisher: Publisher | null
  form_action?: string
}): { body: string; headers: Record<string, string> } {
  const sheet = cardStyle(publisher?.style ?? null, style)
  return {
    body: publicPage({ ...shown, style: sheet, publisher }),
    headers: pageHeaders({
      style: sheet,
      image_origin: publisher ? imageOrigin(publisher) : undefined,
      ...(form_action === undefined ? {} : { form_action }),
    }),
  }
}

/** Returns the origin of the images that show an account, undefined without any. */
export function imageOrigin({ style, image_url }: Publisher): string | undefined {
  const url = style?.logo?.url ?? image_url
  return url ? new URL(url).origin : undefined
}
