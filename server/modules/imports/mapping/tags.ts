import { singleLine } from '../../../lib/text/single-line.ts'
import type { TagSeparator } from '../schema.ts'

/** In the order in which they are taken for the separator: a semicolon may be a part of a tag in a list with commas. */
const SEPARATORS: readonly TagSeparator[] = [',', ';', '|']

/** Returns the sign that separates tags in most cells of a column that have more than one. */
export function guessTagSeparator(cells: readonly string[]): TagSeparator {
  const lists = cells.filter((cell) => fromArray(cell) === undefined)
  const counts = SEPARATORS.map((separator) => lists.filter((cell) => isList(cell, separator)).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Whether a cell has more than one tag, none of which is cut inside of its quotation marks. */
function isList(cell: string, separator: TagSeparator): boolean {
  const names = splitList(cell, separator)
  return names.length > 1 && names.every((name) => name.split('"').length % 2 === 1)
}

/** Returns the tags in a cell: a list with separators, of which quoted names may contain them, or an array as JSON. */
export function tagNames(text: string, separator: TagSeparator): string[] {
  const names = fromArray(text) ?? splitList(text, separator)
  return names.map((name) => singleLine(name).trim()).filter((name) => name !== '')
}

const MAX_ARRAY = 65_535

function fromArray(text: string): string[] | undefined {
  if (!/^[[{]/.test(text) || !/[\]}]$/.test(text) || text.length > MAX_ARRAY) return undefined
  const inner = text.slice(1, -1)
  if (text.startsWith('{')) return splitList(inner, ',').map(unquote)
  try {
    const items: unknown = JSON.parse(text)
    return Array.isArray(items) ? items.flatMap(nameIn) : undefined
  } catch {
    return splitList(inner, ',').map(unquote)
  }
}

/** Some products write tags as objects. */
function nameIn(item: unknown): string[] {
  if (typeof item === 'string' || typeof item === 'number') return [String(item)]
  if (typeof item !== 'object' || item === null) return []
  const named = ['name', 'tag', 'title', 'label'].map((key) => Reflect.get(item, key))
  return named.filter((name) => typeof name === 'string').slice(0, 1)
}

const unquote = (name: string): string => name.trim().replace(/^'(.*)'$/s, '$1')

/** Splits at separators outside of quotes. A quote inside of a name belongs to it. */
function splitList(text: string, separator: TagSeparator): string[] {
  const names: string[] = []
  for (let at = 0; at <= text.length; ) {
    while (text[at] === ' ') at += 1
    const quoted = text[at] === '"' ? quotedAt(text, at, separator) : undefined
    const end = quoted?.end ?? indexOrEnd(text, separator, at)
    names.push(quoted?.name ?? text.slice(at, end))
    at = end + 1
  }
  return names.filter((name) => name.trim() !== '')
}

/** Returns the name in quotes that begins here, and where the separator behind it is. Undefined when it does not end before one. */
function quotedAt(text: string, from: number, separator: TagSeparator): { name: string; end: number } | undefined {
  let name = ''
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') name += text[at]
    else if (text[at + 1] === '"') {
      name += '"'
      at += 1
    } else {
      let end = at + 1
      while (text[end] === ' ') end += 1
      return end === text.length || text[end] === separator ? { name, end } : undefined
    }
  }
  return undefined
}

function indexOrEnd(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from)
  return at === -1 ? text.length : at
}
