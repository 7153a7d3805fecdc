import type { Tx } from '../../../core/write.ts'
import { createTags } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { MAX_NEW_TAGS } from '../schema.ts'

/**
 * Tags people by tag name, creating tags that do not exist. Gives the tags that are new for each person, and the names, in lower case, that were passed over because the file brings too many new tags to be a list of tags.
 */
export async function tagImported(
  tx: Tx,
  {
    wishes,
    import_started_at,
  }: { wishes: readonly { subscriber_id: number; names: readonly string[] }[]; import_started_at: Date },
): Promise<{ tagged: Map<number, number[]>; passed_over: Set<string> }> {
  if (wishes.length === 0) return { tagged: new Map(), passed_over: new Set() }
  const names = new Map<string, string>()
  for (const name of wishes.flatMap((wish) => wish.names)) {
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  const { ids, passed_over } = await tagIds(tx, names, import_started_at)
  const pairs = wishes.flatMap((wish) =>
    wish.names.flatMap((name) => {
      const tag_id = ids.get(name.toLowerCase())
      return tag_id === undefined ? [] : [{ tag_id, subscriber_id: wish.subscriber_id }]
    }),
  )
  const taggings = await tagSubscribers(tx, { pairs })
  const tagged = new Map<number, number[]>()
  for (const { subscriber_id, tag_id, created } of taggings) {
    if (created) tagged.set(subscriber_id, [...(tagged.get(subscriber_id) ?? []), tag_id])
  }
  return { tagged, passed_over }
}

async function tagIds(tx: Tx, names: ReadonlyMap<string, string>, import_started_at: Date) {
  const rows = await tx.sql.rows<{ id: number; name_folded: string }>(
    'select id, name_folded from tag where account_id = $1 and name_folded = any ($2::text[])',
    [[...names.keys()]],
  )
  const ids = new Map(rows.map(({ id, name_folded }) => [name_folded, id]))
  const passed_over = new Set<string>()
  const missing = [...names].filter(([folded]) => !ids.has(folded))
  if (missing.length === 0) return { ids, passed_over }
  const made = await tx.db.tag.count({ where: { created_at: { gte: import_started_at } } })
  const room = Math.max(0, MAX_NEW_TAGS - made)
  for (const [folded] of missing.slice(room)) passed_over.add(folded)
  const { rows: created } = await createTags(tx, { items: missing.slice(0, room).map(([, name]) => ({ name })) })
  for (const { id, name } of created) ids.set(name.toLowerCase(), id)
  return { ids, passed_over }
}
