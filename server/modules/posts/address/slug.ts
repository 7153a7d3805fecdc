import { acquireAdvisoryLock, type Tx } from '../../../core/write/write.ts'
import { firstFree, hyphenSlug } from '../../../lib/text/slug.ts'

/** Derives a slug from the title. `feed.xml` cannot conflict, because a slug has no dot. */
export async function freeSlug(tx: Tx, { id, title }: { id: number; title: string }): Promise<string> {
  await acquireAdvisoryLock(tx, 'post slugs')
  const wanted_slug = hyphenSlug(title).slice(0, 100).replace(/-$/, '') || `post-${id}`
  const rows = await tx.sql.rows<{ slug: string }>(
    `select x as slug from post t, unnest(t.slug || t.former_slugs) x
     where t.account_id = $1 and t.id <> $3 and starts_with(x, $2)`,
    [wanted_slug, id],
  )
  const taken = new Set(rows.map(({ slug }) => slug))
  return firstFree(wanted_slug, '-', (slug) => taken.has(slug))
}
