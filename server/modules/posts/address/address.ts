import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { acquireAdvisoryLock, write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import type { EditedPost, SlugInput } from '../schema.ts'
import { getEditedPost, lockPost } from '../service.ts'

/**
 * Changes the address of a post. The address that visitors may know leads to the new one. An address that another post had is this
 * one's once it is public. Throws not_found, or invalid if another post has the address.
 */
export function setPostSlug(ctx: Ctx, { id, slug }: SlugInput): Promise<EditedPost> {
  return write(ctx, async (tx) => {
    const before = await lockPost(tx, id)
    await acquireAdvisoryLock(tx, 'post slugs')
    if (before.slug === slug) return getEditedPost(tx, { id })
    const other = await tx.db.post.findFirst({ where: { slug, id: { not: id } }, select: { title: true } })
    if (other) throw invalid(t`“${other.title || t`Untitled`}” has this address. Choose another.`)
    // A post that was never public has no address that anyone knows.
    const known = before.published_at === null ? null : before.slug
    // Until now, this post was at that address, so it does not lead to one that was there earlier.
    if (known !== null)
      await tx.sql.run(
        `update post set former_slugs = array_remove(former_slugs, $2)
         where account_id = $1 and id <> $3 and former_slugs @> array[$2]`,
        [known, id],
      )
    const former = [...before.former_slugs, ...(known === null ? [] : [known])].filter((one) => one !== slug)
    await tx.db.post.updateMany({
      where: { id },
      data: { slug, former_slugs: former.slice(-MAX_FORMER), updated_at: tx.now() },
    })
    return getEditedPost(tx, { id })
  })
}

/** Addresses that lead to a post. The oldest go first. */
const MAX_FORMER = 50
