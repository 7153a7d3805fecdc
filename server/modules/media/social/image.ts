import { env } from '../../../env.ts'
import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'

/** Content of an image for shared links. All texts and images are the account's own. */
export interface SocialImage {
  /** Title of the post or page; null on the account's own image. */
  title: string | null
  name: string
  /** Below the name on the account's own image. */
  byline: string | null
  /** URL without the scheme, drawn only if the typeface has no characters of the texts. */
  address: string
  /** URLs of images in the library: the account's profile image, and the image of the post. */
  avatar_url: string | null
  picture_url: string | null
  /** Null: the account chose no style. */
  style: PublicStyle | null
}

/** Pixels that networks show without cropping. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const

/** Increase it when the drawing changes, so every URL changes, too. */
const DRAWING = 2

/**
 * Returns the name of the image's file, a hash of everything that it shows. Visitors cannot have other texts drawn, because only the
 * current name is served. With the image of a post it is a JPEG, which is a tenth of a PNG.
 */
export const socialFile = (picture: SocialImage): string =>
  `${sha256Hex(JSON.stringify([DRAWING, picture])).slice(0, 32)}.${picture.picture_url ? 'jpg' : 'png'}`

/** Returns the place of a still image in the library; undefined for an image elsewhere, which is not loaded. */
export function libraryFile(url: string | null | undefined): { key: string; file: string } | undefined {
  const { PUBLIC_URL, BASE_URL } = env()
  const start = [PUBLIC_URL, BASE_URL].map((base) => `${base}/media/`).find((base) => url?.startsWith(base))
  const [, key, file] = LIBRARY_PATH.exec(start === undefined ? '' : (url ?? '').slice(start.length)) ?? []
  return key && file ? { key, file } : undefined
}

const LIBRARY_PATH = /^([\w-]{22})\/(\d{1,5}\.(?:jpg|png|webp))$/
