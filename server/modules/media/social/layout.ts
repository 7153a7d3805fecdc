import { lightTheme } from '../../../lib/page/theme.ts'
import { SOCIAL_SIZE, type SocialImage } from './image.ts'

/** An element for the drawing library: React's format without React. */
export interface Drawn {
  type: string
  props: {
    style: Record<string, string | number>
    children?: (Drawn | string)[]
    src?: string
    width?: number
    height?: number
  }
}

/** An image to draw instead of the name. */
export interface LoadedLogo {
  data_url: string
  width: number
  height: number
}

/** Files of the typeface, each a separate family. The first one with a character draws it. */
export const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic-ext'] as const

const PLAIN = { accent_color: '#14495a', text_color: '#22292b', background_color: '#fdfdfc' }
const LOGO = { width: 420, height: 72 }
const LONGEST = 200

/** Returns the elements of an image: the name or logo, the title in as many lines as needed, and the URL. */
export function layoutOf({ title, name, address, style }: SocialImage, logo: LoadedLogo | null): Drawn {
  const theme = lightTheme(style ?? PLAIN)
  const words = shortened(title ?? name)
  const hasHeading = title !== null
  const radius = style?.corners === 'square' ? 0 : 6
  return box(
    {
      width: SOCIAL_SIZE.width,
      height: SOCIAL_SIZE.height,
      boxSizing: 'border-box',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '72px 80px 56px',
      background: theme.paper,
      color: theme.ink,
      fontFamily: SCRIPTS.join(', '),
      borderBottom: `20px solid ${theme.accent}`,
    },
    [
      logo
        ? drawnLogo(logo)
        : text({ fontSize: 34, fontWeight: 600, lineClamp: 1 }, hasHeading ? shortened(name) : ' '),
      text(
        {
          fontSize: sizeOf(words),
          fontWeight: 700,
          lineHeight: 1.12,
          lineClamp: 4,
          textWrap: 'balance',
        },
        words,
      ),
      box({ alignItems: 'center', gap: 20 }, [
        box({ width: 56, height: 8, borderRadius: radius, background: theme.link }, []),
        text({ fontSize: 30, fontWeight: 500, color: theme.soft, lineClamp: 1 }, shortened(address)),
      ]),
    ],
  )
}

/** Returns the font size in pixels. Short titles are large, and no title needs more than four lines. */
const sizeOf = ({ length }: string): number => (length <= 30 ? 96 : length <= 70 ? 80 : length <= 110 ? 66 : 54)

const shortened = (words: string) => {
  const characters = [...words.replace(/\s+/g, ' ').trim()]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : characters.join('')
}

function drawnLogo({ data_url, width, height }: LoadedLogo): Drawn {
  const scale = Math.min(LOGO.width / width, LOGO.height / height)
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  return { type: 'img', props: { src: data_url, style: { ...size }, ...size } }
}

const box = (style: Drawn['props']['style'], children: Drawn[]): Drawn => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const text = (style: Drawn['props']['style'], words: string): Drawn => ({
  type: 'div',
  props: { style: { display: 'block', maxWidth: 1040, ...style }, children: [words] },
})
