import type { Ctx } from '../../core/context.ts'
import { refuseManyParts } from '../../mail/html/most-parts.ts'
import { sanitizeHtml, sanitizeRendered } from '../../mail/html/sanitize.ts'
import { applyOwnStyles } from '../../mail/html/styling/apply-sheet.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import { resolveSnippets } from '../../mail/liquid/source.ts'
import { renderLiquid } from '../../mail/liquid/template.ts'
import { readSnippetContents } from './contents.ts'
import type { SnippetPreview, SnippetPreviewInput } from './schema.ts'
import { getSnippet } from './service.ts'

const SAMPLE_SUBSCRIBER = {
  first_name: 'Robin',
  email_address: 'robin@example.com',
  city: 'Oslo',
  country: 'Norway',
  tags: [],
}

/** Renders a snippet with this source for a sample subscriber. Stores nothing. */
export async function previewSnippet(ctx: Ctx, { id, source }: SnippetPreviewInput): Promise<SnippetPreview> {
  const { key } = await getSnippet(ctx, { id })
  const account = await ctx.db.account.findFirstOrThrow({ where: {}, select: { name: true, time_zone: true } })
  const contents = await readSnippetContents(ctx)
  try {
    refuseManyParts(source)
    const own = sanitizeHtml(source)
    const filled = resolveSnippets(`{{ snippet.${key} }}`, (named) => (named === key ? own : contents.html(named)))
    refuseManyParts(filled)
    const { html: styled, sheet } = applyOwnStyles(sanitizeHtml(filled))
    const html = renderLiquid(styled, 'html', { subscriber: SAMPLE_SUBSCRIBER, account })
    refuseManyParts(html)
    return { html: sheet + sanitizeRendered(html), mistake: null }
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    return { html: '', mistake: `Line ${error.line}: ${error.message}` }
  }
}
