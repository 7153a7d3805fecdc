import { SaxesParser } from 'saxes'

// Rules that feed apps and search engines may rely on, as written in RSS 2.0 (rssboard.org), JSON Feed 1.1 (jsonfeed.org) and the sitemap
// protocol 0.9 (sitemaps.org).

export interface Element {
  name: string
  /** Namespace of its prefix; '' for none. */
  uri: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const ATOM = 'http://www.w3.org/2005/Atom'
const CONTENT = 'http://purl.org/rss/1.0/modules/content/'
export const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** Parses XML. Throws at the first character that XML 1.0 forbids, mismatched tag, or prefix without a namespace. */
export function readXml(xml: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const top: Element = { name: '', uri: '', attributes: {}, children: [], text: '' }
  const open = [top]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    const given = Object.entries(attributes).map(([name, { value }]) => [name, value])
    const element = { name: local, uri, attributes: Object.fromEntries(given), children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const last = open.at(-1)
    if (last) last.text += text
  })
  parser.on('closetag', () => void open.pop())
  // Converted to bytes and back, because that loses half of a surrogate pair.
  parser.write(Buffer.from(xml).toString()).close()
  const [root] = top.children
  if (!root) throw new Error('No element')
  return root
}

/** Returns the children with this name. */
export const all = ({ children }: Element, name: string, uri = '') =>
  children.filter((child) => child.name === name && child.uri === uri)

const isAddress = (text: unknown) => typeof text === 'string' && /^https?:\/\/[^/\s]+/.test(text) && URL.canParse(text)

/** RFC 822 section 5.1, with the four-digit year preferred by RSS. */
const RFC_822 =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
/** RFC 3339, which is also a complete date of the W3C (W3CDTF). */
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

/** Returns a feed's violations of RSS 2.0, and of its Atom and content modules. */
export function rssProblems(xml: string, self: string): string[] {
  const root = readXml(xml)
  const [channel, ...others] = all(root, 'channel')
  if (root.name !== 'rss' || root.attributes.version !== '2.0') return ['The root is no rss of version 2.0']
  if (!channel || others.length > 0) return ['There is not one channel']
  const items = all(channel, 'item')
  const guids = items.map((item) => all(item, 'guid')[0])
  const [self_link, ...more] = all(channel, 'link', ATOM)
  return [
    ...['title', 'link', 'description']
      .filter((name) => !all(channel, name)[0]?.text)
      .map((name) => `The channel has no ${name}`),
    ...(isAddress(all(channel, 'link')[0]?.text) ? [] : ['The link of the channel is no address']),
    ...(self_link?.attributes.rel === 'self' && self_link.attributes.href === self && more.length === 0
      ? []
      : ['The feed does not say where it is']),
    ...(self_link?.attributes.type === 'application/rss+xml' ? [] : ['The feed has no type']),
    ...(new Set(guids.map((guid) => guid?.text)).size === items.length ? [] : ['Two items have the same guid']),
    ...items.flatMap((item, index) => {
      const textOf = (name: string) => all(item, name)[0]?.text ?? ''
      return [
        ...(textOf('title') || textOf('description') ? [] : ['has neither title nor description']),
        ...(isAddress(textOf('link')) ? [] : ['has a link that is no address']),
        ...(guids[index]?.attributes.isPermaLink === 'false' || isAddress(guids[index]?.text)
          ? []
          : ['has a guid that is no address']),
        ...(RFC_822.test(textOf('pubDate')) ? [] : ['has a date that is not of RFC 822']),
        ...(all(item, 'encoded', CONTENT).length === 1 ? [] : ['has not one text']),
        ...(all(item, 'category').every(({ text }) => text) ? [] : ['has an empty category']),
        ...item.children
          .filter(({ uri, name }) => !uri && !ITEM.includes(name))
          .map(({ name }) => `has ${name}, which RSS does not know`),
        ...item.children.filter(({ children }) => children.length > 0).map(({ name }) => `has elements in ${name}`),
      ].map((problem) => `Item ${index + 1} ${problem}`)
    }),
  ]
}

