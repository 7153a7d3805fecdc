import type { Ctx } from '../../core/context.ts'
import { sanitizeHtml } from '../../mail/html/sanitize.ts'
import { htmlToText } from '../../mail/html/text.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import { resolveSnippets, snippetKeys } from '../../mail/liquid/source.ts'

/** What the snippets of an account hold, by key; undefined for a key that nobody has. Archived ones still count. */
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
  /** The content of a mail or page, sanitised as a whole: a snippet inside of an attribute cannot leave it. */
  fragment: (source: string) => string
  /** A whole HTML document, such as a layout. */
  document: (source: string) => string
  text: (source: string) => string
}

/**
 * Puts snippets in place of `{{ snippet.<key> }}` in whatever names some, once per mail and before it is parsed: their own
 * Liquid is rendered for each reader with the rest. The filler throws LiquidError for a circle, or what does not parse.
 */
export async function snippetFiller(ctx: Ctx, sources: readonly (string | null)[]): Promise<SnippetFiller> {
  // Snippets name each other: all are read, or none.
  const contents = sources.some(usesSnippets) ? await readSnippetContents(ctx) : { html: nothing, text: nothing }
  return {
    fragment: (source) => (usesSnippets(source) ? sanitizeHtml(resolveSnippets(source, contents.html)) : source),
    document: (source) => (usesSnippets(source) ? resolveSnippets(source, contents.html) : source),
    text: (source) => (usesSnippets(source) ? resolveSnippets(source, contents.text) : source),
  }
}

const nothing = () => undefined

/** False for what does not parse: whoever parses it next says why. */
function usesSnippets(source: string | null): boolean {
  try {
    return Boolean(source) && snippetKeys(source ?? '').length > 0
  } catch (error) {
    if (error instanceof LiquidError) return false
    throw error
  }
}
