import { createHash } from 'node:crypto'
import { type Html, html, trustedHtml } from './html.ts'
import { PLAIN_STYLE } from './landing/plain-style.ts'
import { languageAttributes } from './language.ts'
import { CARD_TOP, cardStyle, FOOTER_STYLE, logoOf, styleVariables } from './public-style.ts'
import type { PublicStyle } from './theme.ts'

// Public pages opened from an email or a link: one card, no script.

/** Style of these pages, in the colors of pages without a style. */
export const PAGE_STYLE = `${styleVariables(PLAIN_STYLE)}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;place-content:start center;grid-template-columns:minmax(0,1fr);padding:${CARD_TOP} 24px 24px;background:var(--ground);color:var(--ink);font:17px/1.55 system-ui,sans-serif}
main{width:100%;max-width:28rem;padding:40px 32px;background:var(--paper);border:1px solid var(--line);border-radius:16px;overflow-wrap:anywhere}
h1{margin:0 0 12px;font-size:1.5rem;line-height:1.25;letter-spacing:-.01em}p,ul{margin:0 0 24px;color:var(--soft)}ul{padding-inline-start:20px}
main>:last-child{margin-bottom:0}${FOOTER_STYLE}a{color:var(--link)}.more{margin:16px 0 0;text-align:center}.more a{display:inline-block;padding:4px 0}
button{font:inherit;font-weight:600;width:100%;min-height:48px;padding:10px 20px;border-radius:10px;border:1px solid var(--accent);background:var(--accent);color:var(--on-accent);cursor:pointer}
button.quiet{background:transparent;border-color:currentColor;color:inherit}button:focus-visible{outline:3px solid var(--link);outline-offset:2px}`

/** Returns the style sheet of such a page, in the account's style if it has one. */
const pageStyle = (own: string, style: PublicStyle | null): string => (style ? `${own}\n${cardStyle(style)}` : own)

export interface FooterLink {
  label: string
  href: string
}

/** Returns a complete page, with the links of the instance (its terms and privacy policy) in the footer. */
export const publicPage = ({
  title,
  body,
  links,
  style = PAGE_STYLE,
  logo = null,
  head = null,
}: {
  title: string
  /** Further elements of the head. */
  head?: Html | null
  body: Html
  links: readonly FooterLink[]
  style?: string
  logo?: Html | null
}): string =>
  html`<!DOCTYPE html>
<html${languageAttributes()}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>${head}<style>${trustedHtml(style)}</style></head>
<body><main>${logo}${body}</main>${footerOf(links)}</body></html>
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
  { style = PAGE_STYLE, logo_url, form_action = "'self'", frame_ancestors = "'none'", policy = '' } = {} as {
    style?: string
    logo_url?: string | undefined
    form_action?: string
    frame_ancestors?: string
    /** Further directives of the policy, such as `script-src …`. */
    policy?: string
  },
): Record<string, string> {
  const style_hash = createHash('sha256').update(style).digest('base64')
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${style_hash}'${logo_url ? `; img-src ${new URL(logo_url).origin}` : ''}; form-action ${form_action}; base-uri 'none'; frame-ancestors ${frame_ancestors}${policy && `; ${policy}`}`,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
    'Cache-Control': 'no-store',
  }
}

/** Returns a page and its headers in the style of an account. */
export function styledPage({
  style = PAGE_STYLE,
  look,
  ...page
}: {
  title: string
  body: Html
  links: readonly FooterLink[]
  style?: string
  /** Null: the account has no style. */
  look: PublicStyle | null
  form_action?: string
}): { body: string; headers: Record<string, string> } {
  const { form_action, ...shown } = page
  const sheet = pageStyle(style, look)
  return {
    body: publicPage({ ...shown, style: sheet, logo: logoOf(look) }),
    headers: pageHeaders({
      style: sheet,
      logo_url: look?.logo?.url,
      ...(form_action === undefined ? {} : { form_action }),
    }),
  }
}
