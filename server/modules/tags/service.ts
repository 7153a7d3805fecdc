import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { subscribedEventTypes } from '../../core/events/events.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import { type Done, iso, isoSql, type Saved } from '../../core/wire.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { isConflict } from '../../db/errors.ts'
import { activeCountSql, readCountedAt } from '../subscribers/state/active-counts.ts'
import { renameInConditions } from './conditions/names.ts'
import { NAMES_LOCK_SQL } from './lock.ts'
import type { ListedTag, Tag, TagFilter, TagInput, TagRef } from './schema.ts'

/** Lists tags, newest first. */
export async function listTags(ctx: Ctx, { include, ...paging }: TagFilter & PageQuery): Promise<Page<ListedTag>> {
  if (include) await readCountedAt(ctx)
  return keysetPage<ListedTag>(ctx.sql, paging, {
    name: 'tags',
    view: `t.id, t.name, ${isoSql('t.created_at')} as created_at${include ? `, ${activeCountSql('tag')} as subscriber_count` : ''}`,
    from: 'tag t',
    where: ['t.account_id = $1'],
    planned_for: 't',
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

export async function getTag(ctx: Ctx, { id }: { id: number }): Promise<Tag> {
  const tag = await ctx.sql.one<StoredTag>('select id, name, created_at from tag where account_id = $1 and id = $2', [
    id,
  ])
  if (!tag) throw notFound()
  return tagView(tag)
}

/** Creates the tag, or finds the one with the name. Names are unique in an account, ignoring case. */
export async function createTag(ctx: Ctx, { name }: TagInput): Promise<Saved<Tag>> {
  const saved = (await saveTags(ctx, [name])).get(name.toLowerCase())
  if (!saved) throw new Error('A tag was neither created nor found')
  return saved
}

/** Creates or finds tags and returns a row for each item. If names differ only in case, the first is used. */
export async function createTags(ctx: Ctx, { items }: { items: readonly TagInput[] }): Promise<Done<Tag, never>> {
  const names = items.map(({ name }) => name)
  const saved = await saveTags(ctx, names)
  return { rows: names.flatMap((name) => saved.get(name.toLowerCase())?.value ?? []), failures: [] }
}

/**
 * Renames a tag, including in conditions of emails. Throws not_found, or invalid if another tag has the name, if conditions cannot use it,
 * or if such emails are being sent.
 */
export async function renameTag(ctx: Ctx, { id, name }: TagInput & { id: number }): Promise<Tag> {
  try {
    return await write(ctx, async (tx) => {
      const renamed_tag = await tx.sql.one<StoredTag & { before: string }>(
        `with names as materialized (${NAMES_LOCK_SQL}), target as materialized (
           select t.id, t.name from names, tag t where t.account_id = $1 and t.id = $2 for update of t
         )
         update tag t set name = $3, name_folded = $4 from target where t.account_id = $1 and t.id = target.id
         returning t.id, t.name, t.created_at, target.name as before`,
        [id, name, name.toLowerCase()],
      )
      if (!renamed_tag) throw notFound()
      const { before } = renamed_tag
      const tag = tagView(renamed_tag)
      if (before === name) return tag
      await renameInConditions(tx, 'tags', { from: { id, name: before }, into: { id, name } })
      tx.emit('tag.renamed', { tag, previous_name: before })
      return tag
    })
  } catch (error) {
    throw isConflict(error) ? invalid('Name has already been taken') : error
  }
}

/** Deletes the tag. Throws not_found. */
export async function deleteTag(ctx: Ctx, { id }: { id: number }): Promise<void> {
  const { failures } = await deleteTags(ctx, { items: [{ id }] })
  if (failures.length > 0) throw notFound()
}

/** Deletes tags. Each emits one `tag.deleted` and no `subscriber.tag_removed` (contract 8.5.10). */
export function deleteTags(ctx: Ctx, { items }: { items: readonly TagRef[] }): Promise<Done<never, TagRef>> {
  return write(ctx, async (tx) => {
    const deleted_tags = await tx.sql.rows<StoredTag>(
      `with names as materialized (${NAMES_LOCK_SQL}), target as materialized (
         select t.id from names, tag t where t.account_id = $1 and t.id = any ($2::bigint[]) order by t.id for update of t
       )
       delete from tag t using target where t.account_id = $1 and t.id = target.id returning t.id, t.name, t.created_at`,
      [items.flatMap(({ id }) => id ?? [])],
    )
    await emitTags(tx, 'tag.deleted', deleted_tags.map(tagView))
    const ids = new Set(deleted_tags.map(({ id }) => id))
    const failures = items.flatMap((item, at) =>
      item.id === null || !ids.has(item.id) ? [{ at, item, errors: ['Tag does not exist'] }] : [],
    )
    return { rows: [], failures }
  })
}

/** Finds or creates a tag for each name, by folded name. */
function saveTags(ctx: Ctx, names: readonly string[]): Promise<Map<string, Saved<Tag>>> {
  const wanted = new Map<string, string>()
  for (const name of names) if (!wanted.has(name.toLowerCase())) wanted.set(name.toLowerCase(), name)
  return write(ctx, async (tx) => {
    const saved_tags = new Map<string, Saved<Tag>>()
    const missingNames = () => [...wanted].filter(([folded]) => !saved_tags.has(folded))
    const find = async () => {
      const found = await tx.sql.rows<NamedTag>(
        'select id, name, name_folded, created_at from tag where account_id = $1 and name_folded = any ($2::text[])',
        [missingNames().map(([folded]) => folded)],
      )
      for (const tag of found) saved_tags.set(tag.name_folded, { value: tagView(tag), created: false })
    }
    await find()
    if (missingNames().length === 0) return saved_tags
    const created_tags = await tx.sql.rows<NamedTag>(
      `with names as materialized (${NAMES_LOCK_SQL})
       insert into tag (account_id, name, name_folded, created_at)
       select $1, i.name, i.name_folded, $4 from names, unnest($2::text[], $3::text[]) as i(name, name_folded) order by i.name_folded
       on conflict (account_id, name_folded) do nothing returning id, name, name_folded, created_at`,
      [missingNames().map(([, name]) => name), missingNames().map(([folded]) => folded), tx.now()],
    )
    for (const tag of created_tags) saved_tags.set(tag.name_folded, { value: tagView(tag), created: true })
    // Finds tags that others created while this transaction waited for the lock. Until it ends, they cannot be deleted or renamed.
    if (missingNames().length > 0) await find()
    await emitTags(tx, 'tag.created', created_tags.map(tagView))
    return saved_tags
  })
}

/** Notifies apps of created or deleted tags. */
export async function emitTags(tx: Tx, event: 'tag.created' | 'tag.deleted', tags: readonly Tag[]): Promise<void> {
  if (tags.length === 0 || (await subscribedEventTypes(tx, [event])).size === 0) return
  for (const tag of tags) tx.emit(event, { tag })
}

interface StoredTag {
  id: number
  name: string
  created_at: Date
}
type NamedTag = StoredTag & { name_folded: string }

export const tagView = (tag: StoredTag): Tag => ({
  id: tag.id,
  name: tag.name,
  created_at: iso(tag.created_at),
})
