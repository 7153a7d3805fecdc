import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import { type Html, html, trustedHtml } from '../../../lib/page/html.ts'
import type { FormSection } from '../../forms/sign-up/pages.ts'
import { withAllSizes } from '../../media/responsive.ts'
import { excerptOf } from '../render.ts'
import { POST_STYLE, postStyle } from './page-style.ts'
import { POSTS_PER_PAGE, type Site, type SitePost, type SiteSelection } from './site.ts'

// Public pages, which use only the account's own texts and know nothing about visitors.

/** Allows no scripts. Images may come from anywhere, and emails contain inline styles. */
export const siteHeaders = (form: FormSection | undefined): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; form-action ${form?.form_action ?? "'self'"}; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cache-Control': 'public, max-age=60',
})

/** Renders a post. Browsers are offered its images in their size. */
export const postPage = (site: Site, post: SitePost, form: FormSection | undefined): Promise<string> =>
  withAllSizes(site, articlePage(site, post, form))

function articlePage(site: Site, post: SitePost, form: FormSection | undefined): string {
  const url = postUrl(site, post)
  return page(site, {
    title: `${post.title} · ${site.name}`,
    url,
    form,
    head: [
      ...social({ title: post.title, description: summaryOf(post), image: post.thumbnail_url, url, type: 'article' }),
      ['article:published_time', post.published_at.toISOString()],
      ['article:modified_time', post.updated_at.toISOString()],
      ['article:author', site.name],
      ...post.topics.map((topic): [string, string] => ['article:tag', topic]),
    ],
    body: html`<article><h1>${post.title}</h1>${dateOf(post)}${post.description && html`<p class="lede">${post.description}</p>`}${
      post.thumbnail_url && html`<img class="cover" src="${post.thumbnail_url}" alt="${post.thumbnail_alt}">`
    }<div class="text">${trustedHtml(post.content_html)}</div>${topicList(site, post.topics)}</article>`,
  })
}

interface SiteList extends SiteSelection {
  topics: readonly string[]
  form: FormSection | undefined
}

/** Renders the list. `posts` has one more than a page shows when there are older ones. */
export function sitePage(site: Site, posts: readonly SitePost[], { topics, form, ...selection }: SiteList): string {
  const { before, topic, search } = selection
  const shown = posts.slice(0, POSTS_PER_PAGE)
  const last = shown.at(-1)
  const older =
    posts.length > shown.length && last
      ? html`<a class="more" rel="next" href="${listUrl(site, { ...selection, before: last.id })}">Older posts</a>`
      : null
  const items = shown.map(
    (post) =>
      html`<li>${dateOf(post)}<h2><a href="${postUrl(site, post)}">${post.title}</a></h2><p>${summaryOf(post)}</p></li>`,
  )
  const is_whole = before === undefined && topic === undefined && search === undefined
  const title = search ? `Search: ${search} · ${site.name}` : topic ? `${topic} · ${site.name}` : site.name
  const has_tools = posts.length > 0 || !is_whole
  return page(site, {
    title,
    url: listUrl(site, { topic, before }),
    form,
    is_findable: search === undefined,
    head: social({
      title,
      description: site.byline ?? site.bio ?? '',
      image: site.image_url,
      url: site.url,
      type: 'website',
    }),
    body: html`${
      is_whole
        ? html`<h1>${site.name}</h1>${site.byline && html`<p class="lede">${site.byline}</p>`}${
            site.bio && html`<div class="text"><p>${site.bio}</p></div>`
          }${site.website_url && html`<p class="website"><a href="${site.website_url}">${new URL(site.website_url).host}</a></p>`}`
        : html`<h1>${search ? `Posts with “${search}”` : (topic ?? 'Older posts')}</h1>`
    }${has_tools && html`<div class="tools">${searchForm(site, search)}${topicList(site, topics, topic)}</div>`}${
      items.length > 0
        ? html`<ul class="posts">${items}</ul>${older}`
        : html`<p class="lede">${nothingFound(selection)}</p>`
    }`,
  })
}

const nothingFound = ({ search, topic, before }: SiteSelection) =>
  search
    ? 'No post contains these words. Try fewer or shorter ones.'
    : topic
      ? 'No post has this topic.'
      : before
        ? 'These are all posts.'
        : 'The first post will appear here.'

const searchForm = (site: Site, search: string | undefined) =>
  html`<form method="get" action="${site.url}" role="search"><input type="search" name="q" value="${search}" placeholder="Search posts" aria-label="Search posts" maxlength="200"><button>Search</button></form>`

const topicList = (site: Site, topics: readonly string[], current?: string) =>
  topics.length > 0 &&
  html`<ul class="topics" aria-label="Topics">${topics.map(
    (topic) =>
      html`<li><a href="${listUrl(site, { topic })}"${current?.toLowerCase() === topic.toLowerCase() && html` aria-current="page"`}>${topic}</a></li>`,
  )}</ul>`

function listUrl(site: Site, { topic, search, before }: SiteSelection): string {
  const asked = { topic, q: search, before: before === undefined ? undefined : String(before) }
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length > 0 ? `${site.url}?${new URLSearchParams(given)}` : site.url
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
  form: FormSection | undefined
  /** Whether search engines may list it. */
  is_findable?: boolean
}

function page(site: Site, { title, url, head, body, form, is_findable = true }: Page): string {
  const meta = head.map(([name, content]) => html`<meta ${attribute(name)}="${name}" content="${content}">\n`)
  const logo = site.style?.logo
  const picture = logo
    ? html`<a href="${site.url}"><img class="logo" src="${logo.url}" alt="${logo.alt}" width="${logo.width}" height="${logo.height}"></a>`
    : site.image_url && html`<img src="${site.image_url}" alt="" width="36" height="36">`
  // The first page of the list has the name as its heading.
  const name = !logo && (url !== site.url || !is_findable) && html`<a href="${site.url}">${site.name}</a>`
  const banner = (picture || name) && html`<header class="site">${picture}${name}</header>`
  return html`<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="data:,"><link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" title="${site.name}" href="${site.url}/feed.xml">
<link rel="alternate" type="application/feed+json" title="${site.name}" href="${site.url}/feed.json">
${meta}${!is_findable && html`<meta name="robots" content="noindex">\n`}<style>${trustedHtml(postStyle(site.style))}${form && trustedHtml(`\n${form.style}\n${ON_DARK}`)}</style></head>
<body><div class="page">${banner}
<main>${body}${form && html`<section class="subscribe" aria-label="Subscribe">${form.html}</section>`}</main><footer><a href="${site.url}">All posts</a><a href="${site.url}/feed.xml">RSS</a><a href="${site.url}/feed.json">JSON Feed</a>${legal()}</footer></div></body></html>
`.toString()
}

/** Inputs of the form, which are light by default. */
const ON_DARK =
  '@media(prefers-color-scheme:dark){.subscribe .sign-up input{background:#131819;color:#e6eaea;border-color:#9ba6a8}.subscribe .sign-up .refused{color:#fca5a5}}'

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
