import type { Catalog } from './current.ts'

// Texts in HTML templates (server/lib/page/html.ts): between tags, and in visible attributes. Their English is the key of a catalog, as in
// components: `{0}` is a value, `<1>…</1>` an element within a sentence.

/** Does not occur in templates. The value with the index 2 is written as `\0` `2` `\0`. */
const MARK = '\0'
const VALUE = /\0(\d+)\0/
const MARKUP = /(<(?:"[^"]*"|'[^']*'|[^<>"'])*>)/
const SHOWN_ATTRIBUTE = /(?<=\s(?:aria-label|placeholder|alt|title)=")([^"]+)(?=")/
/** Tags that do not end a sentence. */
const INLINE = /^<\/?(?:a|strong|b|em|i|code)(?=[\s>\0])/
const PLACES = /\{(\d+)\}|<(\/?)(\d+)>/g

/** Markup as written, or a text with the content of its placeholders. */
type Part = string | { message: string; source: string; places: Place[] }

/** A value, or the tags of an element. */
interface Place {
  open: string
  close: string
}

/** Returns the texts of a template, as catalogs contain them. */
export const textsOfMarkup = (strings: readonly string[]): string[] =>
  partsOf(strings).flatMap((part) => (typeof part === 'string' ? [] : part.message))

/** A template in another language, whose values may be in a different order. */
export interface TranslatedMarkup {
  strings: string[]
  /** Index of the value at each placeholder. */
  order: number[]
}

const known = new WeakMap<Catalog, WeakMap<readonly string[], TranslatedMarkup>>()

/** Returns a template with the texts of a catalog. Cached for each template and catalog. */
export function translateMarkup(strings: readonly string[], catalog: Catalog): TranslatedMarkup {
  const templates = known.get(catalog) ?? new WeakMap<readonly string[], TranslatedMarkup>()
  known.set(catalog, templates)
  const found = templates.get(strings) ?? translate(strings, catalog)
  templates.set(strings, found)
  return found
}

function translate(strings: readonly string[], catalog: Catalog): TranslatedMarkup {
  const pieces = partsOf(strings)
    .map((part) => (typeof part === 'string' ? part : translatePart(part, catalog)))
    .join('')
    .split(VALUE)
  // The pattern has a group, so every second piece is the index of a value.
  return {
    strings: pieces.filter((_, at) => at % 2 === 0),
    order: pieces.filter((_, at) => at % 2 === 1).map(Number),
  }
}

function translatePart({ message, source, places }: Exclude<Part, string>, catalog: Catalog): string {
  const translated = catalog[message]
  if (typeof translated !== 'string' || translated === '') return source
  let position = 0
  const pieces: string[] = []
  for (const { 0: found, 1: value, 2: isEnd, 3: element, index } of translated.matchAll(PLACES)) {
    const place = places[Number(value ?? element)]
    pieces.push(escaped(translated.slice(position, index)), (isEnd === '/' ? place?.close : place?.open) ?? '')
    position = index + found.length
  }
  return pieces.join('') + escaped(translated.slice(position))
}

/** A translation is text, and may be in an attribute. */
const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

function partsOf(strings: readonly string[]): Part[] {
  const source = strings.reduce((before, part, index) => `${before}${MARK}${index - 1}${MARK}${part}`)
  // Without a tag it may be the attributes of a tag.
  if (!source.includes('<')) return [source]
  const parts: Part[] = []
  let run: string[] = []
  const endRun = () => {
    parts.push(...partsOfRun(run))
    run = []
  }
  for (const [at, piece] of source.split(MARKUP).entries()) {
    const isTag = at % 2 === 1
    if (!isTag || INLINE.test(piece)) run.push(piece)
    else {
      endRun()
      parts.push(...attributesOf(piece))
    }
  }
  endRun()
  return parts
}

/** Returns the texts between two tags that end a sentence: one text, or several that form no sentence. */
function partsOfRun(run: readonly string[]): Part[] {
  const sentence = sentenceOf(run)
  if (sentence) return aroundSpace(run.join(''), sentence)
  return run.flatMap((piece, at) => (at % 2 === 1 ? attributesOf(piece) : aroundSpace(piece, sentenceOf([piece]))))
}

/** Returns undefined if there are no words outside of its elements, or if an element begins or ends elsewhere. */
function sentenceOf(run: readonly string[]): Omit<Exclude<Part, string>, 'source'> | undefined {
  const places: Place[] = []
  const open: number[] = []
  let message = ''
  let hasWords = false
  for (const [at, piece] of run.entries()) {
    if (at % 2 === 0) {
      hasWords ||= open.length === 0 && /\p{L}{2}/u.test(piece)
      message += piece.replaceAll(/\0\d+\0/g, (value) => `{${places.push({ open: value, close: '' }) - 1}}`)
    } else if (piece.startsWith('</')) {
      const element = open.pop()
      const place = element === undefined ? undefined : places[element]
      if (!place) return undefined
      place.close = piece
      message += `</${element}>`
    } else {
      open.push(places.push({ open: piece, close: '' }) - 1)
      message += `<${open.at(-1)}>`
    }
  }
  if (!hasWords || open.length > 0) return undefined
  return { message: message.replaceAll(/\s+/g, ' ').trim(), places }
}

function aroundSpace(source: string, sentence: ReturnType<typeof sentenceOf>): Part[] {
  if (!sentence) return [source]
  const inner = source.trim()
  const start = source.indexOf(inner)
  return [source.slice(0, start), { ...sentence, source: inner }, source.slice(start + inner.length)]
}

const attributesOf = (tag: string): Part[] =>
  tag.split(SHOWN_ATTRIBUTE).flatMap((piece, at) => (at % 2 === 1 ? aroundSpace(piece, sentenceOf([piece])) : piece))
