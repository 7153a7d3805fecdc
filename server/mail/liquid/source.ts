import { defaultOptions, Tokenizer, TokenKind, TypeGuards } from 'liquidjs'
import { decodedLiquid, straightenQuotes } from './entities.ts'
import { LiquidError } from './error.ts'
import { lineAt } from './nesting.ts'

interface Span {
  begin: number
  end: number
}

/**
 * Returns where LiquidJS sees a tag or an output. All code that treats the rest as HTML must use exactly these boundaries. With
 * different ones, text that one side takes for Liquid could reach the recipient as unchecked HTML. Throws LiquidError if a tag or
 * output is not closed.
 */
export function liquidSpans(source: string): Span[] {
  try {
    return new Tokenizer(source)
      .readTopLevelTokens({ ...defaultOptions })
      .filter((token) => token.kind !== TokenKind.HTML)
      .map(({ begin, end }) => ({ begin, end }))
  } catch (error) {
    throw toLiquidError(error, source)
  }
}

/** Separates braces in text that must not contain Liquid, such as an app's: it looks the same, and LiquidJS sees no tag. */
export const setBracesApart = (text: string): string => text.replace(/\{(?=[{%])/g, '{\u200C')

/** Whether an address contains Liquid, or will after links are decoded when an email is composed. */
export const holdsBraces = (url: string): boolean => /(?:\{|%7b)\s*(?:\{|%)/i.test(url)

export interface MaskedLiquid {
  /** The source with every tag and output replaced by a short mark without any character that HTML knows. */
  text: string
  unmask(text: string): string
}

/** Hides Liquid from tools that read HTML. Private-use characters of the source that look like a mark are dropped. */
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

/** The same for sources whose Liquid may be invalid; all of it is then HTML. */
export function maskOrNot(source: string): MaskedLiquid {
  try {
    return maskLiquid(source)
  } catch {
    return { text: source.replace(/[\uE000\uE001]/g, ''), unmask: (text) => text }
  }
}

export const LIQUID_MARK = /\uE000(\d+)\uE001/g

/**
 * Undoes what HTML editors do inside Liquid: entities such as `{% if a &gt; b %}` and curly quotes. Throws LiquidError if that would
 * move the boundaries of a tag.
 */
export function decodeLiquid(html: string): string {
  let decoded = ''
  let from = 0
  for (const { begin, end } of liquidSpans(html)) {
    const written = html.slice(begin, end)
    const meant = straightenQuotes(decodedLiquid(written))
    if (meant !== written && !isOneLiquidToken(meant)) {
      throw new LiquidError('unbalanced quotes in a tag', lineAt(html, begin))
    }
    decoded += html.slice(from, begin) + meant
    from = end
  }
  return decoded + html.slice(from)
}

/** Returns the snippet keys that a template names directly, each once. */
export function snippetKeys(source: string): string[] {
  return [...new Set(liquidSpans(source).flatMap((span) => snippetKeyAt(source, span) ?? []))]
}

/**
 * Replaces `{{ snippet.<key> }}` by the contents of snippets, also inside other snippets. An unknown key prints nothing. Throws
 * LiquidError if a snippet contains itself.
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
    // Snippets that each name the next one twice grow exponentially without a circle.
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
  return new LiquidError(text, token ? lineAt(token.input ?? source, token.begin) : 1)
}

const MAX_EXPANSION = 4_000_000
const MAX_DEPTH = 50
const SNIPPET = /^\{\{-?\s*snippet(?:\.([\w-]+)|\[\s*(?:"([\w-]+)"|'([\w-]+)')\s*\])\s*(\|?)/

function snippetKeyAt(source: string, { begin, end }: Span): string | undefined {
  const written = source.slice(begin, end)
  if (!written.startsWith('{{')) return undefined
  const match = SNIPPET.exec(straightenQuotes(decodedLiquid(written)).replace(/-\}\}$/, '}}'))
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
