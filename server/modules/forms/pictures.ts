import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { env } from '../../env.ts'
import type { ShownImage } from '../../lib/page/landing/image.ts'

type Row = Omit<ShownImage, 'base_url'> & { id: number }

/** Returns the library images with these ids, by id. Deleted ones are omitted. */
export async function findShownImages(ctx: Pick<Ctx, 'sql'>, ids: readonly number[]): Promise<Map<number, ShownImage>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.sql.rows<Row>(
    `select id, key, alt, width, height, sizes from media_picture
     where account_id = $1 and id = any ($2::int[]) and state = 'ready'`,
    [[...new Set(ids)]],
  )
  const { PUBLIC_URL: base_url } = env()
  return new Map(rows.map(({ id, ...picture }) => [id, { ...picture, base_url }]))
}

/** Throws invalid unless all images are in the account's library. */
export async function checkPictures(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const known = await ctx.db.mediaPicture.count({ where: { id: { in: [...ids] }, state: 'ready' } })
  if (known < ids.length) throw invalid('An image is no longer in the library. Choose another, or remove it')
}
