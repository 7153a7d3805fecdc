import { html, trustedHtml } from '../../lib/page/html.ts'
import { readableOn } from '../../lib/text/color.ts'

/** A service email. All members are plain text. */
export interface ServiceEmail {
  subject: string
  heading: string
  paragraphs: string[]
  /** The main link; its URL is also shown as text, for email apps without buttons. */
  action?: { label: string; url: string }
  /** Why the recipient received the email, and what happens if they ignore it. */
  footnote: string
  /** The sender’s brand. By default Envoi. */
  brand?: Brand
}

export interface Brand {
  name: string
  /** `#RRGGBB`, of the button. */
  color: string
}

const ENVOI: Brand = { name: 'Envoi', color: '#14495a' }

/** Renders the email as plain text and as HTML for all email apps. */
export function renderServiceEmail(email: ServiceEmail): { text: string; html: string } {
  return { text: emailText(email), html: emailHtml(email) }
}

function emailText({ heading, paragraphs, action, footnote }: ServiceEmail): string {
  const blocks = [heading, ...paragraphs]
  if (action) blocks.push(`${action.label}:\n${action.url}`)
  return `${[...blocks, `--\n${footnote}`].join('\n\n')}\n`
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function emailHtml({ subject, heading, paragraphs, action, footnote, brand = ENVOI }: ServiceEmail): string {
  const body = paragraphs.map(
    (text) => html`<p style="margin:0 0 16px;font-size:16px;line-height:25px;color:#22313a">${text}</p>\n`,
  )
  const button = action
    ? html`<p style="margin:28px 0"><a href="${action.url}" style="display:inline-block;padding:12px 22px;border-radius:10px;background:${brand.color};color:${readableOn(brand.color)};font-size:16px;font-weight:600;text-decoration:none">${action.label}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#5b6b73">If the button does not work, open this link:<br><a href="${action.url}" style="color:#14495a;word-break:break-all">${action.url}</a></p>`
    : null
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${subject}</title></head>
<body style="margin:0;padding:0;background:#f4f7f8"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f7f8"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border-radius:16px;${trustedHtml(FONT)}"><tr><td style="padding:36px 32px 28px">
<p style="margin:0 0 24px;font-size:18px;font-weight:700;letter-spacing:-0.5px;color:#14495a">${brand.name}</p>
<h1 style="margin:0 0 16px;font-size:23px;line-height:30px;letter-spacing:-0.4px;color:#0f1c22">${heading}</h1>
${body}${button}
<p style="margin:28px 0 0;padding-top:18px;border-top:1px solid #e3eaed;font-size:13px;line-height:20px;color:#5b6b73">${footnote}</p>
</td></tr></table></td></tr></table></body></html>
`.toString()
}
