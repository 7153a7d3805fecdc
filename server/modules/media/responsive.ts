import { systemCtx } from '../../core/context.ts'
import { env } from '../../env.ts'
import type { PictureSize } from './schema.ts'

/** The approximate width of text in emails and on pages. */
const SIZES = '(max-width: 700px) 100vw, 700px'

/**
 * Offers browsers every size of the account's images on a page, as WebP: wraps each `<img>` in a `<picture>`, and adds its dimensions, so text does
 * not move when it arrives. Its `sizes` attribute says how wide it is. Other images stay unchanged. One query if the page has any.
 */
export async function withAllSizes({ account_id }: { account_id: number }, page: string): Promise<string> {
  const { PUBLIC_URL, BASE_URL } = env()
  // Texts written before PUBLIC_URL was set have images at BASE_URL.
  const starts = [...new Set([PUBLIC_URL, BASE_URL])].map((url) => `src="${url}/media/`)
  const keyOf = (image: string) => {
    // Its URL already has the displayed size.
    if (image.includes('class="logo"')) return ''
    const start = starts.find((text) => image.includes(text))
    if (start === undefined) return ''
    const at = image.indexOf(start) + start.length
    return image.slice(at, at + KEY_LENGTH)
  }
  const keys = [...page.matchAll(IMAGE)].map(([image]) => keyOf(image)).filter(Boolean)
  if (keys.length === 0) return page
  const rows = await systemCtx(account_id).sql.rows<{
    key: string
    width: number
    height: number
    sizes: PictureSize[]
  }>(
    `select key, width, height, sizes from media_picture where account_id = $1 and key = any ($2::text[]) and state = 'ready'`,
    [keys],
  )
  const known = new Map(rows.map((row) => [row.key, row]))
  return page.replace(IMAGE, (image) => {
    const key = keyOf(image)
    const stored = known.get(key)
    if (!stored) return image
    const set = stored.sizes.map(({ width }) => `${PUBLIC_URL}/media/${key}/${width}.webp ${width}w`).join(', ')
    const shown_sizes = /\ssizes="([^"]*)"/.exec(image)?.[1] ?? SIZES
    const sized = /\s(?:width|height)=/.test(image)
      ? image
      : image.replace('<img', `<img width="${stored.width}" height="${stored.height}"`)
    return `<picture><source type="image/webp" srcset="${set}" sizes="${shown_sizes}">${sized}</picture>`
  })
}

/** Length in characters. */
const KEY_LENGTH = 22
const IMAGE = /<img\b[^<>]*>/g
