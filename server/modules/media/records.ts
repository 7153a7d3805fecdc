import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page } from '../../core/page/page.ts'
import { isoSql } from '../../core/wire.ts'
import { env } from '../../env.ts'
import {
  CONTENT_WIDTH,
  type ImageQuery,
  PICTURES_PER_PAGE,
  type Picture,
  type PictureFilter,
  pictureUrl,
  THUMBNAIL_WIDTH,
  thumbnailUrl,
} from './schema.ts'

type Row = Omit<Picture, 'url' | 'thumbnail_url'>

const COLUMNS = `t.id, t.key, t.name, t.alt, t.is_animated, t.width, t.height, t.bytes, t.sizes, ${isoSql('t.created_at')} as created_at`

const toPicture = (row: Row): Picture => {
  const { PUBLIC_URL } = env()
  return { ...row, url: pictureUrl(PUBLIC_URL, row), thumbnail_url: thumbnailUrl(PUBLIC_URL, row) }
}

/** Lists images, newest first. `next_cursor` is null on the last page. */
export async function listPictures(
  ctx: Ctx,
  { search, cursor }: PictureFilter,
): Promise<{ pictures: Picture[]; next_cursor: number | null }> {
  const pattern = search ? patternOf(search) : null
  const rows = await ctx.sql.rows<Row>(
    `select ${COLUMNS} from media_picture t
     where account_id = $1 and state = 'ready' and ($2::int is null or id < $2)
       and ($3::text is null or name ilike $3 or alt ilike $3)
     order by id desc limit ${PICTURES_PER_PAGE + 1}`,
    [cursor ?? null, pattern],
  )
  const pictures = rows.slice(0, PICTURES_PER_PAGE).map(toPicture)
  return { pictures, next_cursor: rows.length > PICTURES_PER_PAGE ? (pictures.at(-1)?.id ?? null) : null }
}

const patternOf = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`

/** Lists images for programs, newest first. */
export function listImages(ctx: Ctx, { search, ...paging }: ImageQuery): Promise<Page<Picture>> {
  const values = search ? [patternOf(search)] : []
  const url = (width: number) => `$${values.length + 2}::text || t.key || '/' || coalesce((
    select e.size->>'file' from jsonb_array_elements(t.sizes) with ordinality e (size, at)
    where (e.size->>'width')::int >= ${width} order by e.at limit 1), t.sizes->-1->>'file')`
  return keysetPage<Picture>(ctx.sql, paging, {
    name: 'images',
    view: `${COLUMNS}, ${url(CONTENT_WIDTH)} as url, ${url(THUMBNAIL_WIDTH)} as thumbnail_url`,
    from: 'media_picture t',
    where: ['t.account_id = $1', `t.state = 'ready'`, ...(search ? ['(t.name ilike $2 or t.alt ilike $2)'] : [])],
    values,
    view_values: [`${env().PUBLIC_URL}/media/`],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

export async function getPicture(ctx: Ctx, { id }: { id: number }): Promise<Picture> {
  const row = await ctx.sql.one<Row>(
    `select ${COLUMNS} from media_picture t where account_id = $1 and id = $2 and state = 'ready'`,
    [id],
  )
  if (!row) throw notFound()
  return toPicture(row)
}

export interface MediaStorage {
  pictures: number
  bytes: number
  max_bytes: number
}

export async function readMediaStorage(ctx: Ctx): Promise<MediaStorage> {
  const used = await ctx.sql.one<{ pictures: number; bytes: number }>(
    `select count(*)::int as pictures, coalesce(sum(bytes), 0)::float8 as bytes from media_picture
     where account_id = $1 and state <> 'removing'`,
  )
  return { pictures: used?.pictures ?? 0, bytes: used?.bytes ?? 0, max_bytes: env().MEDIA_ACCOUNT_MB * 2 ** 20 }
}
