import { decodeHTML } from 'entities'
import { defaultOptions, Tokenizer, TokenKind, type TopLevelToken, TypeGuards } from 'liquidjs'
import { fieldNamedIn } from '../merge-tags/foreign-names.ts'
import { hasOtherQuotes, straightenQuotes } from './entities.ts'
import { LiquidError } from './error.ts'
import { lineAt } from './nesting.ts'

interface Span {
  begin: number
  end: number
}

/**
 * Returns the tags and outputs that LiquidJS sees. All code that treats the rest as HTML must use exactly these boundaries. With different ones,
 * text that one side takes for Liquid could reach the recipient as unchecked HTML. Throws LiquidError if a tag or output is not closed.
 */
export function liquidSpans(source: string): Span[] {
  return tokensOf(source)
    .filter((token) => token.kind !== TokenKind.HTML)
    .map(({ begin, end }) => ({ begin, end }))
}

function tokensOf(source: string): TopLevelToken[] {
  try {
    return new Tokenizer(source).readTopLevelTokens({ ...defaultOptions })
  } catch (error) {
    throw toLiquidError(error, source)
  }
}

/** Separates braces in text that must not contain Liquid, such as an app's: it looks the same, and LiquidJS sees no tag. */
export const setBracesApart = (text: string): string => text.replace(/\{(?=[{%])/g, '{\u200C')

/** A literal brace that does not begin Liquid, followed by a mark. For text from HTML whose entities were decoded. */
const LITERAL_BRACE = '{\uE003'

/** Marks braces in text that would begin Liquid. The text's own Liquid must be masked. */
export const keepBraces = (masked: string): string => masked.replace(/\{(?=[{%\uE000])/g, LITERAL_BRACE)

/** Removes the marks of `keepBraces` after the text was parsed. */
export const withoutBraceMarks = (text: string): string => text.replaceAll(LITERAL_BRACE, '{')

/** Turns marked braces into entities, for text that becomes HTML. */
export const braceEntities = (text: string): string => text.replaceAll(LITERAL_BRACE, '&#123;')

/** Writes braces of HTML that would begin Liquid as entities, which look the same. */
export const escapeBraces = (html: string): string => html.replace(/\{(?=[{%\uE000])/g, '&#123;')

/** Returns HTML whose `{% raw %}` blocks are plain HTML: their braces are entities. Throws LiquidError. */
export function decodeRaw(html: string): string {
  if (!RAW.test(html)) return html
  let result = ''
  let isRaw = false
  for (const token of tokensOf(html)) {
    const text = html.slice(token.begin, token.end)
    const name = TypeGuards.isTagToken(token) ? token.name : ''
    if (name === 'raw' || name === 'endraw') isRaw = name === 'raw'
    else result += isRaw ? text.replace(/\{(?=[{%]|$)/g, '&#123;') : text
  }
  return result
}

const RAW = /\{%-?\s*raw\b/

/** Returns whether an address contains Liquid, or will after links are decoded when an email is composed. */
export const holdsBraces = (url: string): boolean => /(?:\{|%7b)\s*(?:\{|%)/i.test(url)

export interface MaskedLiquid {
  /** The source, with each tag and output replaced by a short mark without special characters of HTML. */
  text: string
  unmask(text: string): string
}

/** Hides Liquid from tools that read HTML. Private-use characters in the source that look like a mark are removed. */
export function maskLiquid(source: string): MaskedLiquid {
  const clean = source.replace(/[\uE000\uE001]/g, '')
  const originals: string[] = []
  let text = ''
  let from = 0
  for (const { begin, end } of liquidSpans(clean)) {
    text += `${clean.slice(from, begin)}\uE000${originals.length}\uE001`
    originals.push(clean.slice(begin, end))
    from = end
  }
  return {
    text: text + clean.slice(from),
    unmask: (masked) => masked.replace(LIQUID_MARK, (_mark, index: string) => originals[Number(index)] ?? ''),
  }
}

/** Masks a source whose Liquid may be invalid; then all of it is HTML. */
export function maskOrNot(source: string): MaskedLiquid & { is_masked: boolean } {
  try {
    return { ...maskLiquid(source), is_masked: true }
  } catch {
    return { text: source.replace(/[\uE000\uE001]/g, ''), unmask: (text) => text, is_masked: false }
  }
}

export const LIQUID_MARK = /\uE000(\d+)\uE001/g

/** Returns Liquid as intended: HTML editors write characters in it as entities, and curl its quotes. */
export const meantLiquid = (liquid: string): string => straightenQuotes(decodeHTML(liquid).replaceAll('\u00a0', ' '))

/**
 * Undoes the changes of HTML editors within Liquid: entities such as `{% if a &gt; b %}` and curly quotes. Turns raw blocks into plain HTML.
 * Throws LiquidError if that would move the boundaries of a tag.
 */
export function decodeLiquid(source: string): string {
  const html = decodeRaw(source)
  let result = ''
  let from = 0
  for (const { begin, end } of liquidSpans(html)) {
    const written = html.slice(begin, end)
    if (holdsElement(written)) throw new LiquidError(`a tag cannot be read. ${HTML_INSIDE}`, lineAt(html, begin))
    const meant = meantLiquid(written)
    if (meant !== written && !isOneLiquidToken(meant)) {
      throw new LiquidError('unbalanced quotes in a tag', lineAt(html, begin))
    }
    result += html.slice(from, begin) + meant
    from = end
  }
  return result + html.slice(from)
}

/** Returns the snippet keys that a template contains directly, each once. */
export function snippetKeys(source: string): string[] {
  return [...new Set(liquidSpans(source).flatMap((span) => snippetKeyAt(source, span) ?? []))]
}

/**
 * Replaces `{{ snippet.<key> }}` with the contents of snippets, also within other snippets. An unknown key prints nothing. Throws LiquidError if
 * a snippet contains itself.
 */
export function resolveSnippets(source: string, contentOf: (key: string) => string | undefined): string {
  let size = 0
  const expanded = new Map<string, string>()
  const contents = (key: string, open: readonly string[]): string => {
    const known = expanded.get(key) ?? expand(contentOf(key) ?? '', [...open, key])
    expanded.set(key, known)
    return known
  }
  const expand = (text: string, open: readonly string[]): string => {
    if (open.length > MAX_DEPTH) throw new LiquidError('the snippets are nested too deeply', 1)
    let resolved = ''
    let from = 0
    for (const span of liquidSpans(text)) {
      const key = snippetKeyAt(text, span)
      if (key === undefined) continue
      if (open.includes(key)) {
        throw new LiquidError('content contains a circular snippet reference', lineAt(text, span.begin))
      }
      resolved += text.slice(from, span.begin) + contents(key, open)
      from = span.end
    }
    resolved += text.slice(from)
    // Snippets that each contain the next one twice grow exponentially without a circular reference.
    size += resolved.length
    if (size > MAX_EXPANSION) throw new LiquidError('the snippets are too long', 1)
    return resolved
  }
  return expand(source, [])
}

/** Converts an error of LiquidJS into one for the creator. */
export function toLiquidError(error: unknown, source: string): LiquidError {
  if (error instanceof LiquidError) return error
  const { message, token } = error as { message?: string; token?: { begin: number; input?: string } }
  const text = (message ?? String(error)).replace(/(?:, file:[^,]*)?, line:\d+, col:\d+/, '')
  return new LiquidError(
    text + hintFor(tagAround(token?.input ?? source, token?.begin ?? 0)),
    token ? lineAt(token.input ?? source, token.begin) : 1,
  )
}

const MAX_SHOWN = 200

/** Returns the source from the beginning of the tag with the error. */
function tagAround(source: string, at: number): string {
  const begin = Math.max(source.lastIndexOf('{{', at), source.lastIndexOf('{%', at))
  if (begin === -1) return ''
  return source.slice(source[begin - 1] === '{' ? begin - 1 : begin, begin + MAX_SHOWN)
}

/** Returns a sentence about the most likely cause of a broken tag from another editor. */
function hintFor(source: string): string {
  if (source.startsWith('{{{')) return '. Write two braces, as in {{ subscriber.first_name }}'
  const end = source.slice(2).search(/[{}<]/) + 2
  const isShort = source[end] === '}' && (source[1] === '{' ? source[end + 1] !== '}' : source[end - 1] !== '%')
  if (isShort) return `. A ${source[1] === '{' ? 'brace' : 'percent sign'} is missing at the end of the tag`
  const tag = /^\{[{%][\s\S]*?[%}]\}|^\{[{%][^\n]*/.exec(source)?.[0] ?? ''
  if (/<\/?[a-z]/i.test(tag)) return `. ${HTML_INSIDE}`
  if (hasOtherQuotes(tag) || /&(?:[lrb][sd]quo|#82\d\d);/.test(tag))
    return '. Write quotes in tags straight, as in "text"'
  if (tag.includes('subscriber.')) return ''
  const meant = fieldNamedIn(tag, OF_EVERYONE)
  return meant === undefined ? '' : `. Write {{ subscriber.${meant} }}, or {{ subscriber.${meant} | default: "…" }}`
}

/** Fields that most tags of other products refer to. */
const OF_EVERYONE = ['first_name', 'email_address']

const HTML_INSIDE = 'There is HTML inside of the tag: format the whole tag, or remove the format'

/** Returns whether a tag contains an HTML element outside of strings. LiquidJS takes `a<wbr>.b` for a comparison. */
function holdsElement(written: string): boolean {
  if (!written.includes('<')) return false
  const plain = written.replace(/&(?:quot|#34);/g, '"').replace(/&(?:apos|#39);/g, "'")
  const pieces = straightenQuotes(plain)
    .replace(/"[^"]*"|'[^']*'/g, '""')
    .split('<')
  return pieces.slice(1).some((piece) => {
    const element = piece.slice(0, Math.max(piece.indexOf('>'), 0)).slice(0, MAX_SHOWN)
    return (
      /^\/?[a-z][\w:-]{0,30}\s?\/?$/i.test(element) ||
      (/^[a-z][\w:-]{0,30}\s/i.test(element) && /[\w-]=""/.test(element))
    )
  })
}

const MAX_EXPANSION = 4_000_000
const MAX_DEPTH = 50
const SNIPPET = /^\{\{-?\s*snippet(?:\.([\w-]+)|\[\s*(?:"([\w-]+)"|'([\w-]+)')\s*\])\s*(\|?)/

function snippetKeyAt(source: string, { begin, end }: Span): string | undefined {
  const written = source.slice(begin, end)
  if (!written.startsWith('{{')) return undefined
  const match = SNIPPET.exec(meantLiquid(written).replace(/-\}\}$/, '}}'))
  if (match?.[4]) throw new LiquidError('a snippet takes no filters', lineAt(source, begin))
  return match?.[1] ?? match?.[2] ?? match?.[3]
}

function isOneLiquidToken(text: string): boolean {
  try {
    const tokens = new Tokenizer(text).readTopLevelTokens({ ...defaultOptions })
    return tokens.length === 1 && tokens.every((token) => !TypeGuards.isHTMLToken(token))
  } catch {
    return false
  }
}
