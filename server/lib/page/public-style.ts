import { contrastOf, madeReadable, mixed, readableOn } from '../text/color.ts'
import { FONTS, type FontName } from './fonts.ts'
import { type Html, html } from './html.ts'

export const CORNERS = ['rounded', 'square', 'pill'] as const
type Corners = (typeof CORNERS)[number]

/** An account's style as public pages and emails use it. Colors are `#rrggbb`. */
export interface PublicStyle {
  /** An image of the account's library, with the size it is shown in. */
  logo: { url: string; alt: string; width: number; height: number } | null
  font: FontName
  heading_font: FontName
  accent_color: string
  text_color: string
  background_color: string
  corners: Corners
}

/** WCAG 2 for text. */
export const READABLE_CONTRAST = 4.5
/** Of a button that is seen as one. */
export const SEEN_CONTRAST = 1.6
/** Of the dark background with white. */
const DARK_CONTRAST = 17

/** The colors of a page in one scheme. */
interface Theme {
  /** Behind a card. */
  ground: string
  /** Behind text. */
  paper: string
  ink: string
  soft: string
  line: string
  wash: string
  link: string
  accent: string
  on_accent: string
  danger: string
}

type Colors = Pick<PublicStyle, 'accent_color' | 'text_color' | 'background_color'>

/** Everything that a page colors, from three colors. Whatever is derived is readable. */
export function lightTheme({ accent_color, text_color: ink, background_color: paper }: Colors): Theme {
  const wash = mixed(paper, ink, 0.05)
  return {
    ground: mixed(paper, ink, 0.04),
    paper,
    ink,
    soft: madeReadable(mixed(ink, paper, 0.3), wash, READABLE_CONTRAST),
    line: mixed(paper, ink, 0.14),
    wash,
    link: madeReadable(accent_color, paper, READABLE_CONTRAST),
    accent: accent_color,
    on_accent: readableOn(accent_color),
    danger: madeReadable('#b91c1c', paper, READABLE_CONTRAST),
  }
}

/** The same in dark mode: the text's hue behind, the background's in the text. A style that is dark stays as it is. */
export function darkTheme(colors: Colors): Theme {
  const { accent_color, text_color, background_color } = colors
  if (isDark(colors)) return lightTheme(colors)
  let paper = text_color
  for (let share = 0; share <= 1 && contrastOf(paper, '#ffffff') < DARK_CONTRAST; share += 0.05)
    paper = mixed(text_color, '#000000', share)
  const ink = madeReadable(mixed(background_color, paper, 0.1), paper, 7)
  const accent = madeReadable(accent_color, paper, SEEN_CONTRAST)
  return { ...lightTheme({ accent_color: accent, text_color: ink, background_color: paper }), ground: darker(paper) }
}

const darker = (color: string) => mixed(color, '#000000', 0.35)
const isDark = ({ background_color }: Colors) => readableOn(background_color) === '#ffffff'

/** In pixels. */
export const RADIUS: Readonly<Record<Corners, { card: number; button: number; field: number }>> = {
  rounded: { card: 16, button: 10, field: 10 },
  square: { card: 0, button: 0, field: 0 },
  pill: { card: 16, button: 999, field: 23 },
}

/** The style as CSS variables for a public page, light and dark. Every value is from a closed set or a color. */
export function styleVariables(style: PublicStyle): string {
  const dark = isDark(style) ? '' : `\n@media(prefers-color-scheme:dark){:root{${themeVariables(darkTheme(style))}}}`
  return `:root{color-scheme:${isDark(style) ? 'dark' : 'light dark'};${lightVariables(style)}}${dark}`
}

/** The same in the light scheme alone, for a part of another site's page. */
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

/** The logo above the text of a page. */
export const logoOf = (style: PublicStyle | null): Html | null =>
  style?.logo
    ? html`<img class="logo" src="${style.logo.url}" alt="${style.logo.alt}" width="${style.logo.width}" height="${style.logo.height}">`
    : null

/** The footer below the card. */
export const FOOTER_STYLE = `body>footer{display:flex;flex-wrap:wrap;justify-content:center;gap:4px 20px;padding-top:20px;font-size:.875rem}body>footer a{color:inherit}`
