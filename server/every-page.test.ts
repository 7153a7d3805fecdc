import { existsSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  ADMIN_PAGES,
  DEMO_VIEWS,
  FORMS,
  GUIDES,
  IN_JOURNEYS,
  LISTS,
  NOT_LOOKED_AT,
  OWN_VIEWS,
  PUBLIC_VIEWS,
  SIGNED_OUT,
  STANDALONE,
} from '../e2e/support/pages.ts'
import { restApp } from './rest/app.ts'
import { domainApp } from './rest/registry.ts'

// Every page must be in the lists that journeys and images open, or have a reason why not.

/** Addresses opened by journeys, with placeholders of ids and tokens in brackets or as a number. */
const LOOKED_AT = [
  ...[LISTS, FORMS, DEMO_VIEWS, OWN_VIEWS, STANDALONE, SIGNED_OUT, GUIDES, PUBLIC_VIEWS, ADMIN_PAGES].flat(),
  ...Object.keys(IN_JOURNEYS),
]

/** Addresses outside of the API for which GET returns something other than a page. */
const NO_PAGES: Record<string, string> = {
  '/f/forms.js': 'a script',
  '/f/:uid/frame':
    'the form for a frame, whose headings follow those of the page around it; forms.spec.ts signs up in one',
  '/f/:uid/index.js': 'a script',
  '/f/file/:token': 'a file',
  '/exports/:token': 'a file',
  '/media/:key/:file': 'an image',
  '/app-logos/:app_id/:version': 'an image',
  '/app-screenshots/:app_id/:key': 'an image',
  '/og/s/:account_id/:file': 'an image',
  '/og/p/:account_id/:post_id/:file': 'an image',
  '/og/f/:uid/:file': 'an image',
  '/t/o/:token': 'an image',
  '/t/c/:token': 'leads to what the link of an email is about',
  '/t/c/:token/:number': 'leads to what the link of an email is about',
  '/oauth/authorize': 'leads to /oauth/consent',
  '/v4/oauth/authorize': 'leads to /oauth/consent',
  '/.well-known/oauth-authorization-server': 'JSON',
  '/.well-known/oauth-protected-resource': 'JSON',
  '/.well-known/oauth-protected-resource/mcp': 'JSON',
  '/p/:account_id': 'the same page as below the name',
  '/p/:account_id/:slug': 'the same page as below the name',
  '/p/:account_id/feed.xml': 'a feed',
  '/p/:account_id/feed.json': 'a feed',
  '/p/:account_id/sitemap.xml': 'a sitemap',
  '/p/:account_id/access/:token': 'leads to the post',
  '/:name/feed.xml': 'a feed',
  '/:name/feed.json': 'a feed',
  '/:name/sitemap.xml': 'a sitemap',
  '/:name/access/:token': 'leads to the post',
  '/digest/stop/:token': 'sent once a day, and written like the page of /u/:token',
  '/docs/swagger-ui.css': 'a style sheet',
  '/docs/swagger-ui-bundle.js': 'a script',
  '/docs/requests/openapi.json': 'JSON',
  '/docs/webhooks/openapi.json': 'JSON',
  '/docs/bulk/openapi.json': 'JSON',
  '/docs/plugins/openapi.json': 'JSON',
  '/site-domains/allowed': 'an answer for the proxy',
  '/healthz': 'JSON',
  '/readyz': 'JSON',
  '/metrics': 'figures',
}

const partsOf = (address: string) => address.replace(/\?.*/, '').split('/').slice(1)
const isOpen = (part: string) => /^\[|^:|^@\[/.test(part)

/** Returns the page that answers an address; of several, the one with the fewest parameters. */
function answering(address: string, pages: readonly string[]): string | undefined {
  const parts = partsOf(address)
  return pages
    .filter((page) => {
      const own = partsOf(page)
      return own.length === parts.length && own.every((part, at) => part === parts[at] || isOpen(part))
    })
    .sort((a, b) => partsOf(a).filter(isOpen).length - partsOf(b).filter(isOpen).length)[0]
}

/** Returns addresses that are neither in the lists nor have a reason. */
function missing(pages: readonly string[], reasons: Record<string, string>, lists = LOOKED_AT): string[] {
  const found = new Set(lists.map((address) => answering(address, pages)))
  return pages.filter((page) => !found.has(page) && !(page in reasons))
}

const PAGES = globSync('app/**/page.tsx').map(
  (file) =>
    `/${file
      .split('/')
      .slice(1, -1)
      .filter((part) => !part.startsWith('('))
      .join('/')}`,
)

/** Returns the addresses of GET routes, without patterns of parameters. */
const addressesOf = ({ routes }: { routes: { method: string; path: string }[] }) => [
  ...new Set(
    routes
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => path.replaceAll(/(:\w+)\{(?:[^{}]|\{[^{}]*\})*\}/g, '$1')),
  ),
]

const rest = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
const ROUTES = addressesOf(rest).filter((path) => !/^\/v4\/(?!oauth\/)/.test(path))

test('every page of the dashboard and for signed-out visitors is opened, or has a reason why not', () => {
  expect(PAGES.length).toBeGreaterThan(90)
  expect(missing(PAGES, NOT_LOOKED_AT)).toEqual([])
  // This test must find these.
  expect(missing([...PAGES, '/never-listed', '/forms/[id]/never-listed'], NOT_LOOKED_AT)).toEqual([
    '/never-listed',
    '/forms/[id]/never-listed',
  ])
})

test('every public page outside of Next is opened, or has a reason why not', () => {
  expect(ROUTES.length).toBeGreaterThan(30)
  expect(missing(ROUTES, NO_PAGES)).toEqual([])
  // At the domain of a creator, where a journey opens the first two (sending-domains.spec.ts).
  const site = ['', '/:slug', '/feed.xml', '/feed.json', '/sitemap.xml', '/access/:token', '/robots.txt']
  expect(addressesOf(domainApp()).toSorted()).toEqual(site.map((path) => path || '/').toSorted())
})

test('the lists contain only pages and journeys that exist', () => {
  const known = [...PAGES, ...ROUTES]
  expect(LOOKED_AT.filter((address) => answering(address, known) === undefined)).toEqual([])
  expect(Object.keys(NOT_LOOKED_AT).filter((page) => !PAGES.includes(page))).toEqual([])
  expect(Object.keys(NO_PAGES).filter((path) => !ROUTES.includes(path))).toEqual([])
  expect(Object.values(IN_JOURNEYS).filter((file) => !existsSync(`e2e/${file}`))).toEqual([])
})
