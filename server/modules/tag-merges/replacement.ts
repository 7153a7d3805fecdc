import { decodedLiquid } from '../../mail/liquid/entities.ts'

interface NamedTag {
  id: number
  name: string
}

/** Another tag takes the place of one. */
export interface Replacement {
  from: NamedTag
  into: NamedTag
}

/** Returns stored JSON in which the other tag takes the place of one: in `{ type: 'tag', ids }` and in `tag_ids` and `tag_id`. */
export function replaceInJson(value: unknown, { from, into }: Replacement): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceInJson(item, { from, into }))
  if (typeof value !== 'object' || value === null) return value
  const is_about_tags = 'type' in value && value.type === 'tag'
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if ((name === 'tag_ids' || (name === 'ids' && is_about_tags)) && Array.isArray(member))
        return [name, [...new Set(member.map((id) => (id === from.id ? into.id : id)))]]
      if (name === 'tag_id') return [name, member === from.id ? into.id : member]
      return [name, replaceInJson(member, { from, into })]
    }),
  )
}

const LIQUID_TAG = /\{%[^%]*%\}/g
const CONDITION = /(subscriber\.tags\s+contains\s+)(?:"([^"]*)"|'([^']*)'|“([^“”]*)”|&quot;([^&"]*)&quot;)/g

/** Returns HTML or text whose conditions by tag name the other tag. */
export const replaceInLiquid = (text: string, { from, into }: Replacement): string =>
  text.replace(LIQUID_TAG, (liquid) =>
    liquid.replace(CONDITION, (whole, lead: string, ...found: (string | undefined)[]) => {
      const name = found.slice(0, 4).find((one) => one !== undefined) ?? ''
      return decodedLiquid(name) === from.name ? `${lead}${quoted(into.name)}` : whole
    }),
  )

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Strings of Liquid have no escapes. HTML around it needs its own. */
const quoted = (name: string): string => {
  const quote = name.includes('"') ? "'" : '"'
  return quote + name.replace(/[&<>]/g, (character) => ESCAPED[character] ?? character) + quote
}

/** Whether a condition can name the tag: a name with both kinds of quotes, or the end of Liquid, cannot be written. */
export const canBeInLiquid = (name: string): boolean =>
  !(name.includes('"') && name.includes("'")) && !/[%{}]/.test(name)
