import type { Tx } from '../../../core/write/write.ts'
import { createTags } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import type { AcceptedRow } from '../rules/decide.ts'
import { admitNewTags, tagNamesOf } from '../rules/new-tags.ts'

/**
 * Tags subscribers by tag name, creating missing tags. Returns the new tag ids of each subscriber, and the lower-case names of tags beyond
 * the limit.
 */
export async function tagImported(
  tx: Tx,
  {
    rows,
    pairs,
    import_started_at,
  }: {
    rows: readonly AcceptedRow[]
    pairs: readonly { subscriber_id: number; names: readonly string[] }[]
    import_started_at: Date
  },
): Promise<{ tagged: Map<number, number[]>; ignored: Set<string> }> {
  const names = tagNamesOf(rows)
  if (names.size === 0) return { tagged: new Map(), ignored: new Set() }
  const { ids, ignored } = await createMissing(tx, names, import_started_at)
  const taggings = pairs.flatMap(({ subscriber_id, names }) =>
    names.flatMap((name) => {
      const tag_id = ids.get(name.toLowerCase())
      return tag_id === undefined ? [] : [{ tag_id, subscriber_id }]
    }),
  )
  const tagged = new Map<number, number[]>()
  for (const { subscriber_id, tag_id, created } of await tagSubscribers(tx, { pairs: taggings })) {
    if (created) tagged.set(subscriber_id, [...(tagged.get(subscriber_id) ?? []), tag_id])
  }
  return { tagged, ignored }
}

async function createMissing(tx: Tx, names: ReadonlyMap<string, string>, import_started_at: Date) {
  const rows = await tx.sql.rows<{ id: number; name_folded: string }>(
    'select id, name_folded from tag where account_id = $1 and name_folded = any ($2::text[])',
    [[...names.keys()]],
  )
  const ids = new Map(rows.map(({ id, name_folded }) => [name_folded, id]))
  if (ids.size === names.size) return { ids, ignored: new Set<string>() }
  const created_before = await tx.db.tag.count({ where: { created_at: { gte: import_started_at } } })
  const { created, ignored } = admitNewTags(names, { existing: ids, created_before })
  const { rows: tags } = await createTags(tx, { items: [...created.values()].map((name) => ({ name })) })
  for (const { id, name } of tags) ids.set(name.toLowerCase(), id)
  return { ids, ignored }
}
