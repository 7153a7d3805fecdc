import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import { dayText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { DEFAULT_ACCENT } from '../../../lib/page/form-style.ts'
import { type Html, html, trustedHtml } from '../../../lib/page/html.ts'
import { languageAttributes } from '../../../lib/page/language.ts'
import { readableOn } from '../../../lib/text/color.ts'
import type { FormSection } from '../../forms/sign-up/pages.ts'
import { withAllSizes } from '../../media/responsive.ts'
import { SOCIAL_SIZE } from '../../media/social/image.ts'
import { excerptOf } from '../render.ts'
import { postStyle } from './page-style.ts'
import { POSTS_PER_PAGE, type Site, type SitePost, type SiteSelection } from './site.ts'
import { postPictureUrl, sitePictureUrl } from './social.ts'

// Public pages. They use only the account's own texts and know nothing about visitors.

/** Returns headers that allow no scripts except the form's. Images may come from anywhere, and emails contain inline styles. */
export const siteHeaders = ({
  form,
  own_origin,
}: Pick<ServedPage, 'form' | 'own_origin'> = {}): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; form-action ${[form?.form_action ?? "'self'", own_origin].filter(Boolean).join(' ')}; base-uri 'none'; frame-ancestors 'none'${form ? `; ${form.policy}` : ''}`,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  // A page that depends on a visitor's cookie is not cached.
  'Cache-Control': own_origin === undefined ? 'public, max-age=60' : 'private, no-store',
})

/** A page with the values that determine its headers. */
export interface ServedPage {
  body: string
  form?: FormSection | undefined
  /** Origin to which the page itself posts. Such a page depends on the visitor's cookie. */
  own_origin?: string
}

interface PostParts {
  form?: FormSection | undefined
  /** Replaces the rest of a paid post. */
  paywall?: Html | undefined
}

/** Renders a post. Offers its images to browsers in several sizes. */
export const postPage = (site: Site, post: SitePost, parts: PostParts = {}): Promise<string> =>
  withAllSizes(site, articlePage(site, post, parts))

function articlePage(site: Site, post: SitePost, { form, paywall }: PostParts): string {
  const url = postUrl(site, post)
  return page(site, {
    title: `${post.title} · ${site.name}`,
    url,
    form,
    head: [
      ...social({
        title: post.title,
        description: summaryOf(post),
        ...(post.thumbnail_url
          ? { image: post.thumbnail_url, alt: post.thumbnail_alt }
          : { image: postPictureUrl(site, post), alt: post.title, is_drawn: true }),
        url,
        type: 'article',
      }),
      ['og:site_name', site.name],
      ['article:published_time', post.published_at.toISOString()],
      ['article:modified_time', post.updated_at.toISOString()],
      ['article:author', site.name],
      ...post.topics.map((topic): [string, string] => ['article:tag', topic]),
    ],
    body: html`<article><h1>${post.title}</h1>${dateOf(site, post)}${post.description && html`<p class="lede">${post.description}</p>`}${
      post.thumbnail_url && html`<img class="cover" src="${post.thumbnail_url}" alt="${post.thumbnail_alt}">`
    }<div class="text">${trustedHtml(post.content_html)}</div>${paywall}${topicList(site, post.topics)}</article>`,
  })
}

interface SiteList extends SiteSelection {
  topics: readonly string[]
  form: FormSection | undefined
}

/** Renders the list. `posts` contains one more than a page shows if there are older ones. */
export function sitePage(site: Site, posts: readonly SitePost[], { topics, form, ...selection }: SiteList): string {
  const { before, topic, search } = selection
  const shown_posts = posts.slice(0, POSTS_PER_PAGE)
  const last = shown_posts.at(-1)
  const older =
    posts.length > shown_posts.length && last
      ? html`<a class="more" rel="next" href="${listUrl(site, { ...selection, before: last.id })}">Older posts</a>`
      : null
  const items = shown_posts.map(
    (post) =>
      html`<li>${dateOf(site, post)}${post.is_paid && paidMark()}<h2><a href="${postUrl(site, post)}">${post.title}</a></h2><p>${summaryOf(post)}</p></li>`,
  )
  const isWhole = before === undefined && topic === undefined && search === undefined
  const title = search ? t`Search: ${search} · ${site.name}` : topic ? `${topic} · ${site.name}` : site.name
  const url = listUrl(site, { topic, before })
  const hasTools = posts.length > 0 || !isWhole
  return page(site, {
    title,
    url,
    form,
    is_findable: search === undefined,
    head: social({
      title,
      description: site.byline ?? site.bio ?? '',
      // The profile image is small and square.
      image: sitePictureUrl(site),
      alt: site.name,
      is_drawn: true,
      url,
      type: 'website',
    }),
    body: html`${
      isWhole
        ? html`<h1>${site.name}</h1>${site.byline && html`<p class="lede">${site.byline}</p>`}${
            site.bio && html`<div class="text"><p>${site.bio}</p></div>`
          }${site.website_url && html`<p class="website"><a href="${site.website_url}">${new URL(site.website_url).host}</a></p>`}`
        : html`<h1>${search ? t`Posts with “${search}”` : (topic ?? t`Older posts`)}</h1>`
    }${hasTools && html`<div class="tools">${searchForm(site, search)}${topicList(site, topics, topic)}</div>`}${
      items.length > 0
        ? html`<ul class="posts">${items}</ul>${older}`
        : html`<p class="lede">${nothingFound(selection)}</p>`
    }`,
  })
}

const paidMark = () => html`<span class="paid">For buyers</span>`

const nothingFound = ({ search, topic, before }: SiteSelection) =>
  search
    ? t`No post contains these words. Try fewer or shorter ones.`
    : topic
      ? t`No post has this topic.`
      : before
        ? t`These are all posts.`
        : t`The first post will appear here.`

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

/** Renders a page without a post, for a site or for an unknown URL. */
const wordsPage = (title: string, text: Html | string, site: Site | undefined): string =>
  html`<!DOCTYPE html><html${languageAttributes()}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${trustedHtml(postStyle(site?.style ?? null))}</style></head>
<body><div class="page">${site && bannerOf(site)}<main><h1>${title}</h1><p class="lede">${text}</p></main>${missingFooter()}</div></body></html>
`.toString()

export const missingPage = (site: Site | undefined): string =>
  wordsPage(t`Page not found`, t`The post may have been unpublished, or the link may be incomplete.`, site)

/** Renders the page for an expired or incomplete emailed link to a paid post. */
export const oldLinkPage = (site: Site): string =>
  wordsPage(
    t`This link has expired`,
    html`Links from emails work for 24 hours. Open the post at <a href="${site.url}">${site.name}</a> and ask for a new one.`,
    site,
  )

export const postUrl = (site: Site, post: Pick<SitePost, 'slug'>): string => `${site.url}/${post.slug}`
export const summaryOf = (post: SitePost): string =>
  post.meta_description || post.description || excerptOf(post.content_html)

interface Page {
  title: string
  url: string
  head: [name: string, content: string][]
  body: Html
  form: FormSection | undefined
  /** True if search engines may list it. */
  is_findable?: boolean
}

function page(site: Site, { title, url, head, body, form, is_findable = true }: Page): string {
  const meta = head.map(([name, content]) => html`<meta ${attribute(name)}="${name}" content="${content}">\n`)
  // The first page of the list already has the name as its heading.
  const banner = bannerOf(site, url !== site.url || !is_findable)
  return html`<!DOCTYPE html>
<html${languageAttributes()}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="${iconOf(site)}"><link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" title="${site.name}" href="${site.url}/feed.xml">
<link rel="alternate" type="application/feed+json" title="${site.name}" href="${site.url}/feed.json">
${meta}${!is_findable && html`<meta name="robots" content="noindex">\n`}<style>${trustedHtml(postStyle(site.style))}${form && trustedHtml(`\n${form.style}\n${ON_DARK}`)}</style></head>
<body><div class="page">${banner}
<main>${body}${form && html`<section class="subscribe" aria-label="Subscribe">${form.html}</section>`}</main><footer><a href="${site.url}">All posts</a><a href="${site.url}/feed.xml">RSS</a><a href="${site.url}/feed.json">JSON Feed</a>${legal()}</footer></div></body></html>
`.toString()
}

/** Returns the profile image, otherwise the first character of the name in the accent color. Logos are too wide for an icon. */
function iconOf({ image_url, name, style }: Site): string {
  if (image_url) return image_url
  const fill = style?.accent_color ?? DEFAULT_ACCENT
  const [first] = new Intl.Segmenter().segment(name.trim().toLocaleUpperCase())
  const drawing = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="22.5" text-anchor="middle" font-family="sans-serif" font-size="19" font-weight="700" fill="${readableOn(fill)}">${first?.segment}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing.toString())}`
}

