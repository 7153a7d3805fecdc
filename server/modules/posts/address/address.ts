import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { acquireAdvisoryLock, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { EditedPost, SlugInput } from '../schema.ts'
import { getEditedPost, lockPost } from '../service.ts'

/**
 * Changes the URL of a post. The URL that visitors may know redirects to the new one. A former URL of another post belongs to this one once
 * it is public. Throws not_found, or invalid if another post has the URL.
 */
export function setPostSlug(ctx: Ctx, { id, slug }: SlugInput): Promise<EditedPost> {
  return write(ctx, async (tx) => {
    const previous = await lockPost(tx, id)
    await acquireAdvisoryLock(tx, 'post slugs')
    if (previous.slug === slug) return getEditedPost(tx, { id })
    const other = await tx.db.post.findFirst({ where: { slug, id: { not: id } }, select: { title: true } })
    if (other) throw invalid(t`“${other.title || t`Untitled`}” has this address. Choose another.`)
    // A post that was never public has no known URL.
    const known_slug = previous.published_at === null ? null : previous.slug
    // This post was at that URL until now, so the URL no longer redirects to an earlier post.
    if (known_slug !== null)
      await tx.sql.run(
        `update post set former_slugs = array_remove(former_slugs, $2)
         where account_id = $1 and id <> $3 and former_slugs @> array[$2]`,
        [known_slug, id],
      )
    const former = [...previous.former_slugs, ...(known_slug === null ? [] : [known_slug])].filter(
      (one) => one !== slug,
    )
    await tx.db.post.updateMany({
      where: { id },
      data: { slug, former_slugs: former.slice(-MAX_FORMER), updated_at: tx.now() },
    })
    return getEditedPost(tx, { id })
  })
}

/** Maximum number of former URLs that redirect to a post. The oldest are dropped first. */
const MAX_FORMER = 50
