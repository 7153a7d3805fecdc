import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import type { PublicStyle } from '../../../lib/page/theme.ts'

/** What a picture for shared links shows. All of it is text of the account. */
export interface SocialPicture {
  /** Of the post or page; null on the picture of the account itself. */
  title: string | null
  name: string
  /** Where it is, without its scheme. */
  address: string
  /** Null: the account chose none. */
  style: PublicStyle | null
}

/** In pixels: what networks show without cropping. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const

/** Changes with how pictures are drawn, so every address changes too. */
const DRAWING = 1

/**
 * Returns the name of the picture's file, which depends on everything that it shows. No one can have other
 * texts drawn, because only the current name is answered.
 */
export const socialFile = (picture: SocialPicture): string =>
  `${sha256Hex(JSON.stringify([DRAWING, picture])).slice(0, 32)}.png`
