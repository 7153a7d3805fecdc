import { FONTS, type FontName } from './fonts.ts'
import { type Html, html } from './html.ts'
import { PLAIN_STYLE } from './landing/plain-style.ts'
import { type Corners, darkTheme, isDark, lightTheme, type PublicStyle, type Theme } from './theme.ts'

/** Pixels. */
export const RADIUS: Readonly<Record<Corners, { card: number; button: number; field: number }>> = {
  rounded: { card: 16, button: 10, field: 10 },
  square: { card: 0, button: 0, field: 0 },
  pill: { card: 16, button: 999, field: 23 },
}

/** Returns the style as CSS variables for a public page, light and dark. Every value is from a closed set or a color. */
export function styleVariables(style: PublicStyle): string {
  const dark = isDark(style) ? '' : `\n@media(prefers-color-scheme:dark){:root{${themeVariables(darkTheme(style))}}}`
  return `:root{color-scheme:${isDark(style) ? 'dark' : 'light dark'};${lightVariables(style)}}${dark}`
}

/** Returns the variables of the light scheme only, for a part of another site's page. */
export function lightVariables(style: PublicStyle): string {
  const { font, heading_font, corners } = style
  const { card, button, field } = RADIUS[corners]
  return `${themeVariables(lightTheme(style))};--font:${FONTS[font]};--heading-font:${FONTS[heading_font]};--radius:${card}px;--button-radius:${button}px;--field-radius:${field}px`
}

const themeVariables = (theme: Theme): string =>
  Object.entries(theme)
    .map(([name, color]) => `--${name.replace('_', '-')}:${color}`)
    .join(';')

/**
 * Returns the variables of a public page: colors, fonts and shapes, and the font of buttons, dates and labels. Without a style, headings and
 * posts are set like a book, and everything else like an app.
 */
export const publicVariables = (style: PublicStyle | null, accent_color = PLAIN_STYLE.accent_color): string =>
  style
    ? `${styleVariables(style)}\n:root{--ui:var(${uiFont(style)})}`
    : `${styleVariables({ ...PLAIN_STYLE, accent_color, text_color: '#22292b', background_color: '#fdfdfc' })}\n${PLAIN_FONTS}`

const PLAIN_FONTS =
  ':root{--font:Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif;--heading-font:var(--font);--ui:system-ui,-apple-system,"Segoe UI",sans-serif}'

const SERIF: readonly FontName[] = ['georgia', 'palatino']

/** The font of the pair that has no serifs, if one has none. */
const uiFont = ({ font, heading_font }: PublicStyle) =>
  SERIF.includes(font) && !SERIF.includes(heading_font) ? '--heading-font' : '--font'

/** Returns the logo above the text of a page. */
export const logoOf = (style: PublicStyle | null): Html | null =>
  style?.logo
    ? html`<img class="logo" src="${style.logo.url}" alt="${style.logo.alt}" width="${style.logo.width}" height="${style.logo.height}">`
    : null

/** An account as visitors and subscribers know it. */
export interface Publisher {
  name: string
  /** Null: it has no public site. */
  site_url: string | null
  /** Profile image in the account's library. */
  image_url: string | null
  /** Null: the account has no style. */
  style: PublicStyle | null
}

/** Returns the account above the text of a page: its logo, or its image and name, with a link to its site. */
export function publisherHtml({ name, site_url, image_url, style }: Publisher): Html {
  const image = image_url && html`<img class="avatar" src="${image_url}" alt="" width="36" height="36">`
  const shown = logoOf(style) ?? html`${image}<span>${name}</span>`
  return html`<header class="from">${site_url ? html`<a href="${site_url}">${shown}</a>` : html`<p>${shown}</p>`}</header>`
}

/**
 * Style of a page with one card: header, card and footer in a narrow column that fills a phone. The column begins at the top, because a
 * vertically centered card would move up with every part that a slow browser reads.
 */
export const CARD_STYLE = `*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:clamp(24px,9vh,88px) 24px 32px;background:var(--ground);color:var(--ink);font:1.0625rem/1.55 var(--ui);overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
body>*{width:100%;max-width:30rem;margin-inline:auto}
.from{margin-bottom:20px}.from>*{display:flex;justify-content:center;align-items:center;gap:12px;min-height:44px;margin:0;color:var(--ink);font-weight:600;line-height:1.3;text-decoration:none}.from .avatar{flex:none;width:36px;height:36px;border-radius:50%;object-fit:cover}.logo{display:block;max-width:100%;height:auto}
main{padding:clamp(28px,6vw,44px);background:var(--paper);border:1px solid var(--line);border-radius:var(--radius)}
:is(h1,h2,.headline){font-family:var(--heading-font);letter-spacing:-.015em;text-wrap:balance}h1,.sign-up h1.headline{margin:0 0 .75rem;font-size:clamp(1.5rem,1.35rem + .8vw,1.875rem);line-height:1.2}
p,ul,ol{margin:0 0 1.5rem;color:var(--soft);text-wrap:pretty}:is(ul,ol){padding-inline-start:1.25rem}strong{color:var(--ink);font-weight:600}main>:last-child{margin-bottom:0}a{color:var(--link);text-underline-offset:.15em}
:is(button,.button){display:block;width:100%;min-height:48px;padding:11px 20px;font:600 1rem/1.5 var(--ui);text-align:center;text-decoration:none;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);border-radius:var(--button-radius);cursor:pointer}
.quiet{color:inherit;background:transparent;border-color:var(--soft)}:is(a,button,input,textarea,select):focus-visible{outline:3px solid var(--link);outline-offset:2px}.more{margin:16px 0 0;text-align:center}.more a{display:inline-block;padding:4px 0}
.steps{display:grid;gap:12px;padding:0;list-style:none;counter-reset:step}.steps li{display:flex;gap:12px;counter-increment:step}.steps li::before{content:counter(step);flex:none;align-self:start;width:1.625rem;font:600 .875rem/1.625rem var(--ui);text-align:center;color:var(--ink);background:var(--wash);border-radius:50%}.sign-up+*{margin-top:24px}.small{margin:16px 0 0;font-size:.875rem}
body>footer{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 20px;padding-top:24px;color:var(--soft);font-size:.875rem}body>footer a{display:inline-block;padding:4px 0;color:inherit}
@media(max-width:32rem){body{padding:20px 0 24px;background:var(--paper)}:is(.from,body>footer){padding-inline:20px}.from>*{justify-content:start}main{padding:8px 20px 20px;background:none;border:0;border-radius:0}body>footer{justify-content:start}}`
