import { expect, test } from 'vitest'
import { restApp } from '../../../rest/app.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import {
  all,
  type Element,
  jsonFeedProblems,
  MAX_URLS,
  readXml,
  rssProblems,
  SITEMAP,
  sitemapProblems,
} from '../../../testing/feeds/feed-rules.ts'
import { jsonFeedOf, rssOf } from './feed.ts'
import { sitemapOf } from './robots.ts'
import type { Site, SitePost } from './site.ts'

const HOSTILE = [
  'Ash & oak',
  '<script>alert(1)</script>',
  ']]><item><title>More</title></item>',
  '&lt;b&gt; &amp;amp; &#0; &nbsp; &undefined;',
  `"quotes' and <!-- a comment --> and <?a program?>`,
  'Control \u0000\u0001\u0008\u000b\u001b\u001f and none \ufffe\uffff',
  'Half of a character \ud83d and a whole one 😀',
  '\u202eturned around\u202c and a\nnew line\tand a tab',
  '{{ subscriber.email_address }} {% raw %}',
  'x'.repeat(5_000),
]

const SITE: Site = {
  account_id: 7,
  url: 'https://notes.example:8443/@studio',
  name: 'Nora & <i>sons</i> "]]>\u0007',
  language: 'en',
  time_zone: 'UTC',
  byline: null,
  bio: 'Pots & <b>pans</b>\u0000',
  image_url: 'https://notes.example/media/a/1.jpg?size=1&of=2',
  style: null,
  website_url: 'https://nora.example/?a=1&b=2',
  layout: 'magazine',
  postal_address: null,
}

const POSTS: SitePost[] = HOSTILE.map((text, at) => ({
  id: at + 1,
  slug: `post-${at + 1}`,
  title: text,
  description: at % 2 ? text : null,
  meta_description: null,
  published_at: new Date(Date.UTC(2026, 1, 1 + at, 3, 4, 5)),
  updated_at: new Date(Date.UTC(2026, 5, 1 + at, 23, 59, 59, 999)),
  thumbnail_url: at % 3 ? `https://cdn.example/${at}.jpg?a=1&b=2` : null,
  thumbnail_alt: text,
  topics: at % 2 ? [] : [text, 'Wood'],
  content_html: `<p>${text}</p><img src="https://cdn.example/a.png?a=1&amp;b=2">`,
  is_paid: at % 4 === 0,
}))

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u001b\u001f\ufffe\uffff]/g
/** Returns the text as an XML parser sees it, without characters that XML forbids. */
const asRead = (text: string) => Buffer.from(text).toString().replace(FORBIDDEN, '')

test("an RSS feed conforms to RSS 2.0 whatever the posts' texts, and loses none", () => {
  const self = `${SITE.url}/feed.xml`
  const xml = rssOf(SITE, POSTS)
  expect(rssProblems(xml, self)).toEqual([])
  const [channel] = all(readXml(xml), 'channel')
  const items = channel ? all(channel, 'item') : []
  expect(items.map((item) => all(item, 'title')[0]?.text)).toEqual(HOSTILE.map(asRead))
  expect(items.map((item) => all(item, 'category').map(({ text }) => text))).toEqual(
    POSTS.map(({ topics }) => topics.map(asRead)),
  )
  expect(new Date(all(items[0] as Element, 'pubDate')[0]?.text ?? '')).toEqual(POSTS[0]?.published_at)
  expect(rssProblems(rssOf({ ...SITE, bio: null }, []), self)).toEqual([])
})

test("a JSON feed conforms to JSON Feed 1.1 whatever the posts' texts, and loses none", () => {
  const self = `${SITE.url}/feed.json`
  const json = jsonFeedOf(SITE, POSTS)
  expect(jsonFeedProblems(json, self)).toEqual([])
  expect(JSON.parse(json).items.map(({ title }: { title: string }) => title)).toEqual(HOSTILE)
  const bare = { ...SITE, byline: null, bio: null, image_url: null, website_url: null }
  expect(jsonFeedProblems(jsonFeedOf(bare, []), self)).toEqual([])
})

