import sanitize from 'sanitize-html'
import { refuseDeepDocument, refuseDeepHtml } from '../liquid/nesting.ts'
import { holdsBraces, LIQUID_MARK, maskOrNot, setBracesApart } from '../liquid/source.ts'
import { mapBlocks } from './content-blocks.ts'

/**
 * Creator HTML without anything that could run, submit or frame (S3); Liquid is kept as it is. What is clean already comes
 * back byte for byte. Works whether or not the Liquid in it is valid: text that does not parse is sanitised as plain HTML.
 * What stands in the blocks of apps is a stranger's, whoever brings it back: it is cleaned as such. Throws NestingError.
 */
export function sanitizeHtml(html: string): string {
  const masked = maskOrNot(html)
  refuseDeepHtml(masked.text)
  const clean = sanitize(masked.text, CLEANING)
  // Serialising anew would rewrite entities and quotes of good documents. The original may stay only when it is written so
  // plainly that no two parsers can read it differently, and when cleaning it removed nothing.
  const unchanged = isPlainMarkup(masked.text) && clean === sanitize(masked.text, REWRITING)
  const text = unchanged ? masked.text : clean
  return masked.unmask(mapBlocks(text, (inner) => sanitizeForeign(masked.unmask(inner))))
}

/**
 * HTML that an app's server sent. Beside what `sanitizeHtml` takes away: marks and names of ours, styles that fetch or leave
 * their place, pictures and links that are not absolute. Liquid would speak with the reader's data: its braces are set apart.
 * Throws NestingError.
 */
export function sanitizeForeign(html: string, turns = 4): string {
  const plain = html.replace(/[\uE000\uE001]/g, '')
  refuseDeepHtml(plain)
  const clean = setBracesApart(sanitize(plain, FOREIGN))
  // Elements in each other that may not be are read anew as others: what is stored has to stay as it is from then on.
  return clean === html || turns === 0 ? clean : sanitizeForeign(clean, turns - 1)
}

/** The same for HTML whose Liquid has been rendered: what still looks like Liquid is text, and is cleaned as text. Throws NestingError. */
export function sanitizeRendered(html: string): string {
  const plain = html.replace(/[\uE000\uE001]/g, '')
  refuseDeepHtml(plain)
  return sanitize(plain, CLEANING)
}

/**
 * A whole rendered email whose Liquid could move its tags. Its style sheet is removed: it may no longer be the layout's. Throws NestingError.
 */
export function sanitizeDocument(html: string): string {
  const plain = html.replace(/[\uE000\uE001]/g, '')
  refuseDeepDocument(plain)
  return (/^\s*<!doctype html>/i.test(html) ? '<!DOCTYPE html>\n' : '') + sanitize(plain, DOCUMENT)
}

/** True for what may stand in a link: http, https, mailto, tel, an anchor, or an address that Liquid gives. */
export function isSafeLink(url: string): boolean {
  return hasScheme(url, ['http', 'https', 'mailto', 'tel'])
}

const TAGS = `
  a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del
  details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main
  mark nav ol p picture pre q s samp section small source span strike strong sub summary sup table tbody td
  tfoot th thead time tr tt u ul var wbr
`
  .trim()
  .split(/\s+/)

const BOX = ['align', 'valign', 'width', 'height', 'bgcolor', 'background', 'border', 'nowrap']

const ATTRIBUTES: Record<string, string[]> = {
  '*': ['class', 'id', 'style', 'title', 'dir', 'lang', 'role', 'align', 'aria-*', 'data-*'],
  a: ['href', 'name', 'target', 'rel'],
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'border', 'hspace', 'vspace', 'loading'],
  source: ['srcset', 'sizes', 'media', 'type'],
  table: [...BOX, 'cellpadding', 'cellspacing', 'summary'],
  tr: BOX,
  td: [...BOX, 'colspan', 'rowspan', 'headers', 'scope', 'abbr'],
  th: [...BOX, 'colspan', 'rowspan', 'headers', 'scope', 'abbr'],
  col: ['span', 'width'],
  colgroup: ['span', 'width'],
  ol: ['start', 'type', 'reversed'],
  ul: ['type'],
  li: ['value', 'type'],
  font: ['color', 'face', 'size'],
  hr: ['width', 'size', 'color', 'noshade'],
  div: ['align'],
  time: ['datetime'],
  details: ['open'],
}

const WRITING = {
  parser: { lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true },
  parseStyleAttributes: false,
  allowProtocolRelative: true,
  enforceHtmlBoundary: false,
} satisfies sanitize.IOptions

