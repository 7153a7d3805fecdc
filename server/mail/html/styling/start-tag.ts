import type { Document, Element } from 'domhandler'
import { parseDocument } from 'htmlparser2'

/** Text to insert into HTML. All other text stays byte for byte, so sanitized HTML is still sanitized. */
export interface Insert {
  at: number
  /** End of the replaced text. */
  to?: number
  text: string
}

export interface ParsedElement {
  element: Element
  depth: number
}

/** Returns the elements of HTML whose Liquid is masked. */
export function parseElements(html: string): ParsedElement[] {
  const document = parseDocument(html, { withStartIndices: true, withEndIndices: true })
  const elements: ParsedElement[] = []
  const waiting: { parent: Document | Element; depth: number }[] = [{ parent: document, depth: 1 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const child of next.parent.children) {
      if (child.type !== 'tag') continue
      elements.push({ element: child, depth: next.depth })
      waiting.push({ parent: child, depth: next.depth + 1 })
    }
  }
  return elements
}

const ATTRIBUTE = /[\s/]*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)))?/y

export interface WrittenAttribute {
  /** In lower case. */
  name: string
  /** Without quotes, with entities; undefined for an attribute without a value. */
  value: string | undefined
  quote: '"' | "'" | ''
  /** Position of the value's beginning, including its quote. */
  begin: number
  end: number
}

/** Yields the attributes of a start tag as browsers read them, from the end of its name to the first character on which they differ. */
export function* writtenAttributes(html: string, from: number): Generator<WrittenAttribute> {
  let last = from
  for (;;) {
    ATTRIBUTE.lastIndex = last
    const found = ATTRIBUTE.exec(html)
    if (!found) return
    const [whole, name = '', double, single, bare] = found
    const value = double ?? single ?? bare
    const quote = double !== undefined ? '"' : single !== undefined ? "'" : ''
    last = found.index + whole.length
    yield { name: name.toLowerCase(), value, quote, begin: last - (value?.length ?? 0) - 2 * quote.length, end: last }
  }
}

/**
 * Returns inserts that add text before and after the value of an attribute, which is created if absent. `separator` comes between the texts.
 * Empty for elements that are not in the source, such as a `<p>` implied by `</p>`.
 */
export function attributeInserts(
  html: string,
  element: Element,
  { name, before = '', after = '', separator }: { name: string; before?: string; after?: string; separator: string },
): Insert[] {
  const start = element.startIndex
  if (start === null || (!before && !after)) return []
  const after_name = start + 1 + element.name.length
  if (html.slice(start, after_name).toLowerCase() !== `<${element.name}`) return []
  const join = (...parts: string[]) => parts.filter((part) => part !== '').join(separator)
  let last = after_name
  for (const { name: written, value: own_value, quote, end: after_value } of writtenAttributes(html, after_name)) {
    last = after_value
    if (written !== name) continue
    const texts = join(before, after)
    if (own_value === undefined || quote === '' || (quote === "'" && texts.includes("'"))) return []
    const end = last - 1
    if (own_value.trim() === '') return [{ at: end, text: texts }]
    const inserts: Insert[] = []
    if (before) inserts.push({ at: end - own_value.length, text: `${before}${separator}` })
    if (after) inserts.push({ at: end, text: own_value.trimEnd().endsWith(separator) ? after : `${separator}${after}` })
    return inserts
  }
  // With other characters, browsers may read the rest differently.
  return /^\s*\/?>/.test(html.slice(last, last + 20)) ? [{ at: last, text: ` ${name}="${join(before, after)}"` }] : []
}

export function withInserts(html: string, inserts: Insert[]): string {
  inserts.sort((a, b) => a.at - b.at)
  let result = ''
  let from = 0
  for (const { at, to = at, text } of inserts) {
    result += html.slice(from, at) + text
    from = to
  }
  return result + html.slice(from)
}