test('a sitemap conforms to its protocol, on a domain and below a name', () => {
  for (const url of [SITE.url, 'https://notes.example']) {
    const xml = sitemapOf({ ...SITE, url }, POSTS)
    expect(sitemapProblems(xml, url)).toEqual([])
    expect(all(readXml(xml), 'url', SITEMAP)).toHaveLength(POSTS.length + 1)
    expect(sitemapProblems(sitemapOf({ ...SITE, url }, []), url)).toEqual([])
  }
})

test('a site with more posts than a sitemap may list stays within the limit, newest first, and feeds stay short', async () => {
  const account = await testAccount()
  const { sites } = dashboard(account)
  const name = `many-${account.account_id}`
  await sites.save({ name })
  await account.ctx.sql.run(
    `insert into post (account_id, publication_id, title, slug, status, published_at, updated_at)
     select $1, 2000000 + n, 'Post ' || n, 'post-' || n, 'published', now() - n * interval '1 hour', now()
     from generate_series(1, 10100) n`,
  )
  const rest = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
  const site = `http://localhost:3000/@${name}`
  const read = async (file: string) => (await rest.request(`${site}/${file}`)).text()
  const xml = await read('sitemap.xml')
  expect(sitemapProblems(xml, site)).toEqual([])
  const found = all(readXml(xml), 'url', SITEMAP).map((url) => all(url, 'loc', SITEMAP)[0]?.text)
  expect([found.length, found[1], found.at(-1)]).toEqual([10_001, `${site}/post-1`, `${site}/post-10000`])
  const [rss, json] = [await read('feed.xml'), await read('feed.json')]
  expect([rssProblems(rss, `${site}/feed.xml`), jsonFeedProblems(json, `${site}/feed.json`)]).toEqual([[], []])
  expect([rss.split('<item>').length - 1, JSON.parse(json).items.length]).toEqual([20, 20])
})

test('the validators find violations', () => {
  const rss = rssOf(SITE, POSTS)
  const self = `${SITE.url}/feed.xml`
  for (const [from, to] of [
    ['version="2.0"', 'version="0.9"'],
    ['<title>', '<titel>'],
    ['Ash &amp; oak', 'Ash & oak'],
    [' GMT</pubDate>', ' +1</pubDate>'],
    ['<link>https://notes.example:8443/@studio/post-1', '<link>/post-1'],
    ['/@studio/post-2</guid>', '/@studio/post-1</guid>'],
    ['rel="self"', 'rel="alternate"'],
    ['xmlns:content=', 'xmlns:other='],
  ] as const) {
    const broken = rss.replace(from, to)
    expect([from, broken === rss]).toEqual([from, false])
    expect(() => expect(rssProblems(broken, self)).toEqual([]), from).toThrow()
  }
  const feed = JSON.parse(jsonFeedOf(SITE, POSTS))
  for (const change of [
    { version: '1.1' },
    { title: '' },
    { feed_url: '/feed.json' },
    { authors: [{}] },
    { items: [{ ...feed.items[0], id: 7 }] },
    { items: [{ ...feed.items[0], date_published: 'Sun, 01 Feb 2026' }] },
    { items: [{ ...feed.items[0], image: null }] },
    { items: [feed.items[0], feed.items[0]] },
  ])
    expect(jsonFeedProblems(JSON.stringify({ ...feed, ...change }), feed.feed_url)).not.toEqual([])
  const map = sitemapOf(SITE, POSTS)
  for (const [from, to] of [
    ['0.9', '1.0'],
    ['https://notes.example:8443/@studio/post-1', '/post-1'],
    ['https://notes.example:8443/@studio/post-1', 'https://other.example/post-1'],
    ['2026-06-01T23:59:59.999Z', '1 June 2026'],
  ] as const)
    expect(sitemapProblems(map.replace(from, to), SITE.url)).not.toEqual([])
  const many = Array.from({ length: MAX_URLS }, (_, at) => ({ slug: `post-${at}`, updated_at: new Date(0) }))
  expect(sitemapProblems(sitemapOf(SITE, many), SITE.url)).toEqual([`There are ${MAX_URLS + 1} addresses`])
})