const CLEANING: sanitize.IOptions = {
  ...WRITING,
  allowedTags: TAGS,
  allowedAttributes: ATTRIBUTES,
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'cid'],
  allowedSchemesByTag: {
    a: ['http', 'https', 'mailto', 'tel'],
    img: ['http', 'https', 'cid'],
    source: ['http', 'https', 'cid'],
  },
  allowedSchemesAppliedToAttributes: ['href', 'src', 'background'],
  nonTextTags: [
    'script',
    'style',
    'title',
    'textarea',
    'option',
    'noscript',
    'template',
    'svg',
    'math',
    'iframe',
    'object',
  ],
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: safeAttributes(attribs) }) },
}

const DOCUMENT: sanitize.IOptions = {
  ...CLEANING,
  allowedTags: [...TAGS, 'html', 'head', 'meta', 'body'],
  allowedAttributes: { ...ATTRIBUTES, meta: ['charset', 'name', 'content'] },
}

const FOREIGN: sanitize.IOptions = {
  ...CLEANING,
  allowedAttributes: { ...ATTRIBUTES, '*': ['style', 'title', 'dir', 'lang', 'role', 'align', 'aria-*'] },
  allowProtocolRelative: false,
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' && !attribs.src) || (tag === 'source' && !attribs.srcset),
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: foreignAttributes(attribs) }) },
}

const REWRITING: sanitize.IOptions = {
  ...WRITING,
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  // Every address passes here, so that one which cleaning removed shows as a difference.
  allowedSchemesAppliedToAttributes: [],
  nonTextTags: [],
}

// Text, in which a `<` can begin no tag; tags of letters and digits whose attributes are all in double quotes or bare names.
// No comment, no declaration, no foreign or raw-text element gets through: parsers differ on those; `srcset` is checked by the
// serialiser itself, so that a bad one would not show as a difference.
const PLAIN_PIECE =
  /[^<]+|<(?=[\s\d=])|<\/[a-z][a-z0-9]*\s*>|<(?!(?:svg|math|style|script|title|textarea|xmp|plaintext|noscript|noembed|noframes|iframe|template|select|option)\b)[a-z][a-z0-9]*(?:\s+(?!srcset)[a-z][\w:-]*(?:="[^"<>]*")?)*\s*\/?>/iy

function isPlainMarkup(text: string): boolean {
  PLAIN_PIECE.lastIndex = 0
  while (PLAIN_PIECE.lastIndex < text.length) if (!PLAIN_PIECE.test(text)) return false
  return true
}

function safeAttributes(attribs: Record<string, string>): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [name, value] of Object.entries(attribs)) {
    if (name === 'href' && !isSafeLink(value)) continue
    if ((name === 'src' || name === 'background') && !hasScheme(value, ['http', 'https', 'cid'])) continue
    if (name === 'srcset' && /(?:javascript|vbscript|data)\s*:/i.test(value)) continue
    safe[name] = name === 'style' ? safeStyle(value) : value
  }
  return safe
}

const ADDRESSES: Record<string, RegExp> = {
  href: /^(?:https?:\/\/|mailto:|tel:)/i,
  src: /^https:\/\//i,
  background: /^https:\/\//i,
  srcset: /^\s*https:\/\/[^\s,]+(?:\s+[\d.]+[wx])?(?:\s*,\s+https:\/\/[^\s,]+(?:\s+[\d.]+[wx])?)*\s*$/i,
}

function foreignAttributes(attribs: Record<string, string>): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [name, value] of Object.entries(safeAttributes(attribs))) {
    const address = ADDRESSES[name]
    if (address && (!address.test(value.trim()) || holdsBraces(value))) continue
    safe[name] = name === 'style' ? foreignStyle(value) : value
  }
  return safe
}

const foreignStyle = (style: string) =>
  style
    .split(';')
    .filter((declaration) => !/url\s*\(|image-set|^\s*position\s*:|\{/i.test(declaration))
    .join(';')

// Liquid may print nothing at all: what is left then must be safe too. Browsers skip blanks and controls inside a scheme.
function hasScheme(url: string, schemes: readonly string[]): boolean {
  const bare = url.replace(LIQUID_MARK, '').replace(/[\p{C}\p{Z}]/gu, '')
  const scheme = /^([^/?#:]*):/.exec(bare)?.[1]
  return scheme === undefined || schemes.includes(scheme.toLowerCase())
}

const UNSAFE_STYLE =
  /expression\s*\(|javascript\s*:|vbscript\s*:|-moz-binding|behaviou?r\s*:|@import|url\s*\(\s*["']?\s*(?!https?:|cid:|\/\/)/i

function safeStyle(style: string): string {
  const plain = style.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replace(/\\/g, '')
  if (plain === style && !UNSAFE_STYLE.test(style)) return style
  return plain
    .split(';')
    .filter((declaration) => declaration.trim() !== '' && !UNSAFE_STYLE.test(declaration))
    .join(';')
}
