import { colord } from 'colord'
import { FONTS, type FontName } from '../lib/page/fonts.ts'
import { DEFAULT_ACCENT } from '../lib/page/form-style.ts'
import { lightTheme, type PublicStyle } from '../lib/page/theme.ts'
import { contrastOf, readableOn } from '../lib/text/color.ts'
import { escapeHtml } from './html/escape-html.ts'

export type LayoutName = 'Text Only' | 'Modern' | 'Classic' | 'Card'

type ButtonStyle = 'rounded' | 'square' | 'pill' | 'outline'

/** Look of a template. Colors are `#RRGGBB`. */
export interface LayoutDesign {
  base: LayoutName
  font: FontName
  heading_font: FontName
  width: number
  page_color: string
  sheet_color: string
  text_color: string
  link_color: string
  button_color: string
  button_style: ButtonStyle
  logo: { url: string; alt: string; width: number } | null
  /** Plain text with Liquid; line breaks are kept. Empty for none. */
  header: string
  footer: string
}

const CODE_FONT = 'Menlo,Consolas,Courier New,monospace'
/** Visible on light and dark sheets, and in boxes of any color. */
const CODE_COLOR = 'rgba(128,128,128,0.16)'

const COMMON = {
  width: 600,
  page_color: '#ffffff',
  sheet_color: '#ffffff',
  text_color: '#1f2937',
  link_color: '#1d4ed8',
  button_color: DEFAULT_ACCENT,
  button_style: 'rounded',
  logo: null,
  header: '',
  footer: '',
} as const

export const BUILT_IN_DESIGNS: Readonly<Record<LayoutName, LayoutDesign>> = {
  'Text Only': { ...COMMON, base: 'Text Only', font: 'system', heading_font: 'system' },
  Modern: { ...COMMON, base: 'Modern', font: 'system', heading_font: 'system' },
  Classic: { ...COMMON, base: 'Classic', font: 'georgia', heading_font: 'georgia' },
  Card: { ...COMMON, base: 'Card', font: 'system', heading_font: 'system', page_color: '#f3f4f6' },
}

/** Returns a built-in layout in an account's style. Text Only gets no logo. */
export function styledDesign(base: LayoutName, style: PublicStyle): LayoutDesign {
  const { ground, paper, ink, link, accent } = lightTheme(style)
  const { font, heading_font, corners, logo } = style
  return {
    ...BUILT_IN_DESIGNS[base],
    font,
    heading_font,
    page_color: base === 'Card' ? ground : paper,
    sheet_color: paper,
    text_color: ink,
    link_color: link,
    button_color: accent,
    button_style: corners,
    logo:
      logo && base !== 'Text Only'
        ? // Braces would be Liquid.
          { url: logo.url, alt: logo.alt.replace(/[{}]/g, ''), width: logo.width }
        : null,
  }
}

interface Look {
  /** Color of the cell around the content. */
  frame: string
  /** Pixels on each side of the content: padding and border. */
  side: number
  heading: string
  align: 'start' | 'center'
  size: number
}

const LOOKS: Readonly<Record<LayoutName, Look>> = {
  'Text Only': { frame: 'padding:0', side: 0, heading: 'font-weight:700', align: 'start', size: 15 },
  Modern: {
    frame: 'padding:40px 24px',
    side: 24,
    heading: 'font-weight:700;letter-spacing:-0.02em',
    align: 'start',
    size: 17,
  },
  Classic: {
    frame: 'padding:32px 24px;border-top:4px solid',
    side: 24,
    heading: 'font-weight:400',
    align: 'center',
    size: 17,
  },
  Card: {
    frame: 'padding:40px 32px;border:1px solid #e5e7eb;border-radius:12px',
    side: 33,
    heading: 'font-weight:600',
    align: 'center',
    size: 17,
  },
}

const DARK_BACKGROUND = '#111827'
/** The lighter of the two backgrounds of a layout in dark mode. */
export const DARK_SHEET = '#1f2937'
const DARK_TEXT_COLOR = '#e5e7eb'

