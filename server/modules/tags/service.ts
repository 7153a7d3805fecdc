import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page.ts'
import { iso, isoSql, type Saved } from '../../core/wire.ts'
import { write } from '../../core/write.ts'
import { isConflict } from '../../db/errors.ts'
import type { ListedTag, Tag, TagFilter, TagInput } from './schema.ts'

/** Newest first. */
export function listTags(ctx: Ctx, { include, ...paging }: TagFilter & PageQuery): Promise<Page<ListedTag>> {
  const count = `, (select count(*) from tagging g join subscriber s on s.account_id = g.account_id and s.id = g.subscriber_id
     where g.account_id = t.account_id and g.tag_id = t.id and s.state = 'active') as subscriber_count`
  return keysetPage<ListedTag>(
    ctx.sql,
    {
      name: 'tags',
      view: `t.id, t.name, ${isoSql('t.created_at')} as created_at${include ? count : ''}`,
      from: 'tag t',
      where: ['t.account_id = $1'],
      values: [],
      order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
    },
    paging,
  )
}

export async function getTag(ctx: Ctx, { id }: { id: number }): Promise<Tag> {
  const tag = await ctx.db.tag.findFirst({ where: { id } })
  if (!tag) throw notFound()
  return tagView(tag)
}

/** Names are unique in an account, ignoring case: asking for an existing one finds it. */
export function createTag(ctx: Ctx, { name }: TagInput): Promise<Saved<Tag>> {
  return write(ctx, async (tx) => {
    const made = await tx.sql.one<{ id: number }>(
      `insert into tag (account_id, name, name_folded, created_at) values ($1, $2, $3, $4)
       on conflict (account_id, name_folded) do nothing returning id`,
      [name, name.toLowerCase(), tx.now()],
    )
    const tag = tagView(
      await tx.db.tag.findFirstOrThrow({ where: made ? { id: made.id } : { name_folded: name.toLowerCase() } }),
    )
    if (made) tx.emit('tag.created', { tag })
    return { value: tag, created: Boolean(made) }
  })
}

/** Throws not_found, or invalid when another tag has the name. */
export async function renameTag(ctx: Ctx, { id, name }: TagInput & { id: number }): Promise<Tag> {
  await getTag(ctx, { id })
  try {
    return await write(ctx, async (tx) => {
      await tx.db.tag.updateMany({ where: { id }, data: { name, name_folded: name.toLowerCase() } })
      return getTag(tx, { id })
    })
  } catch (error) {
    throw isConflict(error) ? invalid('Name has already been taken') : error
  }
}

/** Removes the tag from everybody. One `tag.deleted`, no `subscriber.tag_removed`: contract 8.5.10. */
export function deleteTag(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    const tag = await getTag(tx, { id })
    await tx.db.tag.deleteMany({ where: { id } })
    tx.emit('tag.deleted', { tag })
  })
}

export const tagView = (tag: { id: number; name: string; created_at: Date }): Tag => ({
  id: tag.id,
  name: tag.name,
  created_at: iso(tag.created_at),
})
