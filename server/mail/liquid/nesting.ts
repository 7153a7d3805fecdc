import { Parser } from 'htmlparser2'
import { Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs'
import { LiquidError } from './error.ts'

// Parsers of HTML and Liquid call themselves for every level, or search the open levels for every tag. So whatever was given is
// measured first, in one pass that ends at the first level too many.

/** Elements in each other that given HTML may have; a table in a table counts four. Liquid blocks and brackets likewise. */
export const MAX_NESTING = 200
/** Levels that a layout may add around the content. */
const LAYOUT_LEVELS = 50

/** A creator's mistake, like one in Liquid. */
export class NestingError extends LiquidError {}

/** Throws NestingError for HTML that someone wrote, or for what was made of it. Liquid must be masked. */
export function refuseDeepHtml(html: string): void {
  measure(html, MAX_NESTING)
}

/** The same for a whole email: its content and the layout around it. */
export function refuseDeepDocument(html: string): void {
  measure(html, MAX_NESTING + LAYOUT_LEVELS)
}

/** For questions that have an answer without it. */
export function isTooDeep(html: string): boolean {
  try {
    refuseDeepDocument(html)
    return false
  } catch (error) {
    if (error instanceof NestingError) return true
    throw error
  }
}

/** Throws NestingError for blocks in blocks, and for brackets in brackets inside of one tag. */
export function refuseDeepLiquid(tokens: readonly TopLevelToken[]): void {
  let depth = 0
  for (const token of tokens) {
    if (TypeGuards.isHTMLToken(token)) continue
    const refuse = () => {
      throw new NestingError(
        `Liquid tags are nested deeper than ${MAX_NESTING} levels`,
        lineAt(token.input, token.begin),
      )
    }
    if (bracketDepth(token.getText()) > MAX_NESTING) refuse()
    if (!TypeGuards.isTagToken(token)) continue
    if (token.name.startsWith('end')) depth = Math.max(0, depth - 1)
    else if (BLOCKS.has(token.name) && ++depth > MAX_NESTING) refuse()
  }
}

/** Tags that an `end` tag closes. */
export const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'capture', 'comment', 'tracked_link'])

/** `index` in lines, from 1. */
export function lineAt(source: string, index: number): number {
  let line = 1
  for (let at = source.indexOf('\n'); at !== -1 && at < index; at = source.indexOf('\n', at + 1)) line++
  return line
}

export function topLevelTokens(source: string): TopLevelToken[] {
  return new Tokenizer(source).readTopLevelTokens()
}

// The parser that sanitizing and plain text use as well: nothing is deeper for them than it is here. It stops at once, since
// it searches the open elements for each tag, too.
function measure(html: string, most: number): void {
  if (!hasMoreTags(html, most)) return
  let depth = 0
  const parser = new Parser({
    onopentag() {
      if (++depth > most) {
        const message = `HTML elements are nested deeper than ${MAX_NESTING} levels. Remove some of the elements, tables or lists around this one`
        throw new NestingError(message, lineAt(html, parser.startIndex))
      }
    },
    onclosetag() {
      depth--
    },
  })
  parser.end(html)
}

/** Most HTML has too few tags to be too deep. */
function hasMoreTags(html: string, most: number): boolean {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) if (++tags > most) return true
  return false
}

function bracketDepth(text: string): number {
  let [depth, deepest] = [0, 0]
  let quote = ''
  for (const char of text) {
    if (quote) quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '[' || char === '(') deepest = Math.max(deepest, ++depth)
    else if (char === ']' || char === ')') depth--
  }
  return deepest
}
