import { decodedLiquid, plainQuotes, straightenQuotes } from './entities.ts'

/** Lists of an account that conditions check by name. */
export type ConditionKind = 'tags' | 'segments'

const CONDITIONS: Record<ConditionKind, RegExp> = {
  tags: /subscriber\.tags\s+contains\s+(?:"([^"]*)"|'([^']*)')/g,
  segments: /subscriber\.segments\s+contains\s+(?:"([^"]*)"|'([^']*)')/g,
}

/** Returns the names in conditions, each once. A source may begin within a Liquid tag. */
export function conditionNames(sources: readonly string[], kind: ConditionKind): string[] {
  const names = sources.flatMap((source) =>
    source.includes(`subscriber.${kind}`)
      ? source
          .split(/%\}|\{%/)
          .flatMap((tag) => [...straightenQuotes(decodedLiquid(tag)).matchAll(CONDITIONS[kind])])
          .map(([, double, single]) => double ?? single ?? '')
      : [],
  )
  return [...new Set(names)]
}

/** Returns the names of the segments in conditions, each once. */
export const segmentNames = (sources: readonly string[]): string[] => conditionNames(sources, 'segments')

/** As stored: HTML editors write quotes and spaces as entities. */
const STORED =
  /(subscriber\.(tags|segments)(?:\s|&nbsp;)+contains(?:\s|&nbsp;)+)(?:(")([^"]*)"|(')([^']*)'|(&(?:quot|#34);)((?:(?!&(?:quot|#34);)[^"])*)&(?:quot|#34);|(&(?:apos|#39);)((?:(?!&(?:apos|#39);)[^'])*)&(?:apos|#39);)/g

/**
 * Returns HTML or text in which conditions on a tag, or on a segment, use its new name. All quotes of a changed Liquid tag become straight.
 * Nothing else is changed.
 */
export function renameInConditions(
  text: string,
  { kind, from, into, is_html }: { kind: ConditionKind; from: string; into: string; is_html: boolean },
): string {
  if (!text.includes(`subscriber.${kind}`)) return text
  return replaceTags(text, (tag) => {
    const liquid = straightenQuotes(plainQuotes(tag))
    let isChanged = false
    const renamed = liquid.replace(STORED, (whole, lead: string, asked: string, ...found: (string | undefined)[]) => {
      if (asked !== kind) return whole
      const at = found.slice(0, 8).findIndex((part) => part !== undefined)
      if (decodedLiquid(found[at + 1] ?? '') !== from) return whole
      isChanged = true
      return lead + quoted(into, { was: found[at] ?? '"', is_html })
    })
    return isChanged ? renamed : tag
  })
}

/** Replaces the text between `{%` and `%}`, in linear time. */
function replaceTags(text: string, replace: (liquid: string) => string): string {
  let result = ''
  let position = 0
  for (;;) {
    const begin = text.indexOf('{%', position)
    const end = begin < 0 ? -1 : text.indexOf('%}', begin + 2)
    if (end < 0) return result + text.slice(position)
    result += text.slice(position, begin) + replace(text.slice(begin, end))
    position = end
  }
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/**
 * Quotes a name like the old one. Liquid strings have no escapes, but HTML around them does, and in an attribute quotes are entities, which are
 * read only there.
 */
function quoted(name: string, { was, is_html }: { was: string; is_html: boolean }): string {
  const isEntity = was.startsWith('&')
  const isDouble = !name.includes('"') && (decodedLiquid(was) !== "'" || name.includes("'"))
  const quote = isDouble ? (isEntity ? '&quot;' : '"') : isEntity ? '&#39;' : "'"
  const inside = is_html ? name.replace(/[&<>]/g, (character) => ESCAPED[character] ?? character) : name
  return quote + inside + quote
}

/** Returns whether a condition can contain the name: Liquid strings have no escapes, and braces could end the Liquid. */
export const canBeInCondition = (name: string): boolean =>
  !(name.includes('"') && name.includes("'")) && !/[{}]/.test(name)
