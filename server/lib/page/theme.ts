import { contrastOf, madeReadable, mixed, readableOn } from '../text/color.ts'
import type { FontName } from './fonts.ts'

export const CORNERS = ['rounded', 'square', 'pill'] as const
export type Corners = (typeof CORNERS)[number]

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
/** Minimum contrast of a button with the page. */
export const SEEN_CONTRAST = 1.6
/** Contrast of the dark background with white. */
const DARK_CONTRAST = 17

/** The colors of a page in one scheme. */
export interface Theme {
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

/** Returns every color of a page, derived from three colors. Derived colors are readable. */
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
/** Returns whether the style is dark also in light mode. */
export const isDark = ({ background_color }: Colors) => readableOn(background_color) === '#ffffff'
