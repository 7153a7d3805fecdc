import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { inLanguage } from '../../../core/locale/of-account.ts'
import { textWork } from '../../../core/texts/text-work.ts'
import { findProduct } from '../../purchases/product.ts'
import { findStyle } from '../../style/service.ts'
import { renderForWeb } from '../render.ts'
import type { PostPreviewInput, PostSharesInput, Shares } from '../schema.ts'
import { paywallBox } from './paywall.ts'
import { postPage } from './post-page.ts'
import { withoutGreeting } from './post-text.ts'
import { formOf } from './serve.ts'
import { accountSite } from './style-preview.ts'

/** Renders a post with its typed text, as visitors of the site will see it. Throws not_found. */
export async function previewPost(
  ctx: Ctx,
  { id, as_buyer, ...typed }: PostPreviewInput,
): Promise<{ html: string; mistake: string | null }> {
  const stored_post = await ctx.db.post.findFirst({ where: { id } })
  if (!stored_post) throw notFound()
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined))
  const post = { ...stored_post, ...given }
  const { content_html, public_html, mistake } = await renderForWeb(ctx, {
    title: post.title,
    description: null,
    content: post.content ?? '',
  })
  if (mistake !== null) return { html: '', mistake }
  const site = await accountSite(ctx, await findStyle(ctx))
  const slug = post.slug ?? 'preview'
  const isBeginning = post.is_paid && !as_buyer
  const shown_html = (isBeginning ? public_html : content_html) ?? ''
  const shares = isBeginning ? await sharesOf(ctx, { content_html, public_html }) : null
  const html = await inLanguage(site, async () => {
    const form = await formOf(site, site.url)
    const rest = shares ? { words: shares.more_words, images: shares.more_images } : undefined
    const paywall = isBeginning
      ? paywallBox(site, { slug, product: await findProduct(ctx), rest, has_form: form !== undefined })
      : undefined
    return postPage(
      site,
      {
        ...post,
        slug,
        content_html: post.sent_at ? withoutGreeting(shown_html, post.title) : shown_html,
        published_at: stored_post.published_at ?? ctx.now(),
      },
      { form, paywall },
    )
  })
  return { html, mistake: null }
}

/** Counts the public part of a post and the part for buyers, with its typed text, as if the post were paid. Null with a template error. */
export async function countShares(ctx: Ctx, { id, content: typed }: PostSharesInput): Promise<Shares | null> {
  const stored = await ctx.db.post.findFirst({ where: { id }, select: { content: true } })
  if (!stored) throw notFound()
  const content = (typed === undefined ? stored.content : typed) ?? ''
  return sharesOf(ctx, await renderForWeb(ctx, { title: '', description: null, content }))
}

const sharesOf = async (
  ctx: Ctx,
  { content_html, public_html }: Pick<Awaited<ReturnType<typeof renderForWeb>>, 'content_html' | 'public_html'>,
): Promise<Shares | null> =>
  content_html === null || public_html === null ? null : textWork(ctx, 'shares', { content_html, public_html })
