import type { OpenAPIHono } from '@hono/zod-openapi'
import { type Context, Hono } from 'hono'
import { missingPage, siteHeaders } from './site/pages.ts'
import { robotsOf } from './site/robots.ts'
import {
  type Asked,
  articlePage,
  askedByName,
  askedByNumber,
  jsonFeed,
  listPage,
  rssFeed,
  type ServedPage,
  sitemap,
  siteOf,
} from './site/serve.ts'
import type { Site } from './site/site.ts'

// The public site of an account: its posts, feeds and sitemap, below the account's number, below its name, and at its domain.

/** Adds the sites of this host. */
export function postsRoutes(app: OpenAPIHono): void {
  addSite(app, '/p/:account_id', (c) => askedByNumber(c.req.param('account_id') ?? ''))
  addSite(app, '/:name{@[A-Za-z0-9-]+}', (c) => askedByName((c.req.param('name') ?? '').slice(1)))
}

/** What the listener knows about a request for a creator's domain. */
export interface DomainBindings {
  account_id: number
}

/**
 * Returns the app of creators' domains, whose environment is `DomainBindings`: their sites and nothing else, so no one signs in there.
 */
export function domainApp(): Hono {
  const app = new Hono()
  const find = (c: Context) => ({ account_id: (c.env as DomainBindings).account_id })
  app.get('/robots.txt', async (c) => {
    const site = await siteOf(find(c).account_id)
    return site ? c.text(robotsOf(site), 200, { 'Cache-Control': 'public, max-age=300' }) : missing(c)
  })
  addSite(app, '', find)
  app.notFound((c) => missing(c))
  return app
}

type Finder = (c: Context) => Promise<Asked | undefined> | Asked | undefined

function addSite(app: Hono | OpenAPIHono, base: string, find: Finder): void {
  // Their types differ; what is used here is the same.
  const routes = app as Hono
  /** Answers a request with its site, or leads to the address that the site has now. */
  const get = (path: string, answer: (c: Context, site: Site) => Promise<Response>) =>
    routes.get(`${base}${path}` || '/', async (c) => {
      const asked = await find(c)
      const site = asked && (await siteOf(asked.account_id))
      if (!asked || !site) return missing(c)
      if (asked.url === undefined || asked.url === site.url) return answer(c, site)
      const { pathname, search } = new URL(c.req.url)
      const rest = pathname.split('/').slice(base.split('/').length)
      c.header('Cache-Control', 'public, max-age=60')
      return c.redirect(`${[site.url, ...rest].join('/')}${search}`, 301)
    })
  const show = (c: Context, served: ServedPage | undefined) =>
    served ? c.body(served.body, 200, siteHeaders(served.form)) : missing(c)

  get('', async (c, site) => show(c, await listPage(site, c.req.query())))
  get('/feed.xml', async (c, site) => c.body(await rssFeed(site), 200, FEED_HEADERS))
  get('/feed.json', async (c, site) => c.body(await jsonFeed(site), 200, JSON_FEED_HEADERS))
  get('/sitemap.xml', async (c, site) => c.body(await sitemap(site), 200, SITEMAP_HEADERS))
  get('/:slug{[a-z0-9-]+}', async (c, site) => show(c, await articlePage(site, c.req.param('slug') ?? '')))
}

const missing = (c: Context) => c.body(missingPage(), 404, { ...siteHeaders(undefined), 'Cache-Control': 'no-store' })

const FEED = { 'Cache-Control': 'public, max-age=300', 'Access-Control-Allow-Origin': '*' }
const FEED_HEADERS = { ...FEED, 'Content-Type': 'application/rss+xml; charset=utf-8' }
const JSON_FEED_HEADERS = { ...FEED, 'Content-Type': 'application/feed+json; charset=utf-8' }
const SITEMAP_HEADERS = { ...FEED, 'Content-Type': 'application/xml; charset=utf-8' }
