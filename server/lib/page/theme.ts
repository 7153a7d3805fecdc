import { contrastOf, madeReadable, mixed, readableOn } from '../text/color.ts'
import type { FontName } from './fonts.ts'

export const CORNERS = ['rounded', 'square', 'pill'] as const
export type Corners = (typeof CORNERS)[number]

/** An account's style for public pages and emails. Colors are `#rrggbb`. */
export interface PublicStyle {
  /** An image of the account's library, with its displayed size. */
  logo: { url: string; alt: string; width: number; height: number } | null
  font: FontName
  heading_font: FontName
  accent_color: string
  text_color: string
  background_color: string
  corners: Corners
}

/** Minimum contrast of text (WCAG 2). */
export const READABLE_CONTRAST = 4.5
/** Minimum contrast of a button with the page. */
export const SEEN_CONTRAST = 1.6
/** Contrast of the dark background with white. */
const DARK_CONTRAST = 17

/** The colors of a page in one scheme. */
export interface Theme {
  /** Background behind a card. */
  ground: string
  /** Background behind text. */
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

/** Returns all colors of a page, derived from three colors. Derived colors are readable. */
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

/** Returns the colors of dark mode: the text's hue becomes the background, and the background's hue the text. A dark style is unchanged. */
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
/** Returns whether the style is dark even in light mode. */
export const isDark = ({ background_color }: Colors) => readableOn(background_color) === '#ffffff'
