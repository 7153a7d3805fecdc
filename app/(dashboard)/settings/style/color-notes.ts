import { currentLocale } from '@/server/lib/locale/current.ts'
import { lightTheme, READABLE_CONTRAST, SEEN_CONTRAST } from '@/server/lib/page/theme.ts'
import { contrastOf } from '@/server/lib/text/color.ts'
import { MIN_CONTRAST } from '@/server/modules/style/values-schema.ts'

interface Colors {
  accent_color: string
  text_color: string
  background_color: string
}

interface Notes extends Partial<Colors> {
  /** Automatic adjustments to color pairs that are hard to read. */
  hints: string[]
}

const COLOR = /^#[0-9a-f]{6}$/i

/** Returns true if the server accepts the colors. */
export const areReadable = ({ text_color = '', background_color = '', accent_color = '' }: Partial<Colors>): boolean =>
  [text_color, background_color, accent_color].every((color) => COLOR.test(color)) &&
  contrastOf(text_color, background_color) >= MIN_CONTRAST

/** Names the colors that are hard to read, and the consequences. */
export function colorNotes(colors: Colors): Notes {
  const { accent_color, text_color, background_color } = colors
  if (!Object.values(colors).every((color) => COLOR.test(color))) return { hints: [] }
  const text = contrastOf(text_color, background_color)
  const accent = contrastOf(accent_color, background_color)
  const { link, on_accent } = lightTheme(colors)
  const hints = [
    `Text on buttons is ${on_accent === '#ffffff' ? 'white' : 'black'}.`,
    ...(link === accent_color
      ? []
      : [`Links are ${link}, because the accent color is hard to read on the background.`]),
    ...(accent < SEEN_CONTRAST ? ['Buttons are hard to see on this background. Choose another accent color.'] : []),
  ]
  if (text >= READABLE_CONTRAST) return { hints }
  const contrastText = (Math.floor(text * 10) / 10).toLocaleString(currentLocale().tag)
  return {
    hints,
    text_color:
      text < MIN_CONTRAST
        ? `This text can't be read on the background: its contrast is ${contrastText}:1. Choose at least ${MIN_CONTRAST}:1.`
        : `Hard to read on this background: the contrast is ${contrastText}:1, and ${READABLE_CONTRAST}:1 is comfortable.`,
  }
}
