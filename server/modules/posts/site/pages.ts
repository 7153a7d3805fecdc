import { latestInstanceSettings } from '../../../core/instance/settings.ts'
import { legalLinks } from '../../../core/instance/settings-schema.ts'
import { dayText } from '../../../lib/locale/formats.ts'
import { t } from '../../../lib/locale/texts.ts'
import { DEFAULT_ACCENT } from '../../../lib/page/form-style.ts'
import { type Html, html, trustedHtml } from '../../../lib/page/html.ts'
import { languageAttributes } from '../../../lib/page/language.ts'
import { readableOn } from '../../../lib/text/color.ts'
import type { FormSection } from '../../forms/sign-up/pages.ts'
import { SOCIAL_SIZE } from '../../media/social/image.ts'
import { excerptOf } from '../render.ts'
import { siteStyle } from './page-style.ts'
import type { Site, SitePost, SiteSelection } from './site.ts'

// Parts that the public pages share. They use only the account's own texts and know nothing about visitors.

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

export function listUrl(site: Site, { topic, search, before }: SiteSelection): string {
  const asked = { topic, q: search, before: before === undefined ? undefined : String(before) }
  const given = Object.entries(asked).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length > 0 ? `${site.url}?${new URLSearchParams(given)}` : site.url
}

export const postUrl = (site: Site, post: Pick<SitePost, 'slug'>): string => `${site.url}/${post.slug}`
export const summaryOf = (post: SitePost): string =>
  post.meta_description || post.description || excerptOf(post.content_html)

export const dateOf = ({ time_zone }: Site, { published_at }: Pick<SitePost, 'published_at'>): Html =>
  html`<time datetime="${published_at.toISOString()}">${dayText(published_at, time_zone)}</time>`

export const paidMark = (): Html => html`<span class="paid">For buyers</span>`

/** Returns the account's picture, if it has one. */
export const avatarOf = ({ image_url }: Site, size: number): Html | null =>
  image_url
    ? html`<img class="avatar" src="${image_url}" alt="" width="${String(size)}" height="${String(size)}" sizes="${String(size)}px">`
    : null

export const topicList = (site: Site, topics: readonly string[], current?: string): Html | false =>
  topics.length > 0 &&
  html`<ul class="topics" aria-label="Topics">${topics.map(
    (topic) =>
      html`<li><a href="${listUrl(site, { topic })}"${current?.toLowerCase() === topic.toLowerCase() && html` aria-current="page"`}>${topic}</a></li>`,
  )}</ul>`

/** In characters. A longer byline is no heading. */
const MAX_HEADING_LENGTH = 90

/** Returns whether the byline can be the heading of the first page: it says more than the name above it. */
export const hasBylineHeading = ({ byline }: Site): boolean =>
  Boolean(byline) && (byline ?? '').length <= MAX_HEADING_LENGTH

/** Returns the form, which the button at the top of each page leads to. */
export const subscribeSection = (form: FormSection | undefined): Html | null =>
  form ? html`<section class="subscribe" id="subscribe" aria-label="Subscribe">${form.html}</section>` : null

/** Renders a page without a post, for a site or for an unknown URL. */
const wordsPage = (title: string, text: Html | string, site: Site | undefined): string =>
  html`<!DOCTYPE html><html${languageAttributes()}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${trustedHtml(siteStyle(site?.style ?? null))}</style></head>
<body><div class="page">${site && bannerOf(site)}<main class="words"><h1>${title}</h1><p class="lede">${text}</p>${site && html`<p><a class="more" href="${site.url}">All posts</a></p>`}</main>${footerOf(site)}</div></body></html>
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

interface Page {
  title: string
  url: string
  head: [name: string, content: string][]
  body: Html
  form: FormSection | undefined
  /** True if search engines may list it. */
  is_findable?: boolean
  /** True on the first page of the list, which opens with the picture and the byline, or else the name. */
  is_home?: boolean
}

export function page(site: Site, { title, url, head, body, form, is_findable = true, is_home = false }: Page): string {
  const meta = head.map(([name, content]) => html`<meta ${attribute(name)}="${name}" content="${content}">\n`)
  return html`<!DOCTYPE html>
<html${languageAttributes()}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="${iconOf(site)}"><link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" title="${site.name}" href="${site.url}/feed.xml">
<link rel="alternate" type="application/feed+json" title="${site.name}" href="${site.url}/feed.json">
${meta}${!is_findable && html`<meta name="robots" content="noindex">\n`}<style>${trustedHtml(siteStyle(site.style))}${form && trustedHtml(`\n${form.style}`)}</style></head>
<body><div class="page">${bannerOf(site, { has_form: form !== undefined, is_home, has_byline: hasBylineHeading(site) })}
<main>${body}</main>${footerOf(site)}</div></body></html>
`.toString()
}

/** Returns the profile image, otherwise the first character of the name in the accent color. Logos are too wide for an icon. */
function iconOf({ image_url, name, style }: Site): string {
  if (image_url) return image_url
  const fill = style?.accent_color ?? DEFAULT_ACCENT
  const drawing = html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${fill}"/><text x="16" y="22.5" text-anchor="middle" font-family="sans-serif" font-size="19" font-weight="700" fill="${readableOn(fill)}">${initialOf(name)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(drawing.toString())}`
}

export const initialOf = (words: string): string =>
  [...new Intl.Segmenter().segment(words.trim().toLocaleUpperCase())][0]?.segment ?? ''

/** Returns the logo, otherwise the profile image with the name, and the way to the form. */
function bannerOf(site: Site, { has_form = false, is_home = false, has_byline = false } = {}): Html | null {
  const logo = site.style?.logo
  // The opening of the first page has the picture, and the name if it has no byline.
  const name = logo
    ? html`<img class="logo" src="${logo.url}" alt="${logo.alt}" width="${logo.width}" height="${logo.height}">`
    : html`${!is_home && avatarOf(site, 36)}<span>${site.name}</span>`
  const website = site.website_url && html`<a href="${site.website_url}">${new URL(site.website_url).host}</a>`
  const subscribe = has_form && html`<a class="button" href="#subscribe">Subscribe</a>`
  const home = (logo || !is_home || has_byline) && html`<a class="home" href="${site.url}">${name}</a>`
  return home || website || subscribe
    ? html`<header class="site">${home}<nav aria-label="Site">${website}${subscribe}</nav></header>`
    : null
}

/** Returns the links of a site and of the instance, and the sender's postal address if the creator shows it. */
function footerOf(site: Site | undefined): Html | false {
  const legal = legalLinks(latestInstanceSettings()).map(({ label, href }) => html`<a href="${href}">${label}</a>`)
  const links = site
    ? [html`<a href="${site.url}">All posts</a><a href="${site.url}/feed.xml">RSS</a>`, ...legal]
    : legal
  if (links.length === 0) return false
  return html`<footer>${site && html`<p><strong>${site.name}</strong>${site.postal_address && html`<span>${site.postal_address}</span>`}</p>`}<nav aria-label="More">${links}</nav></footer>`
}

const attribute = (name: string) => (/^(og|article):/.test(name) ? 'property' : 'name')

export function social(input: {
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
        ['og:image:type', image.endsWith('.jpg') ? 'image/jpeg' : 'image/png'],
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
