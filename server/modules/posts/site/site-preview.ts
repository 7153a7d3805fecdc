import type { Ctx } from '../../../core/context.ts'
import { inLanguage } from '../../../core/locale/of-account.ts'
import { t } from '../../../lib/locale/texts.ts'
import { findStyle } from '../../style/service.ts'
import type { SiteLook } from '../schema.ts'
import { sitePage } from './list-page.ts'
import { formOf } from './serve.ts'
import { listSitePosts, listTopics, postsPerPage, type SitePost } from './site.ts'
import { accountSite } from './style-preview.ts'

/** Renders the first page of the site in a look that is being chosen, with samples before the first post. */
export async function previewSite(ctx: Ctx, { layout, has_address }: SiteLook): Promise<{ html: string }> {
  const { account_id } = ctx
  const [style, stored, posts, topics, account, form] = await Promise.all([
    findStyle(ctx),
    accountSite(ctx, null),
    listSitePosts({ account_id, limit: postsPerPage({ layout }, {}) + 1, has_text: layout !== 'archive' }),
    listTopics({ account_id }),
    ctx.db.account.findFirst({ select: { postal_address: true } }),
    formOf({ account_id }, ''),
  ])
  const site = { ...stored, style, layout, postal_address: (has_address && account?.postal_address) || null }
  const html = await inLanguage(site, () => sitePage(site, posts.length > 0 ? posts : samples(ctx), { topics, form }))
  // The frame allows no scripts, and the browser reports each one that it blocks.
  return { html: html.replace(/<script async src="[^"]*"><\/script>/g, '') }
}

const DAY_MS = 86_400_000

const samples = ({ now }: Ctx): SitePost[] =>
  [t`Your latest post`, t`The post before`, t`An earlier post`, t`Your first post`].map((title, index) => ({
    id: index,
    slug: '',
    title,
    description: t`Its description, or its first words`,
    meta_description: null,
    published_at: new Date(+now() - index * 7 * DAY_MS),
    updated_at: now(),
    thumbnail_url: null,
    thumbnail_alt: null,
    topics: [],
    content_html: '',
    is_paid: false,
  }))
