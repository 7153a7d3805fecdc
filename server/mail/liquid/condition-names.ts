import { decodedLiquid } from './entities.ts'

/** What conditions ask subscribers for, by name. */
export type ConditionKind = 'tags' | 'segments'

const CONDITIONS: Record<ConditionKind, RegExp> = {
  tags: /subscriber\.tags\s+contains\s+(?:"([^"]*)"|'([^']*)'|“([^“”]*)”)/g,
  segments: /subscriber\.segments\s+contains\s+(?:"([^"]*)"|'([^']*)'|“([^“”]*)”)/g,
}

/** Returns the names that conditions ask for, each once. */
export function conditionNames(sources: readonly string[], kind: ConditionKind): string[] {
  const names = sources.flatMap((source) =>
    source.includes(`subscriber.${kind}`)
      ? [...decodedLiquid(source).matchAll(CONDITIONS[kind])].map(([, a, b, c]) => a ?? b ?? c ?? '')
      : [],
  )
  return [...new Set(names)]
}

/** Returns the names of the segments that conditions ask for, each once. */
export const segmentNames = (sources: readonly string[]): string[] => conditionNames(sources, 'segments')

/** As it is stored: HTML editors write quotes and spaces as entities. */
const STORED_TAG =
  /(subscriber\.tags(?:\s|&nbsp;)+contains(?:\s|&nbsp;)+)(?:(")([^"]*)"|(')([^']*)'|(“)([^“”]*)”|(&(?:quot|#34);)((?:(?!&(?:quot|#34);)[^"])*)&(?:quot|#34);|(&(?:apos|#39);)((?:(?!&(?:apos|#39);)[^'])*)&(?:apos|#39);)/g

/** Returns HTML or text whose conditions by one tag name another. Nothing else is changed. */
export function renameTagInConditions(text: string, { from, into }: { from: string; into: string }): string {
  if (!text.includes('subscriber.tags')) return text
  return replaceTags(text, (liquid) =>
    liquid.replace(STORED_TAG, (whole, lead: string, ...found: (string | undefined)[]) => {
      const at = found.slice(0, 10).findIndex((part) => part !== undefined)
      return decodedLiquid(found[at + 1] ?? '') === from ? lead + quoted(into, found[at] ?? '"') : whole
    }),
  )
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

/** Strings of Liquid have no escapes. HTML around it needs its own, and may be an attribute, where quotes are entities. */
function quoted(name: string, was: string): string {
  const is_entity = was.startsWith('&')
  const is_double = !name.includes('"') && (decodedLiquid(was) !== "'" || name.includes("'"))
  const quote = is_double ? (is_entity ? '&quot;' : '"') : is_entity ? '&#39;' : "'"
  return quote + name.replace(/[&<>]/g, (character) => ESCAPED[character] ?? character) + quote
}

/** Whether a condition can name it: strings of Liquid have no escapes, and braces could end the Liquid. */
export const canBeInCondition = (name: string): boolean =>
  !(name.includes('"') && name.includes("'")) && !/[{}]/.test(name)
