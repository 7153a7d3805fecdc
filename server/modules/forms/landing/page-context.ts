import type { Ctx } from '../../../core/context.ts'
import { env } from '../../../env.ts'
import { type LandingPage, pictureIdsOf } from '../../../lib/page/landing/document.ts'
import type { ShownPicture } from '../../../lib/page/landing/picture.ts'
import { Landing } from '../landing-schema.ts'

type Row = Omit<ShownPicture, 'base_url'> & { id: number }

/** Returns the images of the account's library that pages name, by id. One that was deleted is left out. */
export async function findLandingPictures(
  ctx: Pick<Ctx, 'sql'>,
  pages: readonly (LandingPage | null)[],
): Promise<Map<number, ShownPicture>> {
  const ids = [...new Set(pages.flatMap((page) => (page ? pictureIdsOf(page) : [])))]
  if (ids.length === 0) return new Map()
  const rows = await ctx.sql.rows<Row>(
    `select id, key, alt, width, height, sizes from media_picture
     where account_id = $1 and id = any ($2::int[]) and state = 'ready'`,
    [ids],
  )
  const { PUBLIC_URL: base_url } = env()
  return new Map(rows.map(({ id, ...picture }) => [id, { ...picture, base_url }]))
}

/** Returns a stored page, or null if this version of Envoi cannot read it. */
export const readLanding = (stored: unknown): LandingPage | null => Landing.safeParse(stored).data ?? null
