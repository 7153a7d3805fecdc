import { FONTS } from './fonts.ts'
import { type Html, html } from './html.ts'
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

/** Colors and shapes of a page with one card, on top of the page's own style. */
const CARD_STYLE = `body{background:var(--ground);color:var(--ink);font-family:var(--font)}main{background:var(--paper);border-color:var(--line);border-radius:var(--radius)}
h1,h2,.headline{font-family:var(--heading-font)}a{color:var(--link)}button{border-radius:var(--button-radius)}input,textarea,select{border-radius:var(--field-radius)}
button:focus-visible,input:focus-visible,textarea:focus-visible,select:focus-visible{outline-color:var(--link)}.logo{display:block;max-width:100%;height:auto;margin:0 0 24px}`

/** The style sheet of a page with one card in the account's style. */
export const cardStyle = (style: PublicStyle): string => `${styleVariables(style)}\n${CARD_STYLE}`

/** Returns the logo above the text of a page. */
export const logoOf = (style: PublicStyle | null): Html | null =>
  style?.logo
    ? html`<img class="logo" src="${style.logo.url}" alt="${style.logo.alt}" width="${style.logo.width}" height="${style.logo.height}">`
    : null

/** Space above the card of a page. A vertically centered card would move up with every part that a slow browser reads. */
export const CARD_TOP = 'clamp(24px,12vh,112px)'

export const FOOTER_STYLE = `body>footer{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 20px;padding-top:20px;font-size:.875rem}body>footer a{display:inline-block;padding:4px 0;color:inherit}`
