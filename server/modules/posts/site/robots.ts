import { html } from '../../../lib/page/html.ts'
import { postUrl } from './pages.ts'
import type { Site } from './site.ts'

/** Renders a sitemap (sitemaps.org, protocol 0.9). */
export function sitemapOf(site: Site, posts: readonly { slug: string; updated_at: Date }[]): string {
  const urls = posts.map(
    (post) => html`<url><loc>${postUrl(site, post)}</loc><lastmod>${post.updated_at.toISOString()}</lastmod></url>\n`,
  )
  return html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${site.url}</loc></url>
${urls}</urlset>
`.toString()
}

/** Renders the robots.txt of a domain: crawlers may read everything except search results. */
export const robotsOf = (site: Site): string => `User-agent: *
Disallow: /*?q=
Allow: /

Sitemap: ${site.url}/sitemap.xml
`