/** Returns the layout of a design: an HTML document with placeholders for `applyLayout`. */
export function layoutOf(design: LayoutDesign): string {
  const { page_color, sheet_color, width } = design
  const { frame, align } = LOOKS[design.base]
  const sheet = `background-color:${sheet_color};${frame.replace(/solid$/, `solid ${design.text_color}`)}`
  const around = design.base === 'Text Only' ? '16px' : '24px 12px'
  const side = align === 'center' ? 'center' : '{{ start }}'
  return documentAround(
    design,
    `<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:${page_color}">
<tr><td align="${side}" style="padding:${around}">
<!--[if mso]><table role="presentation" width="${width}" align="${side}" cellpadding="0" cellspacing="0" border="0"><tr><td width="${width}"><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${width}px">
${headerRow(design, side)}<tr><td align="{{ start }}" class="sheet content" style="${sheet}">
{{ content }}
</td></tr>
<tr><td align="${side}" class="outer" style="padding:24px ${design.base === 'Text Only' ? '0' : '24px'} 0">${footerText(design)}{{ footer }}</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr>
</table>
`,
  )
}

function documentAround(design: LayoutDesign, body: string): string {
  return `${headOf(design)}<body class="page" style="margin:0;padding:0;background-color:${design.page_color}">{{ preview_text }}
<div role="article" aria-roledescription="email" aria-label="{{ title }}" lang="{{ lang }}" dir="{{ dir }}">
${body}</div>
</body>
</html>
`
}

function headerRow({ logo, header }: LayoutDesign, side: string): string {
  const picture = logo
    ? `<img src="${escapeHtml(logo.url)}" alt="${escapeHtml(logo.alt)}" width="${logo.width}" style="display:inline-block;width:${logo.width}px;max-width:100%;height:auto;border:0">`
    : ''
  const parts = [picture, lines(header)].filter((part) => part !== '')
  return parts.length === 0
    ? ''
    : `<tr><td align="${side}" class="outer masthead" style="padding:0 24px 24px">${parts.join('<br>')}</td></tr>\n`
}

const footerText = ({ footer }: LayoutDesign): string =>
  footer.trim() === '' ? '' : `<div class="own-footer">${lines(footer)}</div>`

const lines = (text: string): string => escapeAroundLiquid(text.trim()).replace(/\r?\n/g, '<br>\n')

