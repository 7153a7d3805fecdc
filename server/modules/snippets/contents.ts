import type { Ctx } from '../../core/context.ts'
import { refuseManyParts } from '../../mail/html/most-parts.ts'
import { sanitizeHtml } from '../../mail/html/sanitize.ts'
import { htmlToText } from '../../mail/html/text.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import { resolveSnippets, snippetKeys } from '../../mail/liquid/source.ts'

/** Returns the contents of an account's snippets by key; undefined for an unknown key. Includes archived ones. */
export interface SnippetContents {
  html: (key: string) => string | undefined
  /** For subjects and other plain text. */
  text: (key: string) => string | undefined
}

export async function readSnippetContents(ctx: Ctx): Promise<SnippetContents> {
  const snippets = await ctx.db.snippet.findMany({
    select: { key: true, snippet_type: true, content: true, value_html: true },
  })
  const written = new Map(
    snippets.map(({ key, snippet_type, content, value_html }) => [
      key,
      (snippet_type === 'block' ? value_html : content) ?? '',
    ]),
  )
  const readAs = (read: (html: string) => string) => (key: string) => {
    const html = written.get(key)
    return html === undefined ? undefined : read(html)
  }
  return { html: readAs(sanitizeHtml), text: readAs(htmlToText) }
}

export interface SnippetFiller {
  /** Fills the content of an email or page and sanitizes the result, so a snippet inside an attribute cannot leave it. */
  fragment: (source: string) => string
  /** Fills a complete HTML document, such as a layout. */
  document: (source: string) => string
  text: (source: string) => string
}

/**
 * Returns functions that replace `{{ snippet.<key> }}` with the snippets' contents, before the source is parsed: Liquid inside snippets
 * is rendered with the rest. They throw LiquidError for a circular reference, a source that does not parse, or a text with too many parts.
 */
export async function snippetFiller(ctx: Ctx, sources: readonly (string | null)[]): Promise<SnippetFiller> {
  // Snippets can use each other, so all are loaded or none.
  const contents = sources.some(usesSnippets) ? await readSnippetContents(ctx) : { html: nothing, text: nothing }
  return {
    fragment(source) {
      if (!usesSnippets(source)) return source
      const filled = resolveSnippets(source, contents.html)
      refuseManyParts(filled)
      return sanitizeHtml(filled)
    },
    document: (source) => (usesSnippets(source) ? resolveSnippets(source, contents.html) : source),
    text: (source) => (usesSnippets(source) ? resolveSnippets(source, contents.text) : source),
  }
}

const nothing = () => undefined

/** Returns false for a source that does not parse; the parser reports why later. */
function usesSnippets(source: string | null): boolean {
  // Most texts have no Liquid, and reading a long one takes time.
  if (!source?.includes('{{')) return false
  try {
    return snippetKeys(source).length > 0
  } catch (error) {
    if (error instanceof LiquidError) return false
    throw error
  }
}
