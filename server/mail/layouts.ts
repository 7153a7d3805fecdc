import { escapeHtml } from './html/escape-html.ts'
import { hasPostalAddress, hasUnsubscribeLink } from './html/text.ts'

export interface LayoutContent {
  /** The creator's sanitised HTML, with Liquid. */
  content: string
  /** Plain text with Liquid, shown beside the subject in the inbox and hidden in the email. */
  preview_text?: string | null
}

export type LayoutName = 'Text Only' | 'Modern' | 'Classic' | 'Card'

export const DEFAULT_LAYOUT: LayoutName = 'Classic'

/**
 * Puts an email's content into a layout: an HTML document with `{{ content }}` and, optionally, `{{ preview_text }}` and
 * `{{ footer }}`. The footer has the postal address and the unsubscribe link (L1, B6), each unless content or layout has it.
 * Without `{{ footer }}` it is added at the end of the body. `requireInHtml` ensures that both are visible.
 */
export function applyLayout(layout: string, { content, preview_text }: LayoutContent): string {
  const written = layout + content
  const footer = renderFooter({ address: !hasPostalAddress(written), unsubscribe: !hasUnsubscribeLink(written) })
  const marked = FOOTER.test(layout) ? layout : atEndOfBody(layout, '{{ footer }}')
  return marked
    .replace(PREVIEW, () => (preview_text ? renderPreview(preview_text) : ''))
    .replace(FOOTER, () => footer)
    .replace(CONTENT, () => content)
}

const CONTENT = /\{\{-?\s*content\s*-?\}\}/
const FOOTER = /\{\{-?\s*footer\s*-?\}\}/
const PREVIEW = /\{\{-?\s*preview_text\s*-?\}\}/

function atEndOfBody(layout: string, part: string): string {
  const end = layout.toLowerCase().lastIndexOf('</body')
  return end === -1 ? layout + part : layout.slice(0, end) + part + layout.slice(end)
}

function renderFooter(missing: { address: boolean; unsubscribe: boolean }): string {
  const parts: string[] = []
  if (missing.unsubscribe) parts.push('<a href="{{ unsubscribe_url }}" style="color:#6b7280">Unsubscribe</a>')
  if (missing.address) parts.push('{{ address | newline_to_br }}')
  return parts.length === 0
    ? ''
    : `<div class="footer" style="padding:24px 0;font-size:13px;line-height:1.5;color:#6b7280">${parts.join('<br />')}</div>`
}

// Invisible padding, so the inbox does not show the first words of the email after the preview text.
function renderPreview(text: string): string {
  const hidden =
    'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:transparent'
  return `<div class="preheader" style="${hidden}">${escapeText(text)}${'&#847;&zwnj;&nbsp;'.repeat(60)}</div>`
}

// Liquid is not escaped here. Its output is escaped when it is rendered.
function escapeText(text: string): string {
  return text.replace(/\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|[^{]+|\{/g, (part) =>
    /^\{[{%]/.test(part) ? part : escapeHtml(part),
  )
}

interface LayoutStyle {
  font: string
  page: string
  sheet: string
  /** Style of the cell around the content. */
  frame: string
  heading: string
  align: 'left' | 'center'
}

const SANS = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SERIF = "Georgia,'Times New Roman',serif"

export const BUILT_IN_LAYOUTS: Readonly<Record<LayoutName, string>> = {
  'Text Only': textOnly(),
  Modern: documentOf({
    font: SANS,
    page: '#ffffff',
    sheet: '#ffffff',
    frame: 'padding:40px 24px',
    heading: 'font-weight:700;letter-spacing:-0.02em',
    align: 'left',
  }),
  Classic: documentOf({
    font: SERIF,
    page: '#ffffff',
    sheet: '#ffffff',
    frame: 'padding:32px 24px;border-top:4px solid #1f2937',
    heading: 'font-weight:400',
    align: 'center',
  }),
  Card: documentOf({
    font: SANS,
    page: '#f3f4f6',
    sheet: '#ffffff',
    frame: 'padding:40px 32px;border:1px solid #e5e7eb;border-radius:12px',
    heading: 'font-weight:600',
    align: 'center',
  }),
}

function documentOf(look: LayoutStyle): string {
  const text = `font-family:${look.font};font-size:17px;line-height:1.6;color:#1f2937`
  return `${head(look)}<body class="page" style="margin:0;padding:0;background-color:${look.page}">{{ preview_text }}
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${look.page}">
<tr><td align="${look.align}" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td align="left" class="sheet content" style="background-color:${look.sheet};${look.frame};${text}">
{{ content }}
</td></tr>
<tr><td align="${look.align}" style="font-family:${look.font};padding:0 24px">{{ footer }}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function textOnly(): string {
  const look: LayoutStyle = { font: SANS, page: '#ffffff', sheet: '#ffffff', frame: '', heading: '', align: 'left' }
  return `${head(look)}<body class="content" style="margin:0;padding:16px;font-family:${SANS};font-size:15px;line-height:1.5">{{ preview_text }}
<div style="max-width:640px">
{{ content }}
{{ footer }}
</div>
</body>
</html>
`
}

// Clients without `prefers-color-scheme` use the inline colors, which stay readable if a client inverts them.
function head(look: LayoutStyle): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<title></title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.content img { max-width: 100%; height: auto; border: 0; }
.content p { margin: 0 0 1em; }
.content h1, .content h2, .content h3 { line-height: 1.25; margin: 1.2em 0 0.5em; ${look.heading} }
.content h1:first-child, .content h2:first-child { margin-top: 0; }
.content blockquote { margin: 0 0 1em; padding-left: 16px; border-left: 3px solid #d1d5db; }
.content pre { overflow-x: auto; padding: 12px; background-color: #f3f4f6; font-size: 14px; }
.content a { color: #1d4ed8; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #111827 !important; }
  .sheet { background-color: ${look.page === look.sheet ? '#111827' : '#1f2937'} !important; border-color: #374151 !important; }
  .content { color: #e5e7eb !important; }
  .content a { color: #93c5fd !important; }
  .content pre { background-color: #1f2937 !important; }
  .footer, .footer a { color: #9ca3af !important; }
}
</style>
</head>
`
}
