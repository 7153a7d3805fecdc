import type { Ctx } from '../../../core/context.ts'
import { type LandingPage, pictureIdsOf } from '../../../lib/page/landing/document.ts'
import type { ShownImage } from '../../../lib/page/landing/image.ts'
import { Landing } from '../landing-schema.ts'
import { findShownImages } from '../pictures.ts'

/** Tables of a page's versions. Their histories have the same names. */
export const TABLES = { a: 'landing_page', b: 'landing_page_b' } as const
export type Variant = keyof typeof TABLES

/** Returns the library images named by pages, by id. Deleted ones are omitted. */
export function findLandingPictures(
  ctx: Pick<Ctx, 'sql'>,
  pages: readonly (LandingPage | null)[],
): Promise<Map<number, ShownImage>> {
  return findShownImages(
    ctx,
    pages.flatMap((page) => (page ? pictureIdsOf(page) : [])),
  )
}

/** Returns a stored page, or null if this version of Envoi cannot read it. */
export const readLanding = (stored: unknown): LandingPage | null => Landing.safeParse(stored).data ?? null
