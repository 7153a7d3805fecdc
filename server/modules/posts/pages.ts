import { latestInstanceSettings } from '../../core/instance/settings.ts'
import { legalLinks } from '../../core/instance/settings-schema.ts'
import { type Html, html, trustedHtml } from '../../lib/page/html.ts'
import { withAllSizes } from '../media/responsive.ts'
import { POST_STYLE, postStyle } from './page-style.ts'
import { excerptOf } from './render.ts'
import { POSTS_PER_PAGE, type Site, type SitePost } from './site.ts'

// Public pages, which use only the account's own texts and know nothing about visitors.

/** Allows no scripts. Images may come from anywhere, and emails contain inline styles. */
export const POST_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cache-Control': 'public, max-age=60',
}

/** Renders a post. Browsers are offered its images in their size. */
export const postPage = (site: Site, post: SitePost): Promise<string> => withAllSizes(site, articlePage(site, post))

function articlePage(site: Site, post: SitePost): string {
  const url = postUrl(site, post)
  return page(site, {
    title: `${post.title} · ${site.name}`,
    url,
    head: [
      ...social({ title: post.title, description: summaryOf(post), image: post.thumbnail_url, url, type: 'article' }),
      ['article:published_time', post.published_at.toISOString()],
      ['article:modified_time', post.updated_at.toISOString()],
      ['article:author', site.name],
    ],
    body: html`<article><h1>${post.title}</h1>${dateOf(post)}${post.description && html`<p class="lede">${post.description}</p>`}${
      post.thumbnail_url && html`<img class="cover" src="${post.thumbnail_url}" alt="${post.thumbnail_alt}">`
    }<div class="text">${trustedHtml(post.content_html)}</div></article>`,
  })
}

/** Renders the list. `posts` has one more than a page shows when there are older ones. */
export function sitePage(site: Site, posts: readonly SitePost[], { is_first }: { is_first: boolean }): string {
  const shown = posts.slice(0, POSTS_PER_PAGE)
  const last = shown.at(-1)
  const older =
    posts.length > shown.length && last
      ? html`<a class="more" rel="next" href="${site.url}?before=${last.id}">Older posts</a>`
      : null
  const items = shown.map(
    (post) =>
      html`<li>${dateOf(post)}<h2><a href="${postUrl(site, post)}">${post.title}</a></h2><p>${summaryOf(post)}</p></li>`,
  )
  return page(site, {
    title: site.name,
    url: site.url,
    head: social({
      title: site.name,
      description: site.byline ?? site.bio ?? '',
      image: site.image_url,
      url: site.url,
      type: 'website',
    }),
    body: html`<h1>${site.name}</h1>${site.byline && html`<p class="lede">${site.byline}</p>`}${
      is_first && site.bio && html`<div class="text"><p>${site.bio}</p></div>`
    }<ul class="posts">${items}</ul>${older}`,
  })
}

const legal = () => legalLinks(latestInstanceSettings()).map(({ label, href }) => html`<a href="${href}">${label}</a>`)

const missingFooter = () => {
  const links = legal()
  return links.length > 0 && html`<footer>${links}</footer>`
}

export const missingPage = (): string =>
  html`<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Not found</title><style>${trustedHtml(POST_STYLE)}</style></head>
<body><div class="page"><main><h1>Page not found</h1><p class="lede">The post may have been unpublished, or the link may be incomplete.</p></main>${missingFooter()}</div></body></html>
`.toString()

export const postUrl = (site: Site, post: Pick<SitePost, 'slug'>): string => `${site.url}/${post.slug}`
export const summaryOf = (post: SitePost): string =>
  post.meta_description || post.description || excerptOf(post.content_html)

interface Page {
  title: string
  url: string
  head: [name: string, content: string][]
  body: Html
}

function page(site: Site, { title, url, head, body }: Page): string {
  const meta = head.map(([name, content]) => html`<meta ${attribute(name)}="${name}" content="${content}">\n`)
  const logo = site.style?.logo
  const picture = logo
    ? html`<a href="${site.url}"><img class="logo" src="${logo.url}" alt="${logo.alt}" width="${logo.width}" height="${logo.height}"></a>`
    : site.image_url && html`<img src="${site.image_url}" alt="" width="36" height="36">`
  // The list page has the name as its heading.
  const name = !logo && url !== site.url && html`<a href="${site.url}">${site.name}</a>`
  const banner = (picture || name) && html`<header class="site">${picture}${name}</header>`
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" title="${site.name}" href="${site.url}/feed.xml">
${meta}<style>${trustedHtml(postStyle(site.style))}</style></head>
<body><div class="page">${banner}
<main>${body}</main><footer><a href="${site.url}">All posts</a><a href="${site.url}/feed.xml">RSS</a>${legal()}</footer></div></body></html>
`.toString()
}

const attribute = (name: string) => (/^(og|article):/.test(name) ? 'property' : 'name')

function social(input: {
  title: string
  description: string
  image: string | null
  url: string
  type: string
}): Page['head'] {
  const { title, description, image, url, type } = input
  return [
    ...(description ? ([['description', description]] as Page['head']) : []),
    ['og:type', type],
    ['og:title', title],
    ...(description ? ([['og:description', description]] as Page['head']) : []),
    ['og:url', url],
    ...(image ? ([['og:image', image]] as Page['head']) : []),
    ['twitter:card', image ? 'summary_large_image' : 'summary'],
  ]
}

const DAY = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const dateOf = ({ published_at }: SitePost) =>
  html`<time datetime="${published_at.toISOString()}">${DAY.format(published_at)}</time>`
