import { withoutBlockMarks } from '../html/content-blocks.ts'
import { refuseDataImages } from '../html/left-out/data-images.ts'
import { LeftOut } from '../html/left-out/left-out.ts'
import { refuseManyParts } from '../html/most-parts.ts'
import { beginningOf, sharesOf, withoutPaywall } from '../html/paywall.ts'
import { sanitizeHtml, sanitizeRendered } from '../html/sanitize.ts'
import { appliesOwnStyles, applyOwnStyles } from '../html/styling/apply-sheet.ts'
import { htmlToText } from '../html/text.ts'
import { LiquidError } from '../liquid/error.ts'
import { refuseDeepHtml } from '../liquid/nesting.ts'
import { maskOrNot, resolveSnippets, withoutBraceMarks } from '../liquid/source.ts'
import { type LiquidVariables, parseLiquid, renderLiquid } from '../liquid/template.ts'
import { fillerOf, readAs, type Snippets } from './filling.ts'

/** Renders a post for its page. Throws LiquidError. */
function page({
  title,
  description,
  content,
  variables,
  snippets,
}: {
  title: string
  description: string | null
  content: string
  variables: LiquidVariables
  snippets: Snippets
}): { title: string; description: string | null; content_html: string; public_html: string } {
  refuseManyParts(content)
  const fill = fillerOf(snippets)
  const text = (written: string) => renderLiquid(fill.text(written), 'line', variables).trim()
  // The rules apply to the content only.
  const { html, sheet } = applyOwnStyles(fill.fragment(sanitizeHtml(content)))
  const printed = renderLiquid(withoutBlockMarks(html), 'html', variables)
  // Loops print more than their source contains.
  refuseManyParts(printed)
  const rendered = sanitizeRendered(printed)
  return {
    title: text(title),
    description: description === null ? null : text(description) || null,
    content_html: sheet + withoutPaywall(rendered),
    public_html: sheet + beginningOf(rendered),
  }
}

/** Renders a snippet from this source instead of its stored one. Throws LiquidError. */
function snippetPreview({
  key,
  source,
  variables,
  snippets,
}: {
  key: string
  source: string
  variables: LiquidVariables
  snippets: Snippets
}): string {
  refuseManyParts(source)
  const own = sanitizeHtml(source)
  const others = readAs(snippets, sanitizeHtml)
  const filled = resolveSnippets(`{{ snippet.${key} }}`, (named) => (named === key ? own : others(named)))
  refuseManyParts(filled)
  const { html: styled, sheet } = applyOwnStyles(sanitizeHtml(filled))
  const html = renderLiquid(styled, 'html', variables)
  refuseManyParts(html)
  return sheet + sanitizeRendered(html)
}

/** Throws LiquidError for a snippet that would block the emails that use it. */
function snippetCheck({ key, content, snippets }: { key: string; content: string; snippets: Snippets }): void {
  check({ html: content })
  parseLiquid(content, 'html')
  const others = readAs(snippets, sanitizeHtml)
  resolveSnippets(`{{ snippet.${key} }}`, (named) => (named === key ? content : others(named)))
}

/** Returns the text of a snippet. Empty for HTML that does not parse, which `snippetCheck` rejects with a reason. */
function snippetText({ html }: { html: string }): string {
  try {
    return withoutBraceMarks(htmlToText(html))
  } catch (error) {
    if (error instanceof LiquidError) return ''
    throw error
  }
}

/** Throws LimitError for HTML that is nested too deeply, has too many parts, or contains an image itself. */
function check({ html }: { html: string }): void {
  refuseDeepHtml(maskOrNot(html).text)
  refuseManyParts(html)
  refuseDataImages(html)
}

/** Returns HTML without anything that can run. Throws LimitError like `check`. */
function clean({ html }: { html: string }): { html: string; left_out: string[] } {
  check({ html })
  const left_out = new LeftOut()
  const cleaned = sanitizeHtml(html, left_out)
  if (!appliesOwnStyles(cleaned)) left_out.add('sheet', 'heavy')
  return { html: cleaned, left_out: left_out.found() }
}

/** Counts the public part of a paid post that was rendered, and the rest that only buyers read. */
const shares = ({ content_html, public_html }: { content_html: string; public_html: string }) =>
  sharesOf(content_html, public_html)

export const PAGE_TASKS = { page, shares, snippetPreview, snippetCheck, snippetText, check, clean }
