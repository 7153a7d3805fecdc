import type { OpenAPIHono } from '@hono/zod-openapi'
import { latestInstanceSettings } from '../../core/instance/settings.ts'
import { feedOf } from './feed.ts'
import { missingPage, POST_HEADERS, postPage, sitePage } from './pages.ts'
import { findSite, findSitePost, listSitePosts, type Site } from './site.ts'

/** Public routes of posts: single posts, the list and the feed. */
export function postsRoutes(app: OpenAPIHono): void {
  app.get('/p/:account_id', async (c) => {
    const site = await siteOf(c.req.param('account_id'))
    const asked = c.req.query('before')
    const before = asked === undefined ? undefined : idOf(asked)
    if (!site || (asked !== undefined && before === undefined)) return c.body(missingPage(), 404, MISSING)
    const posts = await listSitePosts({ ...site, ...(before === undefined ? {} : { before }) })
    return c.body(sitePage(site, posts, { is_first: before === undefined }), 200, POST_HEADERS)
  })
  app.get('/p/:account_id/feed.xml', async (c) => {
    const site = await siteOf(c.req.param('account_id'))
    if (!site) return c.body(missingPage(), 404, MISSING)
    return c.body(feedOf(site, await listSitePosts(site)), 200, FEED_HEADERS)
  })
  app.get('/p/:account_id/:slug{[a-z0-9-]+}', async (c) => {
    const site = await siteOf(c.req.param('account_id'))
    const post = site && (await findSitePost({ ...site, slug: c.req.param('slug') }))
    if (!site || !post) return c.body(missingPage(), 404, MISSING)
    return c.body(await postPage(site, post), 200, POST_HEADERS)
  })
}

const MISSING = { ...POST_HEADERS, 'Cache-Control': 'no-store' }
const FEED_HEADERS = {
  'Content-Type': 'application/rss+xml; charset=utf-8',
  'Cache-Control': 'public, max-age=300',
}

async function siteOf(text: string): Promise<Site | undefined> {
  const account_id = idOf(text)
  return account_id === undefined || !latestInstanceSettings().has_posts ? undefined : findSite({ account_id })
}

const idOf = (text: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined
