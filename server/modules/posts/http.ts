import type { IncomingMessage } from 'node:http'
import type { OpenAPIHono } from '@hono/zod-openapi'
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { AppError, HTTP_STATUS } from '../../core/errors.ts'
import { inLanguage } from '../../core/locale/of-account.ts'
import { socketSource } from '../../core/source.ts'
import { t } from '../../lib/locale/texts.ts'
import { readForm } from '../../lib/net/read-form.ts'
import { BUYER_MS, openAccessLink, requestAccess } from './access/access.ts'
import { missingPage, oldLinkPage, type ServedPage, siteHeaders } from './site/pages.ts'
import { robotsOf } from './site/robots.ts'
import {
  type Asked,
  articlePage,
  askedByName,
  askedByNumber,
  jsonFeed,
  listPage,
  rssFeed,
  sitemap,
  siteOf,
} from './site/serve.ts'
import { findMovedPost, findSitePost, type Site } from './site/site.ts'

// The public site of an account: its posts, feeds and sitemap, below the account's number, below its name, and on its domain.

/** Adds the sites on this host. */
export function postsRoutes(app: OpenAPIHono): void {
  addSite(app, '/p/:account_id', (c) => askedByNumber(c.req.param('account_id') ?? ''))
  addSite(app, '/:name{@[A-Za-z0-9-]+}', (c) => askedByName((c.req.param('name') ?? '').slice(1)))
}

/** Facts that the listener knows about a request to a creator's domain. */
export interface DomainBindings {
  account_id: number
  /** Identifies the visitor. */
  incoming: IncomingMessage
}

/**
 * Returns the app for creators' domains, whose environment is `DomainBindings`. It serves only their sites, so users cannot sign in there.
 */
export function domainApp(): Hono {
  const app = new Hono()
  const find = (c: Context) => ({ account_id: (c.env as DomainBindings).account_id })
  app.get('/robots.txt', async (c) => {
    const site = await siteOf(find(c).account_id)
    return site ? c.text(robotsOf(site), 200, { 'Cache-Control': 'public, max-age=300' }) : missing(c)
  })
  addSite(app, '', find)
  app.notFound(async (c) => {
    const site = await siteOf(find(c).account_id)
    return site ? inLanguage(site, () => missing(c, site)) : missing(c)
  })
  return app
}

type Finder = (c: Context) => Promise<Asked | undefined> | Asked | undefined

function addSite(app: Hono | OpenAPIHono, base: string, find: Finder): void {
  // Their types differ, but the used parts are the same.
  const routes = app as Hono
  /** Serves a request from its site, or redirects to the site's current URL. */
  const get = (path: string, answer: (c: Context, site: Site) => Promise<Response>) =>
    routes.get(`${base}${path}` || '/', async (c) => {
      const asked = await find(c)
      const site = asked && (await siteOf(asked.account_id))
      if (!asked || !site) return missing(c)
      if (asked.url === undefined || asked.url === site.url) return inLanguage(site, () => answer(c, site))
      const { pathname, search } = new URL(c.req.url)
      const rest = pathname.split('/').slice(base.split('/').length)
      c.header('Cache-Control', 'public, max-age=60')
      return c.redirect(`${[site.url, ...rest].join('/')}${search}`, 301)
    })
  const show = (c: Context, site: Site, served: ServedPage | undefined) =>
    served ? c.body(served.body, 200, siteHeaders(served)) : missing(c, site)

  get('', async (c, site) => show(c, site, await listPage(site, c.req.query())))
  get('/feed.xml', async (c, site) => c.body(await rssFeed(site), 200, FEED_HEADERS))
  get('/feed.json', async (c, site) => c.body(await jsonFeed(site), 200, JSON_FEED_HEADERS))
  get('/sitemap.xml', async (c, site) => c.body(await sitemap(site), 200, SITEMAP_HEADERS))
  get('/:slug{[a-z0-9-]+}', async (c, site) => {
    const asked = c.req.query('link') === 'sent' ? 'sent' : undefined
    const slug = c.req.param('slug') ?? ''
    const served = await articlePage(site, slug, { cookie: getCookie(c, BUYER), asked })
    const moved = served ? undefined : await findMovedPost({ ...site, slug })
    if (moved === undefined) return show(c, site, served)
    c.header('Cache-Control', 'public, max-age=60')
    return c.redirect(`${site.url}/${moved}${new URL(c.req.url).search}`, 301)
  })
  // An emailed link only sets a cookie, so scanners that follow it use up nothing.
  get('/access/:token', async (c, site) => {
    const access = await openAccessLink(site, c.req.param('token') ?? '')
    if (!access) return c.body(oldLinkPage(site), 404, { ...siteHeaders(), 'Cache-Control': 'no-store' })
    const { protocol, pathname } = new URL(site.url)
    setCookie(c, BUYER, access.cookie, {
      path: pathname,
      httpOnly: true,
      secure: protocol === 'https:',
      sameSite: 'Lax',
      maxAge: BUYER_MS / 1000,
    })
    c.header('Cache-Control', 'no-store')
    c.header('Referrer-Policy', 'no-referrer')
    return c.redirect(`${site.url}/${access.slug}`, 303)
  })
  routes.post(`${base}/access`, async (c) => {
    const asked = await find(c)
    const site = asked && (await siteOf(asked.account_id))
    return site ? inLanguage(site, () => sendAccess(c, site)) : missing(c)
  })
}

/** Emails a buyer the link to a paid post. */
async function sendAccess(c: Context, site: Site) {
  const form = await readForm(c.req.raw, MAX_FORM_BYTES)
  const post = form && (await findSitePost({ ...site, slug: form.get('post') ?? '' }))
  if (!post?.is_paid) return missing(c, site)
  const email_address = form?.get('email_address') ?? ''
  const answer = await requestAccess(site, { post, email_address, source: socketSource(c) }).catch((error) => {
    if (error instanceof AppError && error.code === 'rate_limited') return error
    throw error
  })
  if (answer === true) return c.redirect(`${site.url}/${post.slug}?link=sent#sent`, 303)
  const refused = answer instanceof AppError ? answer.message : t`Enter an email address, such as you@example.com.`
  const served = await articlePage(site, post.slug, { asked: { refused } })
  if (!served) return missing(c, site)
  return c.body(served.body, answer instanceof AppError ? HTTP_STATUS.rate_limited : 422, siteHeaders(served))
}

/** A buyer's cookie, which browsers send only to the site. */
const BUYER = 'envoi_buyer'
const MAX_FORM_BYTES = 16 * 1024

const missing = (c: Context, site?: Site) =>
  c.body(missingPage(site), 404, { ...siteHeaders(), 'Cache-Control': 'no-store' })

const FEED = { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' }
const FEED_HEADERS = { ...FEED, 'Content-Type': 'application/rss+xml; charset=utf-8' }
const JSON_FEED_HEADERS = { ...FEED, 'Content-Type': 'application/feed+json; charset=utf-8' }
const SITEMAP_HEADERS = { ...FEED, 'Content-Type': 'application/xml; charset=utf-8' }
