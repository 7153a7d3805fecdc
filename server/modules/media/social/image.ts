import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'

/** Content of an image for shared links. All text is the account's own. */
export interface SocialImage {
  /** Title of the post or page; null on the account's own image. */
  title: string | null
  name: string
  /** URL without the scheme. */
  address: string
  /** Null: the account chose no style. */
  style: PublicStyle | null
}

/** Pixels that networks show without cropping. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const

/** Increase it when the drawing changes, so every URL changes, too. */
const DRAWING = 1

/**
 * Returns the name of the image's file, a hash of everything that it shows. Visitors cannot have other texts drawn, because only the
 * current name is served.
 */
export const socialFile = (picture: SocialImage): string =>
  `${sha256Hex(JSON.stringify([DRAWING, picture])).slice(0, 32)}.png`
