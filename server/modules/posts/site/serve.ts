import { systemCtx } from '../../../core/context.ts'
import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { formLook, sectionFormStyle } from '../../../lib/page/form-style.ts'
import { type FormSection, formSection } from '../../forms/sign-up/pages.ts'
import { findOpenForm } from '../../forms/sign-up/sign-up.ts'
import { findProduct } from '../../purchases/product.ts'
import { findNamed } from '../../sites/names.ts'
import { shownForm } from '../../sites/service.ts'
import { namePrefix, numberedUrl } from '../../style/site-url.ts'
import { readPaidText } from '../access/access.ts'
import { jsonFeedOf, rssOf } from './feed.ts'
import { sitePage } from './list-page.ts'
import { postUrl, type ServedPage } from './pages.ts'
import { paywallBox, type Asked as Requested } from './paywall.ts'
import { postPage } from './post-page.ts'
import { sitemapOf } from './robots.ts'
import {
  findNearPosts,
  findPaidShare,
  findSite,
  findSitePost,
  listForSitemap,
  listSitePosts,
  listTopics,
  postsPerPage,
  type Site,
} from './site.ts'

/** The requested site. `url` is its URL in the request, absent if there is only one. */
export interface Asked {
  account_id: number
  url?: string
}

/** Returns the account of a numbered site URL, as in `/p/7`. */
export function askedByNumber(text: string): Asked | undefined {
  const account_id = idOf(text)
  return account_id === undefined ? undefined : { account_id, url: numberedUrl(account_id) }
}

/** Returns the account whose site has or had this name. */
export async function askedByName(name: string): Promise<Asked | undefined> {
  const account_id = await findNamed(name)
  return account_id === undefined ? undefined : { account_id, url: `${namePrefix()}${name}` }
}

/** Returns undefined without a site, and if public posts are off on this instance. */
export const siteOf = async (account_id: number): Promise<Site | undefined> =>
  latestInstanceSettings().has_posts ? findSite({ account_id }) : undefined

/** Returns the list selected by the query, or undefined for an invalid query. */
export async function listPage(site: Site, query: Readonly<Record<string, string>>): Promise<ServedPage | undefined> {
  const before = query.before === undefined ? undefined : idOf(query.before)
  if (query.before !== undefined && before === undefined) return undefined
  const selection = { before, topic: textOf(query.topic), search: textOf(query.q) }
  const [posts, topics, form] = await Promise.all([
    listSitePosts({
      ...site,
      ...selection,
      limit: postsPerPage(site, selection) + 1,
      has_text: site.layout !== 'archive',
    }),
    listTopics(site),
    formOf(site, site.url),
  ])
  return { body: await sitePage(site, posts, { ...selection, topics, form }), form }
}

/** Returns the page of a published post, or undefined. Visitors with a buyer's cookie get the full text of a paid one. */
export async function articlePage(
  site: Site,
  slug: string,
  { cookie, asked }: { cookie?: string | undefined; asked?: Requested | undefined } = {},
): Promise<ServedPage | undefined> {
  const post = await findSitePost({ ...site, slug })
  if (!post) return undefined
  const [form, near] = await Promise.all([formOf(site, postUrl(site, post)), findNearPosts({ ...site, id: post.id })])
  if (!post.is_paid) return { body: await postPage(site, post, { form, near }), form }
  const whole = await readPaidText(site, { post, cookie })
  const own_origin = new URL(site.url).origin
  if (whole !== undefined) {
    const body = await postPage(site, { ...post, content_html: whole }, { form, near })
    return { body, form, own_origin }
  }
  const [product, rest] = await Promise.all([
    findProduct(systemCtx(site.account_id)),
    findPaidShare({ ...site, id: post.id }),
  ])
  const paywall = paywallBox(site, { slug, product, asked, rest, has_form: form !== undefined })
  return { body: await postPage(site, post, { form, near, paywall }), form, own_origin }
}

export const rssFeed = async (site: Site): Promise<string> => rssOf(site, await listSitePosts(site))
export const jsonFeed = async (site: Site): Promise<string> => jsonFeedOf(site, await listSitePosts(site))
export const sitemap = async (site: Site): Promise<string> => sitemapOf(site, await listForSitemap(site))

/** Returns the form of the site in its colors. Its image is left out: the form is one of several things on the page. */
export async function formOf(site: Pick<Site, 'account_id'>, referrer: string): Promise<FormSection | undefined> {
  const shown = await shownForm(systemCtx(site.account_id))
  const form = shown && (await findOpenForm(shown.uid))
  if (!form) return undefined
  const section = formSection({ ...form, settings: { ...form.settings, picture: null } }, { hidden: { referrer } })
  return { ...section, style: sectionFormStyle(formLook(form.settings, form.publisher.style).accent_color) }
}

/** Parses an id in a path. */
export const idOf = (text: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined

/** Maximum length in characters. */
const MAX_QUESTION_LENGTH = 200

/** Returns a visitor's search text or topic; undefined for none. */
const textOf = (given: string | undefined): string | undefined =>
  given?.replaceAll('\0', '').trim().slice(0, MAX_QUESTION_LENGTH) || undefined