const ITEM = [
  'title',
  'link',
  'description',
  'author',
  'category',
  'comments',
  'enclosure',
  'guid',
  'pubDate',
  'source',
]

/** Returns a feed's violations of JSON Feed 1.1. */
export function jsonFeedProblems(json: string, self: string): string[] {
  const feed = JSON.parse(json) as Record<string, unknown>
  const items = feed.items as Record<string, unknown>[]
  if (!Array.isArray(items)) return ['There are no items']
  const wrong = (of: Record<string, unknown>, names: readonly string[]) =>
    names
      .filter((name) => of[name] !== undefined && !isAddress(of[name]))
      .map((name) => `has a ${name} that is no address`)
  const authors = feed.authors as Record<string, unknown>[]
  return [
    ...(feed.version === 'https://jsonfeed.org/version/1.1' ? [] : ['The version is not 1.1']),
    ...(typeof feed.title === 'string' && feed.title ? [] : ['The feed has no title']),
    ...(feed.feed_url === self ? [] : ['The feed does not say where it is']),
    ...wrong(feed, ['home_page_url', 'feed_url', 'icon']).map((problem) => `The feed ${problem}`),
    ...(authors.every(({ name, url, avatar }) => name ?? url ?? avatar) ? [] : ['An author has nothing']),
    ...authors.flatMap((author) => wrong(author, ['url', 'avatar']).map((problem) => `An author ${problem}`)),
    ...(new Set(items.map(({ id }) => id)).size === items.length ? [] : ['Two items have the same id']),
    ...items.flatMap((item, index) =>
      [
        ...(typeof item.id === 'string' && item.id ? [] : ['has an id that is no text']),
        ...(typeof item.content_html === 'string' || typeof item.content_text === 'string' ? [] : ['has no text']),
        ...wrong(item, ['url', 'image']),
        ...['date_published', 'date_modified']
          .filter((name) => !RFC_3339.test(String(item[name])))
          .map((name) => `has a ${name} that is not of RFC 3339`),
        ...((item.tags as unknown[]).every((tag) => typeof tag === 'string') ? [] : ['has a tag that is no text']),
        ...Object.entries(item)
          .filter(([, value]) => value === null)
          .map(([name]) => `has null as its ${name}`),
      ].map((problem) => `Item ${index + 1} ${problem}`),
    ),
  ]
}

export const MAX_URLS = 50_000
const MAX_BYTES = 52_428_800
const MAX_URL_LENGTH = 2_048

/** Returns a document's violations of the sitemap protocol. */
export function sitemapProblems(xml: string, site: string): string[] {
  const root = readXml(xml)
  const urls = all(root, 'url', SITEMAP)
  const isOwn = (address: string) => address === site || address.startsWith(`${site}/`)
  return [
    ...(root.name === 'urlset' && root.uri === SITEMAP ? [] : ['The root is no urlset of version 0.9']),
    ...(urls.length > 0 && urls.length <= MAX_URLS ? [] : [`There are ${urls.length} addresses`]),
    ...(urls.length === root.children.length ? [] : ['There is something else than addresses']),
    ...(Buffer.byteLength(xml) <= MAX_BYTES ? [] : ['It is larger than 50 MB']),
    ...urls.flatMap((url, index) => {
      const [loc, ...others] = all(url, 'loc', SITEMAP).map(({ text }) => text)
      const dates = all(url, 'lastmod', SITEMAP).map(({ text }) => text)
      return [
        ...(loc && others.length === 0 && isAddress(loc) ? [] : ['has not one address']),
        ...(loc && isOwn(loc) ? [] : ['is of another site']),
        ...((loc?.length ?? 0) < MAX_URL_LENGTH ? [] : ['is too long']),
        ...(dates.length <= 1 && dates.every((date) => RFC_3339.test(date))
          ? []
          : ['has a date that is not of the W3C']),
      ].map((problem) => `Address ${index + 1} ${problem}`)
    }),
  ]
}
