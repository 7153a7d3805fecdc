import { html } from '../../../lib/page/html.ts'
import { takeStyles } from '../../../mail/html/styling/style-elements.ts'
import { postUrl, summaryOf } from './pages.ts'
import type { Site, SitePost } from './site.ts'

/** Renders an RSS 2.0 feed with full texts. */
export function rssOf(site: Site, posts: readonly SitePost[]): string {
  const items = posts.map((post) => {
    const url = text(postUrl(site, post))
    return html`<item><title>${text(post.title)}</title><link>${url}</link><guid isPermaLink="true">${url}</guid>
<pubDate>${post.published_at.toUTCString()}</pubDate><description>${text(summaryOf(post))}</description>
${post.topics.map((topic) => html`<category>${text(topic)}</category>`)}<content:encoded>${text(feedText(site, post))}</content:encoded></item>`
  })
  return html`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
<title>${text(site.name)}</title><link>${text(site.url)}</link><description>${text(site.byline ?? site.bio ?? site.name)}</description>
<atom:link href="${text(site.url)}/feed.xml" rel="self" type="application/rss+xml"/>
${items.map((item) => html`${item}\n`)}
</channel></rss>
`.toString()
}

/** Renders a JSON feed, version 1.1, with full texts. */
export function jsonFeedOf(site: Site, posts: readonly SitePost[]): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: site.name,
    home_page_url: site.url,
    feed_url: `${site.url}/feed.json`,
    description: site.byline ?? site.bio ?? undefined,
    icon: site.image_url ?? undefined,
    authors: [{ name: site.name, url: site.website_url ?? undefined, avatar: site.image_url ?? undefined }],
    items: posts.map((post) => ({
      id: postUrl(site, post),
      url: postUrl(site, post),
      title: post.title,
      summary: summaryOf(post),
      content_html: feedText(site, post),
      image: post.thumbnail_url ?? undefined,
      date_published: post.published_at.toISOString(),
      date_modified: post.updated_at.toISOString(),
      tags: post.topics,
    })),
  })
}

/** Returns the text for feeds. For a paid post, its beginning and a link to the rest. */
const feedText = (site: Site, post: SitePost) => {
  // Some feed apps show a style sheet as text.
  const { html: shown } = takeStyles(post.content_html)
  return post.is_paid ? `${shown}${html`<p><a href="${postUrl(site, post)}">The rest is for buyers</a></p>`}` : shown
}

/** XML 1.0 allows no control characters, not even escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML forbids
const text = (value: string) => value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
