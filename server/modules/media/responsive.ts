import { systemCtx } from '../../core/context.ts'
import { env } from '../../env.ts'
import type { PictureSize } from './schema.ts'

/** The approximate width of text in emails and on pages. */
const SIZES = '(max-width: 700px) 100vw, 700px'

/**
 * Offers browsers every size of the account's images on a page, as WebP: wraps each `<img>` in a `<picture>`. Other images stay unchanged.
 * One query if the page has any.
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
  const rows = await systemCtx(account_id).sql.rows<{ key: string; sizes: PictureSize[] }>(
    `select key, sizes from media_picture where account_id = $1 and key = any ($2::text[]) and state = 'ready'`,
    [keys],
  )
  const known = new Map(rows.map(({ key, sizes }) => [key, sizes]))
  return page.replace(IMAGE, (image) => {
    const key = keyOf(image)
    const set = known.get(key)?.map(({ width }) => `${PUBLIC_URL}/media/${key}/${width}.webp ${width}w`)
    return set
      ? `<picture><source type="image/webp" srcset="${set.join(', ')}" sizes="${SIZES}">${image}</picture>`
      : image
  })
}

/** Length in characters. */
const KEY_LENGTH = 22
const IMAGE = /<img\b[^<>]*>/g
