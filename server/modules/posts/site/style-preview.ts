import type { Ctx } from '../../../core/context.ts'
import { notFound } from '../../../core/errors.ts'
import { inLanguage } from '../../../core/locale/of-account.ts'
import type { StyleInput } from '../../style/schema.ts'
import { styleOf } from '../../style/service.ts'
import { siteUrlSql } from '../../style/site-url.ts'
import { postPage } from './post-page.ts'
import { SITE_CHOICES, type Site } from './site.ts'

/** Returns the account's site, even before it has published anything. */
export async function accountSite(ctx: Ctx, style: Site['style']): Promise<Site> {
  const [account, profile] = await Promise.all([
    ctx.sql.one<Pick<Site, 'name' | 'language' | 'time_zone' | 'url' | 'layout' | 'postal_address'>>(
      `select a.name, a.language, a.time_zone, ${siteUrlSql('a.id')} as url, ${SITE_CHOICES}
       from account a left join site o on o.account_id = a.id where a.id = $1`,
    ),
    ctx.db.creatorProfile.findFirst({ select: { name: true, byline: true, bio: true, image_url: true } }),
  ])
  if (!account) throw notFound()
  const { account_id } = ctx
  return { byline: null, bio: null, image_url: null, website_url: null, ...account, ...profile, account_id, style }
}

/** Renders a sample post in a style that is being edited. */
export async function previewStyledPost(ctx: Ctx, choices: StyleInput): Promise<{ html: string }> {
  const site = await accountSite(ctx, await styleOf(ctx, choices))
  const html = await inLanguage(site, () =>
    postPage(site, {
      id: 0,
      slug: 'preview',
      title: 'A slow week in the studio',
      description: 'What I learned from drawing less',
      meta_description: null,
      published_at: ctx.now(),
      updated_at: ctx.now(),
      thumbnail_url: null,
      thumbnail_alt: null,
      topics: ['Drawing'],
      content_html: SAMPLE,
      is_paid: false,
    }),
  )
  return { html }
}

const SAMPLE = `<p>This week I drew <strong>less</strong>, on purpose. <a href="#">The longer version</a> is on the site.</p>
<h2>What helped</h2><ul><li>Start before breakfast</li><li>Stop before it is done</li></ul>
<blockquote><p>Leave the table before the drawing is finished.</p></blockquote>`
