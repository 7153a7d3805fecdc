import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import type { DomainEvent } from '../../core/events/events.ts'
import { isoSql } from '../../core/wire.ts'
import type { Tx } from '../../core/write/write.ts'
import { productIdSql } from '../purchases/product.ts'
import { siteUrlSql } from '../style/site-url.ts'
import type { Post } from './schema.ts'

/** Returns the SQL of a published post's URL, over `alias`; null while it is not public. */
export const publicUrlSql = (alias: string): string =>
  `case when ${alias}.status = 'published' then ${siteUrlSql(`${alias}.account_id`)} || '/' || ${alias}.slug end`

/** Returns the SQL of a post's API columns, over `post t`. Hides the slug of a draft. */
export const postColumns = ({ include_content }: { include_content: boolean }): string =>
  `t.id, t.publication_id, ${isoSql('t.created_at')} as created_at, t.title,
   case when t.status <> 'draft' then t.slug end as slug, t.description, t.meta_description, t.status,
   case when t.status <> 'draft' then ${isoSql('t.published_at')} end as published_at,
   case when t.status <> 'draft' then ${isoSql('t.sent_at')} end as sent_at, t.thumbnail_alt, t.thumbnail_url, t.is_paid,
   ${productIdSql('t.account_id')} as product_id, ${publicUrlSql('t')} as public_url${include_content ? ', t.content_html as content' : ''}`

export async function getPost(ctx: Ctx, { id }: { id: number }): Promise<Post> {
  const row = await ctx.sql.one<Post>(
    `select ${postColumns({ include_content: true })} from post t where t.account_id = $1 and t.id = $2`,
    [id],
  )
  if (!row) throw notFound()
  return row
}

export async function emitPublished(tx: Tx, { id }: { id: number }): Promise<void> {
  const { publication_id, title, slug, published_at, is_paid, public_url } = await getPost(tx, { id })
  const post: DomainEvent['post.published']['post'] = {
    id,
    publication_id,
    title,
    slug,
    published_at,
    is_paid,
    public_url,
  }
  tx.emit('post.published', { post })
}