/** Returns the logo, otherwise the profile image with the name. */
function bannerOf(site: Site, hasName = true): Html | null {
  const logo = site.style?.logo
  const picture = logo
    ? html`<a href="${site.url}"><img class="logo" src="${logo.url}" alt="${logo.alt}" width="${logo.width}" height="${logo.height}"></a>`
    : site.image_url && html`<img src="${site.image_url}" alt="" width="36" height="36">`
  const name = !logo && hasName && html`<a href="${site.url}">${site.name}</a>`
  return picture || name ? html`<header class="site">${picture}${name}</header>` : null
}

/** Styles of the form's inputs in dark mode. By default they are light. */
const ON_DARK =
  '@media(prefers-color-scheme:dark){.subscribe .sign-up input{background:#131819;color:#e6eaea;border-color:#9ba6a8}.subscribe .sign-up :is(.refused,.problem){color:#fca5a5}}'

const attribute = (name: string) => (/^(og|article):/.test(name) ? 'property' : 'name')

function social(input: {
  title: string
  description: string
  image: string
  alt: string | null
  /** True if it was drawn in the standard size. */
  is_drawn?: boolean
  url: string
  type: string
}): Page['head'] {
  const { title, description, image, alt, is_drawn = false, url, type } = input
  const size: Page['head'] = is_drawn
    ? [
        ['og:image:width', String(SOCIAL_SIZE.width)],
        ['og:image:height', String(SOCIAL_SIZE.height)],
        ['og:image:type', 'image/png'],
      ]
    : []
  return [
    ...(description ? ([['description', description]] as Page['head']) : []),
    ['og:type', type],
    ['og:title', title],
    ...(description ? ([['og:description', description]] as Page['head']) : []),
    ['og:url', url],
    ['og:image', image],
    ...size,
    ...(alt ? ([['og:image:alt', alt]] as Page['head']) : []),
    ['twitter:card', 'summary_large_image'],
  ]
}

const dateOf = ({ time_zone }: Site, { published_at }: SitePost) =>
  html`<time datetime="${published_at.toISOString()}">${dayText(published_at, time_zone)}</time>`
