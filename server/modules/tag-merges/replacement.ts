import type { Replacement } from '../tags/conditions/replacing.ts'

/** Returns stored JSON with the tag replaced: in `{ type: 'tag', ids }` and in `tag_ids` and `tag_id`. */
export function replaceInJson(value: unknown, { from, into }: Replacement): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceInJson(item, { from, into }))
  if (typeof value !== 'object' || value === null) return value
  const isAboutTags = 'type' in value && value.type === 'tag'
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      if ((name === 'tag_ids' || (name === 'ids' && isAboutTags)) && Array.isArray(field))
        return [name, [...new Set(field.map((id) => (id === from.id ? into.id : id)))]]
      if (name === 'tag_id') return [name, field === from.id ? into.id : field]
      return [name, replaceInJson(field, { from, into })]
    }),
  )
}