/** Escapes text except its Liquid, whose output is escaped when it is rendered. A raw block is text. */
export function escapeAroundLiquid(text: string): string {
  return text.replace(RAW_OR_LIQUID, (part, raw: string | undefined) => {
    if (raw !== undefined) return escapeHtml(raw).replaceAll('{', '&#123;')
    return /^\{[{%]/.test(part) ? part : escapeHtml(part)
  })
}

const RAW_OR_LIQUID = /\{%-?\s*raw\b[^%]*%\}([\s\S]*?)\{%\s*endraw\b[^%]*%\}|\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}|[^{]+|\{/g

function headOf(design: LayoutDesign): string {
  return `<!DOCTYPE html>
<html lang="{{ lang }}" dir="{{ dir }}" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>{{ title }}</title>
<!--[if mso]>
<noscript><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript>
<style>table, td, th, p, li, h1, h2, h3, blockquote { font-family: ${FONTS[design.font].split(',').find((font) => !font.startsWith('-') && !font.startsWith('Blink')) ?? 'Arial'}, Arial, sans-serif; }</style>
<![endif]-->
<style data-inline data-content-width="${design.width - 2 * LOOKS[design.base].side}">
${inlinedRules(design)}
</style>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
.content img { max-width: 100%; height: auto; }
${darkRules(design)}</style>
</head>
`
}

function inlinedRules(design: LayoutDesign): string {
  const { size, heading } = LOOKS[design.base]
  const own_font = design.heading_font === design.font ? '' : `font-family:${FONTS[design.heading_font]};`
  const box = readableOn(design.sheet_color) === '#ffffff' ? '#374151' : '#f3f4f6'
  const headings = `${own_font}line-height:1.25;margin:1.2em 0 0.5em;${heading}`
  return `body { -webkit-text-size-adjust:100% }
.content { font-family:${FONTS[design.font]};font-size:${size}px;line-height:1.6;color:${design.text_color};word-break:break-word }
.content img { max-width:100%;height:auto;border:0 }
.content p { margin:0 0 1em }
.content h1, .content h2, .content h3 { ${headings} }
.content h1 { font-size:28px }
.content h2 { font-size:22px }
.content h3 { font-size:18px }
.content > h1:first-child, .content > h2:first-child { margin-top:0 }
.content ul, .content ol { margin:0 0 1em;margin-{{ start }}:1.8em;padding:0 }
.content li > ul, .content li > ol { margin-bottom:0 }
.content li > p { margin:0 0 0.3em }
.content blockquote { margin:0 0 1em;padding:0 16px;border-{{ start }}:3px solid #d1d5db }
.content pre { margin:0 0 1em;overflow-x:auto;padding:12px;background-color:${box};font-size:14px;white-space:pre-wrap }
.content code { padding:1px 4px;border-radius:4px;background-color:${CODE_COLOR};font-family:${CODE_FONT};font-size:0.9em }
.content pre code { padding:0;background-color:transparent;font-size:14px }
.content > table { margin-bottom:1em }
.content > :last-child, .content blockquote > :last-child { margin-bottom:0 }
.content hr { margin:2em 0;border:0;border-top:1px solid #d1d5db }
.content a { color:${design.link_color} }
${buttonRules(design)}
.masthead, .own-footer { font-family:${FONTS[design.font]};font-size:14px;line-height:1.5;color:${quietOn(design)} }
.own-footer { margin:0 0 24px }
.footer { font-family:${FONTS[design.font]};font-size:13px;line-height:1.5;color:${quietOn(design)} }
.footer a { color:${quietOn(design)} }`
}

/** Default style of the editor's buttons. */
const WRITTEN = { color: '#1f2937', style: 'rounded' }

/** The editor writes a style into each button, which a template's style replaces. */
function buttonRules({ button_color, button_style, sheet_color }: LayoutDesign): string {
  if (button_color === WRITTEN.color && button_style === WRITTEN.style) return ''
  const radius = { rounded: '8px', square: '0', pill: '999px', outline: '8px' }[button_style]
  const colors =
    button_style === 'outline'
      ? `background-color:${sheet_color} !important;border:2px solid ${button_color} !important;color:${button_color} !important`
      : `background-color:${button_color} !important;color:${readableOn(button_color)} !important`
  return `.content [data-button] a { ${colors};border-radius:${radius} !important }`
}

/** Text that is less important than the content but readable (WCAG 2 requires 4.5). */
function quietOn({ page_color }: LayoutDesign): string {
  const quiet = readableOn(page_color) === '#ffffff' ? '#d1d5db' : '#4b5563'
  return contrastOf(quiet, page_color) >= 4.5 ? quiet : readableOn(page_color)
}

/** WCAG 2 requires 4.5, at which blue links on a dark background look dim. */
const LINK_CONTRAST = 6

// Clients without `prefers-color-scheme` use the inline colors, which stay readable if a client inverts them.
function darkRules(design: LayoutDesign): string {
  const { page_color, sheet_color, button_color, button_style, text_color } = design
  // A dark design has its dark colors already.
  if (readableOn(sheet_color) === '#ffffff') return ''
  const sheet = page_color === sheet_color ? DARK_BACKGROUND : DARK_SHEET
  const button = readableIn(button_color, sheet, 1.6)
  const button_style_dark =
    button_style === 'outline'
      ? `background-color: ${sheet} !important; border-color: ${readableIn(button_color, sheet, 4.5)} !important; color: ${readableIn(button_color, sheet, 4.5)} !important`
      : `background-color: ${button} !important; color: ${readableOn(button)} !important`
  return `@media (prefers-color-scheme: dark) {
  .page { background-color: ${DARK_BACKGROUND} !important; }
  .sheet { background-color: ${sheet} !important; border-color: #4b5563 !important; }
  .content, .content .dark-text { color: ${DARK_TEXT_COLOR} !important; }
  .content a:not(.own-box) { color: ${readableIn(design.link_color, sheet, LINK_CONTRAST)} !important; }
  .content blockquote, .content hr { border-color: #4b5563 !important; }
  .content .light-box { color: ${text_color} !important; }
  .content .light-box a:not(.own-box) { color: ${design.link_color} !important; }
  .content [data-button] a { ${button_style_dark}; }
  .content pre { background-color: ${sheet === DARK_BACKGROUND ? DARK_SHEET : DARK_BACKGROUND} !important; }
  .footer, .footer a, .own-footer, .masthead { color: #9ca3af !important; }
}
`
}

/** Returns the color, made lighter until it has this contrast on a dark background. */
function readableIn(color: string, background: string, contrast: number): string {
  let lighter = colord(color)
  for (let step = 0; step < 20 && contrastOf(lighter.toHex(), background) < contrast; step++)
    lighter = lighter.lighten(0.05)
  return lighter.toHex()
}
