import { singleLine } from '../../../lib/text/single-line.ts'
import type { TagSeparator } from '../schema.ts'

/** In the order of preference: a semicolon may be part of a tag in a comma-separated list. */
const SEPARATORS: readonly TagSeparator[] = [',', ';', '|']

/** Returns the separator in most cells with several tags. */
export function guessTagSeparator(cells: readonly string[]): TagSeparator {
  const lists = cells.filter((cell) => fromArray(cell) === undefined)
  const counts = SEPARATORS.map((separator) => lists.filter((cell) => isList(cell, separator)).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Returns whether a cell has several tags, none cut within quotation marks. */
function isList(cell: string, separator: TagSeparator): boolean {
  const names = splitList(cell, signsIn(cell, separator))
  return names.length > 1 && names.every((name) => name.split('"').length % 2 === 1)
}

/**
 * Returns the tags in a cell: a list with separators, in which quoted names may contain them, or an array in JSON or PHP format. Our own
 * exports (`is_exact`) have lists only.
 */
export function tagNames(text: string, separator: TagSeparator, { is_exact = false } = {}): string[] {
  const names = is_exact ? splitList(text, [separator]) : namesIn(text, separator)
  return names.map((name) => singleLine(name).trim()).filter((name) => name !== '')
}

function namesIn(text: string, separator: TagSeparator): string[] {
  if (NOTHING.has(text.trim().toLowerCase())) return []
  const names = fromArray(text) ?? splitList(text, signsIn(text, separator))
  return names.every((name) => /^\s*'.*'\s*$/s.test(name)) ? names.map(unquote) : names
}

/** Words for no value in databases and spreadsheets. */
const NOTHING = new Set(['null', 'nil', 'none', 'undefined', 'nan', 'n/a', '#n/a', '-', '–', '—'])

/** Characters equivalent to each separator. */
const SIGNS: Readonly<Record<TagSeparator, readonly string[]>> = {
  ',': [',', '，', '、'],
  ';': [';', '；'],
  '|': ['|', '｜'],
}

/** Line breaks separate tags in a cell without other separators; beside those they are blanks. */
const signsIn = (text: string, separator: TagSeparator): readonly string[] =>
  SIGNS[separator].some((sign) => text.includes(sign)) ? SIGNS[separator] : ['\n']

const MAX_ARRAY = 65_535

function fromArray(text: string): string[] | undefined {
  if (text.length > MAX_ARRAY) return undefined
  if (/^a:\d{1,5}:\{/.test(text) && text.endsWith('}')) return fromPhp(text)
  if (!/^[[{]/.test(text) || !/[\]}]$/.test(text)) return undefined
  try {
    const items: unknown = JSON.parse(text)
    if (Array.isArray(items)) return items.flatMap(nameIn)
    if (typeof items === 'object' && items !== null) return namesAmong(Object.entries(items))
  } catch {}
  return splitList(text.slice(1, -1), [',']).map(unquote)
}

/** Returns the tags in keys and values: keys with a yes, or values with numeric keys. */
function namesAmong(entries: readonly (readonly [key: string, value: unknown])[]): string[] {
  const named = nameIn(Object.fromEntries(entries))
  if (named.length > 0) return named
  return entries.flatMap(([key, value]) => (/^\d+$/.test(key) ? nameIn(value) : SAID_YES.has(value) ? [key] : []))
}

const SAID_YES: ReadonlySet<unknown> = new Set([true, 1, '1', 'true', 'yes'])

/** Reads `a:2:{i:0;s:3:"vip";i:1;s:4:"beta";}`. */
function fromPhp(text: string): string[] {
  const parts = text.slice(text.indexOf('{') + 1, -1).split(';')
  const values = parts.map((part) => /^s:\d+:"(.*)"$/s.exec(part)?.[1] ?? part.replace(/^[bi]:/, ''))
  const pairs = values.flatMap((key, at): [string, unknown][] => (at % 2 === 0 ? [[key, values[at + 1]]] : []))
  return namesAmong(pairs)
}

/** Some products write tags as objects. */
function nameIn(item: unknown): string[] {
  if (typeof item === 'string' || typeof item === 'number') return [String(item)]
  if (typeof item !== 'object' || item === null) return []
  const named = ['name', 'tag', 'title', 'label'].map((key) => Reflect.get(item, key))
  return named.filter((name) => typeof name === 'string').slice(0, 1)
}

const unquote = (name: string): string => name.trim().replace(/^'(.*)'$/s, '$1')

/** Splits at separators outside of quotes. A quote within a name belongs to it. */
function splitList(text: string, signs: readonly string[]): string[] {
  const names: string[] = []
  for (let at = 0; at <= text.length; ) {
    while (text[at] === ' ') at += 1
    const quoted = text[at] === '"' ? quotedAt(text, at, signs) : undefined
    const end = quoted?.end ?? indexOrEnd(text, signs, at)
    names.push(quoted?.name ?? text.slice(at, end))
    at = end + 1
  }
  return names.filter((name) => name.trim() !== '')
}

/** Returns the quoted name that starts here, and the position of the separator after it. Undefined if it does not end before one. */
function quotedAt(text: string, from: number, signs: readonly string[]): { name: string; end: number } | undefined {
  let name = ''
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') name += text[at]
    else if (text[at + 1] === '"') {
      name += '"'
      at += 1
    } else {
      let end = at + 1
      while (text[end] === ' ') end += 1
      return end === text.length || signs.includes(text[end] ?? '') ? { name, end } : undefined
    }
  }
  return undefined
}

function indexOrEnd(text: string, signs: readonly string[], from: number): number {
  let at = from
  while (at < text.length && !signs.includes(text[at] ?? '')) at += 1
  return at
}
