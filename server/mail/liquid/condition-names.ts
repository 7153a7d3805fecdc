import { decodedLiquid, plainQuotes, straightenQuotes } from './entities.ts'

/** Lists that conditions check subscribers against, by name. */
export type ConditionKind = 'tags' | 'segments'

const CONDITIONS: Record<ConditionKind, RegExp> = {
  tags: /subscriber\.tags\s+contains\s+(?:"([^"]*)"|'([^']*)')/g,
  segments: /subscriber\.segments\s+contains\s+(?:"([^"]*)"|'([^']*)')/g,
}

/** Returns the names that conditions ask for, each once. A source may begin within a tag of Liquid. */
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

/** Returns the names of the segments that conditions ask for, each once. */
export const segmentNames = (sources: readonly string[]): string[] => conditionNames(sources, 'segments')

/** As it is stored: HTML editors write quotes and spaces as entities. */
const STORED =
  /(subscriber\.(tags|segments)(?:\s|&nbsp;)+contains(?:\s|&nbsp;)+)(?:(")([^"]*)"|(')([^']*)'|(&(?:quot|#34);)((?:(?!&(?:quot|#34);)[^"])*)&(?:quot|#34);|(&(?:apos|#39);)((?:(?!&(?:apos|#39);)[^'])*)&(?:apos|#39);)/g

/**
 * Returns HTML or text whose conditions by one tag, or by one segment, name another. In a tag of Liquid that is changed,
 * all quotes become straight. Nothing else is changed.
 */
export function renameInConditions(
  text: string,
  { kind, from, into, is_html }: { kind: ConditionKind; from: string; into: string; is_html: boolean },
): string {
  if (!text.includes(`subscriber.${kind}`)) return text
  return replaceTags(text, (written) => {
    const liquid = straightenQuotes(plainQuotes(written))
    let isChanged = false
    const renamed = liquid.replace(STORED, (whole, lead: string, asked: string, ...found: (string | undefined)[]) => {
      if (asked !== kind) return whole
      const at = found.slice(0, 8).findIndex((part) => part !== undefined)
      if (decodedLiquid(found[at + 1] ?? '') !== from) return whole
      isChanged = true
      return lead + quoted(into, { was: found[at] ?? '"', is_html })
    })
    return isChanged ? renamed : written
  })
}

/** Replaces what is between `{%` and `%}`, in time that grows with the text only. */
function replaceTags(text: string, replace: (liquid: string) => string): string {
  let done = ''
  let at = 0
  for (;;) {
    const begin = text.indexOf('{%', at)
    const end = begin < 0 ? -1 : text.indexOf('%}', begin + 2)
    if (end < 0) return done + text.slice(at)
    done += text.slice(at, begin) + replace(text.slice(begin, end))
    at = end
  }
}

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Strings of Liquid have no escapes. HTML around it needs its own, and may be an attribute, where quotes are entities. Only there are they read. */
function quoted(name: string, { was, is_html }: { was: string; is_html: boolean }): string {
  const isEntity = was.startsWith('&')
  const isDouble = !name.includes('"') && (decodedLiquid(was) !== "'" || name.includes("'"))
  const quote = isDouble ? (isEntity ? '&quot;' : '"') : isEntity ? '&#39;' : "'"
  const inside = is_html ? name.replace(/[&<>]/g, (character) => ESCAPED[character] ?? character) : name
  return quote + inside + quote
}

/** Returns whether a condition can name it: strings of Liquid have no escapes, and braces could end the Liquid. */
export const canBeInCondition = (name: string): boolean =>
  !(name.includes('"') && name.includes("'")) && !/[{}]/.test(name)
