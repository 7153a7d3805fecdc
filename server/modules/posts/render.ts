import type { Ctx } from '../../core/context.ts'
import { withoutBlockMarks } from '../../mail/html/content-blocks.ts'
import { sanitizeHtml, sanitizeRendered } from '../../mail/html/sanitize.ts'
import { extractPreviewText } from '../../mail/html/text.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import { renderLiquid } from '../../mail/liquid/template.ts'
import { snippetFiller } from '../snippets/contents.ts'
import { siteUrl } from './view.ts'

export interface WebText {
  title: string
  description: string | null
  /** Null when the content has a mistake, which `mistake` names. */
  content_html: string | null
  mistake: string | null
}

/**
 * A letter as everybody may read it: snippets in place, and nobody behind `subscriber`, so that its filters give their defaults.
 * An unsubscribe link leads to the account's own page: on the web nobody is subscribed.
 */
export async function renderForWeb(
  ctx: Ctx,
  source: { title: string; description: string | null; content: string },
): Promise<WebText> {
  const account = await ctx.db.account.findFirstOrThrow({ where: {}, select: { name: true, postal_address: true } })
  const variables = {
    subscriber: {},
    account: { name: account.name },
    address: account.postal_address ?? '',
    unsubscribe_url: siteUrl(ctx.account_id),
  }
  const { title, description, content } = source
  try {
    const fill = await snippetFiller(ctx, [title, description, content])
    const text = (written: string) => renderLiquid(fill.text(written), 'line', variables).trim()
    return {
      title: text(title),
      description: description === null ? null : text(description) || null,
      content_html: sanitizeRendered(
        renderLiquid(withoutBlockMarks(fill.fragment(sanitizeHtml(content))), 'html', variables),
      ),
      mistake: null,
    }
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    return { title, description, content_html: null, mistake: `Line ${error.line}: ${error.message}` }
  }
}

/** The first words of a post, for lists and for those who share it. Braces could be taken for Liquid, and are no words. */
export const excerptOf = (html: string): string => extractPreviewText(html.replace(/[{}]/g, ''), 200)
