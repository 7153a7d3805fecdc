/** A Liquid tag or output: `source.slice(begin, end)`. */
interface Span {
  begin: number
  end: number
}

/**
 * Returns the positions of tags and outputs as LiquidJS would find them, without loading it in the browser. Liquid that spans HTML elements
 * counts as text, because the editor displays those elements. So does everything after an unclosed tag.
 */
export function liquidSpans(source: string): Span[] {
  const spans: Span[] = []
  for (let position = source.indexOf('{'); position !== -1; position = source.indexOf('{', position)) {
    const kind = source[position + 1]
    if (kind !== '{' && kind !== '%') {
      position++
      continue
    }
    const end = kind === '{' ? endOfOutput(source, position + 2) : endOf(source, '%}', position + 2)
    if (end === -1) break
    if (ELEMENT.test(source.slice(position, end))) {
      position += 2
      continue
    }
    spans.push({ begin: position, end })
    position = RAW.test(source.slice(position, end)) ? endOfRaw(source, end) : end
    if (position === -1) break
  }
  return spans
}

const RAW = /^\{%-?\s*raw\b/

/** Returns the start of the tag that ends a raw block. Its content is text. */
function endOfRaw(source: string, from: number): number {
  const found = /\{%\s*endraw\b/.exec(source.slice(from))
  return found ? from + found.index : -1
}

const ELEMENT = /<\/?[a-z][^<>]*>/i

function endOf(source: string, delimiter: string, from: number): number {
  const at = source.indexOf(delimiter, from)
  return at === -1 ? -1 : at + delimiter.length
}

/** Braces inside quotes are text. */
function endOfOutput(source: string, from: number): number {
  for (let position = from; position < source.length; position++) {
    const char = source[position]
    if (char === '"' || char === "'") {
      const close = source.indexOf(char, position + 1)
      if (close === -1) return -1
      position = close
    } else if (char === '}' && source[position + 1] === '}') return position + 2
  }
  return -1
}

/** Invisible character after a brace that is not Liquid, which keeps it from being parsed as Liquid. */
const JOINER = '\u2060'

/** Returns HTML in which braces written as entities are not parsed as Liquid. */
export const joinBraces = (html: string): string =>
  html
    .replace(/&(?:#0*123(?!\d)|#[xX]0*7[bB](?![\da-fA-F]));?|&(?:lcub|lbrace);/g, `{${JOINER}`)
    .replace(/\{(?:&(?:#0*37(?!\d)|#[xX]0*25(?![\da-fA-F]));?|&percnt;)/g, `{${JOINER}%`)

/** Restores the entities. */
export const separateBraces = (html: string): string => html.replaceAll(`{${JOINER}`, '&#123;')

/** Replaces Liquid with marks that HTML parsers do not change, and marks with their Liquid. */
export class LiquidMask {
  readonly #originals: string[] = []

  hide(source: string, meaning: (liquid: string) => string = (liquid) => liquid): string {
    const clean = withoutMarks(source)
    let text = ''
    let from = 0
    for (const { begin, end } of liquidSpans(clean)) {
      text += clean.slice(from, begin) + this.mark(meaning(clean.slice(begin, end)))
      from = end
    }
    return text + clean.slice(from)
  }

  mark(liquid: string): string {
    return `\uE000${this.#originals.push(liquid) - 1}\uE001`
  }

  show(text: string): string {
    return text.replace(MARKS, (_mark, index: string) => this.#originals[Number(index)] ?? '')
  }

  /** Splits a text with marks into text and Liquid, in order. */
  parts(text: string): { text?: string; liquid?: string }[] {
    return text
      .split(/(\uE000\d+\uE001)/)
      .flatMap((part) => (part === '' ? [] : part.startsWith('\uE000') ? { liquid: this.show(part) } : { text: part }))
  }
}

const MARKS = /\uE000(\d+)\uE001/g

/** Drops private-use characters that look like a mark, as the server does. */
const withoutMarks = (text: string) => text.replace(/[\uE000\uE001]/g, '')

export const hasMark = (text: string): boolean => text.includes('\uE000')

/** Returns true if a text contains only marks. */
export const isMarksOnly = (text: string): boolean => /^\s*(?:\uE000\d+\uE001\s*)+$/.test(text)
