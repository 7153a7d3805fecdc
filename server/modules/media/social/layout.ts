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

/** An image to draw among the texts. */
export interface LoadedImage {
  data_url: string
  width: number
  height: number
}

/** Files of the typeface, each a separate family. The first one with a character draws it. */
export const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic-ext'] as const

const PLAIN = { accent_color: '#14495a', text_color: '#22292b', background_color: '#fdfdfc' }
const LOGO = { width: 420, height: 72 }
const MAX_LENGTH = 200

const PICTURE_WIDTH = 480
/** Place of the image of a post, in pixels. It is composed with the drawing later, because decoding it in an SVG is slow. */
export const PICTURE_PLACE = {
  left: SOCIAL_SIZE.width - PICTURE_WIDTH,
  top: 0,
  width: PICTURE_WIDTH,
  height: SOCIAL_SIZE.height,
} as const

interface Images {
  logo: LoadedImage | null
  avatar: LoadedImage | null
  has_picture: boolean
}

/** Returns the elements of an image: the logo, the title in as many lines as needed, and the author. */
export function layoutOf({ title, name, byline, style }: SocialImage, { logo, avatar, has_picture }: Images): Drawn {
  const theme = lightTheme(style ?? PLAIN)
  const words = shortened(title ?? name)
  const author = shortened(title === null ? (byline ?? '') : name)
  const width = SOCIAL_SIZE.width - (has_picture ? PICTURE_WIDTH : 0)
  const padding = has_picture ? 60 : 80
  return box(
    {
      width: SOCIAL_SIZE.width,
      height: SOCIAL_SIZE.height,
      background: theme.paper,
      color: theme.ink,
      fontFamily: SCRIPTS.join(', '),
    },
    [
      box(
        {
          width,
          height: '100%',
          boxSizing: 'border-box',
          flexDirection: 'column',
          justifyContent: 'space-between',
          padding: `64px ${padding}px ${author || avatar ? 48 : 64}px`,
          borderBottom: `16px solid ${theme.accent}`,
        },
        [
          logo ? drawnLogo(logo) : box({ width: 72, height: 10, background: theme.accent }, []),
          text(
            {
              maxWidth: width - 2 * padding,
              fontSize: sizeOf(words, has_picture),
              fontWeight: 700,
              lineHeight: 1.12,
              maxHeight: 400,
              overflow: 'hidden',
              // With a limit of lines, balancing would narrow the text until the limit cuts it.
              textWrap: 'balance',
              wordBreak: 'break-word',
            },
            words,
          ),
          box({ alignItems: 'center', gap: 20 }, [
            ...(avatar ? [drawn(avatar, { width: 72, height: 72 }, { borderRadius: 36 })] : []),
            text(
              {
                maxWidth: width - 2 * padding - (avatar ? 92 : 0),
                fontSize: 30,
                fontWeight: 600,
                color: theme.soft,
                lineClamp: 1,
              },
              author || ' ',
            ),
          ]),
        ],
      ),
    ],
  )
}

/** Returns the font size in pixels. Short titles are large, and no title needs more lines than fit. */
const sizeOf = ({ length }: string, has_picture: boolean): number => {
  const size = length <= 30 ? 96 : length <= 70 ? 80 : length <= 110 ? 66 : length <= 150 ? 54 : 46
  return has_picture ? Math.round(size * 0.72) : size
}

const shortened = (words: string) => {
  const characters = [...words.replace(/\s+/g, ' ').trim()]
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}…` : characters.join('')
}

function drawnLogo(logo: LoadedImage): Drawn {
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
  return drawn(logo, {
    width: Math.max(1, Math.round(logo.width * scale)),
    height: Math.max(1, Math.round(logo.height * scale)),
  })
}

const drawn = (
  { data_url }: LoadedImage,
  size: { width: number; height: number },
  style: Drawn['props']['style'] = {},
): Drawn => ({ type: 'img', props: { src: data_url, style: { ...size, ...style }, ...size } })

const box = (style: Drawn['props']['style'], children: Drawn[]): Drawn => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})

const text = (style: Drawn['props']['style'], words: string): Drawn => ({
  type: 'div',
  props: { style: { display: 'block', ...style }, children: [words] },
})
