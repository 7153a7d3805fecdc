import { refuseManyParts } from '../html/most-parts.ts'
import { sanitizeHtml } from '../html/sanitize.ts'
import { htmlToText } from '../html/text.ts'
import { LiquidError } from '../liquid/error.ts'
import { resolveSnippets, snippetKeys } from '../liquid/source.ts'

/** Contents of an account's snippets by key. Empty if no text can use one. */
export type Snippets = Readonly<Record<string, string>>

export interface SnippetFiller {
  /** Fills the content of an email or page and sanitizes the result, so a snippet inside an attribute cannot leave it. */
  fragment: (source: string) => string
  /** Fills a complete HTML document, such as a layout. */
  document: (source: string) => string
  /** For subjects and other plain text. */
  text: (source: string) => string
}

/**
 * Returns functions that replace `{{ snippet.<key> }}` with the snippets' contents before the source is parsed, so Liquid within snippets is
 * rendered with the rest. They throw LiquidError for a circular reference, a source that does not parse, or a text with too many parts.
 */
export function fillerOf(snippets: Snippets): SnippetFiller {
  const html = readAs(snippets, sanitizeHtml)
  const text = readAs(snippets, htmlToText)
  return {
    fragment(source) {
      if (!usesSnippets(source)) return source
      const filled = resolveSnippets(source, html)
      refuseManyParts(filled)
      return sanitizeHtml(filled)
    },
    document: (source) => (usesSnippets(source) ? resolveSnippets(source, html) : source),
    text: (source) => (usesSnippets(source) ? resolveSnippets(source, text) : source),
  }
}

/** Returns a function for the processed content of a snippet, undefined for an unknown key. */
export const readAs =
  (snippets: Snippets, read: (html: string) => string) =>
  (key: string): string | undefined => {
    const html = Object.hasOwn(snippets, key) ? snippets[key] : undefined
    return html === undefined ? undefined : read(html)
  }

/** Returns false for a source that does not parse; the parser reports why later. */
function usesSnippets(source: string): boolean {
  if (!mayUseSnippets(source)) return false
  try {
    return snippetKeys(source).length > 0
  } catch (error) {
    if (error instanceof LiquidError) return false
    throw error
  }
}

/** Returns whether the text may use snippets. HTML editors can write the word as entities. */
export const mayUseSnippets = (source: string | null): boolean =>
  Boolean(source?.includes('{{')) && /snippet|&#/.test(source ?? '')
