import { Parser } from 'htmlparser2'
import { Tokenizer, type TopLevelToken, TypeGuards } from 'liquidjs'
import { LimitError } from './error.ts'

// Parsers of HTML and Liquid recurse per level, or search all open levels for each tag. So input is measured first, in one pass that stops at
// the first level above the limit.

/** Maximum nesting of elements; a table in a table counts four. Also applies to Liquid blocks and brackets. */
export const MAX_NESTING = 200
/** Levels that a layout may add around the content. */
const LAYOUT_LEVELS = 50

export class NestingError extends LimitError {}

/** Throws NestingError if HTML is nested too deeply. Liquid must be masked. */
export function refuseDeepHtml(html: string): void {
  measure(html, MAX_NESTING)
}

/** Throws NestingError if a whole email with its layout is nested too deeply. */
export function refuseDeepDocument(html: string): void {
  measure(html, MAX_NESTING + LAYOUT_LEVELS)
}

/** Throws NestingError if a layout without content is nested too deeply. */
export function refuseDeepLayout(html: string): void {
  measure(html, LAYOUT_LEVELS)
}

/** Returns whether HTML is nested too deeply, for callers that need no error. */
export function isTooDeep(html: string): boolean {
  try {
    refuseDeepDocument(html)
    return false
  } catch (error) {
    if (error instanceof NestingError) return true
    throw error
  }
}

/** Throws NestingError if blocks, or brackets inside one tag, are nested too deeply. */
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

/** Tags with an `end` tag. */
export const BLOCKS = new Set(['if', 'unless', 'case', 'for', 'capture', 'comment', 'tracked_link'])

/** Returns the line of `index`, from 1. */
export function lineAt(source: string, index: number): number {
  let line = 1
  for (let at = source.indexOf('\n'); at !== -1 && at < index; at = source.indexOf('\n', at + 1)) line++
  return line
}

export function topLevelTokens(source: string): TopLevelToken[] {
  return new Tokenizer(source).readTopLevelTokens()
}

// Uses the parser of sanitizing and plain text, so all see the same depth. Stops at the limit, because this parser also searches the open
// elements for each tag.
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

/** Most HTML has too few tags to be nested too deeply. */
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
