import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'

/** Content of an image for shared links. All of it is text of the account. */
export interface SocialImage {
  /** Title of the post or page; null on the image of the account itself. */
  title: string | null
  name: string
  /** Its address, without the scheme. */
  address: string
  /** Null: the account chose none. */
  style: PublicStyle | null
}

/** In pixels: what networks show without cropping. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const

/** Changes with how images are drawn, so every address changes too. */
const DRAWING = 1

/**
 * Returns the name of the image's file, which depends on everything that it shows. No one can have other
 * texts drawn, because only the current name is answered.
 */
export const socialFile = (picture: SocialImage): string =>
  `${sha256Hex(JSON.stringify([DRAWING, picture])).slice(0, 32)}.png`
