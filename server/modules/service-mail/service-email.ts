import { FONTS } from '../../lib/page/fonts.ts'
import { html, trustedHtml } from '../../lib/page/html.ts'
import { languageAttributes } from '../../lib/page/language.ts'
import { RADIUS } from '../../lib/page/public-style.ts'
import { lightTheme, type PublicStyle } from '../../lib/page/theme.ts'
import { readableOn } from '../../lib/text/color.ts'

/** A service email. All properties are plain text. */
export interface ServiceEmail {
  subject: string
  heading: string
  paragraphs: string[]
  /** The main link; its URL is also shown as text, for email apps without buttons. */
  action?: { label: string; url: string }
  /** Why the recipient received the email, and what happens if they ignore it. */
  footnote: string
  /** A link in small print that unsubscribes from such emails. */
  stop?: { label: string; url: string }
  /** The sender’s brand. Default: Envoi. */
  brand?: Brand
}

export interface Brand {
  name: string
  /** `#RRGGBB`, for the button. */
  accent_color: string
  /** The account's style, for an email of an account. */
  style?: PublicStyle | null
}

const ENVOI: Brand = { name: 'Envoi', accent_color: '#14495a' }

/** Renders the email as plain text and as HTML for all email apps. */
export function renderServiceEmail(email: ServiceEmail): { text: string; html: string } {
  return { text: emailText(email), html: emailHtml(email) }
}

function emailText({ heading, paragraphs, action, footnote, stop }: ServiceEmail): string {
  const blocks = [heading, ...paragraphs]
  if (action) blocks.push(`${action.label}:\n${action.url}`)
  const small = stop ? `${footnote}\n${stop.label}: ${stop.url}` : footnote
  return `${[...blocks, `--\n${small}`].join('\n\n')}\n`
}

const FONT = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const COLORS = {
  ground: '#f4f7f8',
  paper: '#ffffff',
  text: '#22313a',
  heading: '#0f1c22',
  soft: '#5b6b73',
  line: '#e3eaed',
  link: '#14495a',
  name: '#14495a',
}

/** Returns the brand-dependent parts of an email. */
function lookOf({ accent_color, style }: Brand) {
  const button = { accent: accent_color, on_accent: readableOn(accent_color) }
  if (!style) return { ...COLORS, ...button, font: FONT, heading_font: FONT, radius: { card: 16, button: 10 } }
  const { ink, ...theme } = lightTheme(style)
  const fonts = { font: FONTS[style.font], heading_font: FONTS[style.heading_font] }
  return { ...theme, text: ink, heading: ink, name: ink, ...fonts, radius: RADIUS[style.corners] }
}

function emailHtml({ subject, heading, paragraphs, action, footnote, stop, brand = ENVOI }: ServiceEmail): string {
  const look = lookOf(brand)
  const body = paragraphs.map(
    (text) => html`<p style="margin:0 0 16px;font-size:16px;line-height:25px;color:${look.text}">${text}</p>\n`,
  )
  const button = action
    ? html`<p style="margin:28px 0"><a href="${action.url}" style="display:inline-block;padding:12px 22px;border-radius:${look.radius.button}px;background:${look.accent};color:${look.on_accent};font-size:16px;font-weight:600;text-decoration:none">${action.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:${look.soft}">If the button does not work, open this link:<br><a href="${action.url}" style="color:${look.link};word-break:break-all">${action.url}</a></p>`
    : null
  const logo = brand.style?.logo
  const name = logo
    ? html`<img src="${logo.url}" alt="${logo.alt}" width="${logo.width}" style="display:block;width:${logo.width}px;max-width:100%;height:auto;border:0">`
    : brand.name
  return html`<!doctype html>
<html${languageAttributes()}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:${look.ground}"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${look.ground}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:${look.paper};border-radius:${look.radius.card}px;font-family:${trustedHtml(look.font)}"><tr><td style="padding:36px 32px 28px">
<p style="margin:0 0 24px;font-size:18px;font-weight:700;letter-spacing:-0.5px;color:${look.name}">${name}</p>
<h1 style="margin:0 0 16px;font-family:${trustedHtml(look.heading_font)};font-size:23px;line-height:30px;letter-spacing:-0.4px;color:${look.heading}">${heading}</h1>
${body}${button}
<p style="margin:28px 0 0;padding-top:18px;border-top:1px solid ${look.line};font-size:13px;line-height:20px;color:${look.soft}">${footnote}${stop ? html` <a href="${stop.url}" style="color:${look.link}">${stop.label}</a>` : null}</p>
</td></tr></table></td></tr></table></body></html>
`.toString()
}
