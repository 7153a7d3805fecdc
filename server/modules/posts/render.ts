import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { textWork } from '../../core/texts/text-work.ts'
import { extractPreviewText } from '../../mail/html/text.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import { snippetsFor } from '../snippets/contents.ts'
import { siteUrlSql } from '../style/site-url.ts'

export interface WebText {
  title: string
  description: string | null
  /** Null when the content has a template error, which `mistake` contains. */
  content_html: string | null
  /** The part of a paid post that everyone can read. Null with a template error. */
  public_html: string | null
  mistake: string | null
}

/**
 * Renders a text for the public web. Snippets are resolved, and `subscriber` is empty, so its filters return their defaults. An unsubscribe
 * link points to the account's list of posts.
 */
export async function renderForWeb(
  ctx: Ctx,
  source: { title: string; description: string | null; content: string },
): Promise<WebText> {
  const account = await ctx.sql.one<{
    name: string
    time_zone: string
    postal_address: string | null
    site_url: string
  }>(`select a.name, a.time_zone, a.postal_address, ${siteUrlSql('a.id')} as site_url from account a where a.id = $1`)
  if (!account) throw notFound()
  const variables = {
    subscriber: {},
    account: { name: account.name, time_zone: account.time_zone },
    address: account.postal_address ?? '',
    unsubscribe_url: account.site_url,
  }
  const { title, description, content } = source
  try {
    const snippets = await snippetsFor(ctx, [title, description, content])
    return { ...(await textWork(ctx, 'page', { title, description, content, variables, snippets })), mistake: null }
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    return {
      title,
      description,
      content_html: null,
      public_html: null,
      mistake: `Line ${error.line}: ${error.message}`,
    }
  }
}

/** Returns the first words of a post for lists and shared links. */
export const excerptOf = (html: string): string => extractPreviewText(html, 200)
