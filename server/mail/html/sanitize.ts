import { Parser } from 'htmlparser2'
import sanitize from 'sanitize-html'
import { LINK_SCHEMES } from '../link-schemes.ts'
import { refuseDeepDocument, refuseDeepHtml } from '../liquid/nesting.ts'
import { escapeBraces, holdsBraces, LIQUID_MARK, maskOrNot, setBracesApart } from '../liquid/source.ts'
import { mapBlocks } from './content-blocks.ts'
import { LeftOut } from './left-out/left-out.ts'
import { hideConditions } from './styling/conditional-comments.ts'
import { safeStyle } from './styling/declarations.ts'
import { hideStyles } from './styling/style-elements.ts'

/**
 * Returns a creator's HTML without anything that can run, submit or frame (S3); Liquid and harmless style sheets are kept. Safe HTML is returned
 * byte for byte. Adds removed parts to `left_out`. If its Liquid does not parse, it is sanitized as plain HTML. Blocks of apps are sanitized
 * like HTML from an app's server. Throws NestingError.
 */
export function sanitizeHtml(html: string, left_out: LeftOut = new LeftOut()): string {
  const source = maskOrNot(html)
  left_out.unmask = source.unmask
  refuseDeepHtml(source.text)
  const conditions = hideConditions(source.text, left_out)
  const styles = hideStyles(conditions.text, left_out)
  nameComments(styles.text, left_out)
  const kept = hideBraces(styles.text)
  const clean = sanitize(kept, naming(CLEANING, left_out))
  // Serializing rewrites entities and quotes of good documents. The original is kept only if it is so plain that all parsers read
  // it the same way, and if sanitizing removed nothing.
  const unchanged = isPlainMarkup(styles.text) && clean === sanitize(kept, REWRITING)
  const text = conditions.show(styles.show(unchanged ? styles.text : showBraces(clean, source.is_masked)))
  return source.unmask(mapBlocks(text, (inner) => sanitizeForeign(source.unmask(inner))))
}

/**
 * Sanitizes HTML from an app's server. Beyond `sanitizeHtml`, it removes our own attributes and names, styles that load something or move
 * elements, and images and links with relative addresses. Separates the braces of Liquid, which could read the recipient's data. Throws
 * NestingError.
 */
export function sanitizeForeign(html: string, turns = 4): string {
  const plain = html.replace(/[\uE000\uE001]/g, '')
  refuseDeepHtml(plain)
  const clean = setBracesApart(sanitize(plain, FOREIGN))
  // Invalid nesting is parsed differently the next time, but stored HTML must not change when it is sanitized again.
  return clean === html || turns === 0 ? clean : sanitizeForeign(clean, turns - 1)
}

/** Sanitizes HTML after Liquid was rendered: remaining braces are text. Throws NestingError. */
export function sanitizeRendered(html: string): string {
  const plain = html.replace(/[\uE000\uE001]/g, '')
  refuseDeepHtml(plain)
  return sanitize(plain, CLEANING)
}

/** Sanitizes a whole rendered email whose Liquid could move its tags. Removes its style sheet, which may not be the layout's. Throws NestingError. */
export function sanitizeDocument(html: string): string {
  const plain = html.replace(/[\uE000\uE001]/g, '')
  refuseDeepDocument(plain)
  return (/^\s*<!doctype html>/i.test(html) ? '<!DOCTYPE html>\n' : '') + sanitize(plain, DOCUMENT)
}

/** Sanitizes a creator's own layout, whose Liquid is masked, and adds removed parts to `left_out`. Removes its head and its style sheets. */
export function sanitizeLayout(masked: string, left_out: LeftOut): string {
  const { text, show } = hideConditions(masked, left_out)
  nameComments(text, left_out)
  return show(showBraces(sanitize(hideBraces(text), naming(LAYOUT, left_out)), true))
}

/** Braces written as entities are characters, but serializing would write them as braces, which are Liquid. */
const hideBraces = (masked: string): string => masked.replace(BRACE, '\uE004').replace(PERCENT, '\uE005')

const showBraces = (clean: string, isMasked: boolean): string => {
  const text = clean.replaceAll('\uE004', '&#123;').replaceAll('\uE005', '&#37;')
  // Removing markup between two braces must not turn them into Liquid.
  return isMasked ? escapeBraces(text) : text
}

const BRACE = /&(?:#0*123(?!\d)|#[xX]0*7[bB](?![\da-fA-F]));?|&(?:lcub|lbrace);/g
const PERCENT = /&(?:#0*37(?!\d)|#[xX]0*25(?![\da-fA-F]));?|&percnt;/g

/** Returns whether a link may have this address: one of `LINK_SCHEMES`, an anchor, or an address from Liquid. */
export function isSafeLink(url: string): boolean {
  return hasScheme(url, LINK_SCHEMES)
}

const TAGS = `
  a abbr acronym address area article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del
  details dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main
  map mark nav nobr ol p picture pre q rp rt ruby s samp section small source span strike strong sub summary sup table tbody td
  tfoot th thead time tr tt u ul var wbr
`
  .trim()
  .split(/\s+/)

const BOX = ['align', 'valign', 'width', 'height', 'bgcolor', 'background', 'border', 'nowrap']

const ATTRIBUTES: Record<string, string[]> = {
  '*': ['class', 'id', 'style', 'title', 'dir', 'lang', 'role', 'align', 'aria-*', 'data-*'],
  a: ['href', 'name', 'target', 'rel'],
  area: ['href', 'shape', 'coords', 'alt', 'target', 'rel'],
  map: ['name'],
  img: ['usemap', 'ismap', 'src', 'srcset', 'sizes', 'alt', 'width', 'height', 'border', 'hspace', 'vspace', 'loading'],
  source: ['srcset', 'sizes', 'media', 'type'],
  table: [...BOX, 'cellpadding', 'cellspacing', 'summary'],
  thead: ['valign'],
  tbody: ['valign'],
  tfoot: ['valign'],
  tr: BOX,
  td: [...BOX, 'colspan', 'rowspan', 'headers', 'scope', 'abbr'],
  th: [...BOX, 'colspan', 'rowspan', 'headers', 'scope', 'abbr'],
  col: ['span', 'width', 'valign'],
  colgroup: ['span', 'width', 'valign'],
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

interface Cleaning extends sanitize.IOptions {
  allowedTags: string[]
  allowedAttributes: Record<string, string[]>
}

const CLEANING: Cleaning = {
  ...WRITING,
  allowedTags: TAGS,
  allowedAttributes: ATTRIBUTES,
  allowedSchemes: ['http', 'https', 'cid'],
  allowedSchemesByTag: {
    a: [...LINK_SCHEMES],
    area: [...LINK_SCHEMES],
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
  // Without an allowed address, an image shows only its frame. Its Liquid may have a counterpart in another tag.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs.src && !attribs.srcset && !hasLiquid(attribs),
}

/** Adds removed comments to `left_out`, except Outlook's, which are kept. For browsers, `<?…>` is a comment, too. */
function nameComments(text: string, left_out: LeftOut): void {
  if (!/<[!?]/.test(text)) return
  const add = (comment: string) =>
    left_out.add(/^(?:<!)?\[(?:if|endif)\b/i.test(comment.trim()) ? 'comment' : 'remark', '')
  const parser = new Parser({
    oncomment: add,
    onprocessinginstruction: (name, data) => /^(?:!doctype|\?xml)/i.test(name) || add(data.slice(1)),
  })
  parser.end(text)
}

/** Returns options that add removed parts to `left_out`. */
const naming = (options: Cleaning, left_out: LeftOut): sanitize.IOptions => {
  let isInHead = false
  const isNamed = (tag: string, attribs: Record<string, string>) => {
    if (tag === 'title') return !isInHead
    if (tag === 'meta') return !(isCharset(attribs) || (isInHead && PLAIN_META.test(attribs.name ?? '')))
    return !OF_A_PAGE.test(tag)
  }
  return {
    ...options,
    transformTags: {
      '*': (tagName, attribs) => {
        isInHead = tagName === 'head' || (isInHead && OF_A_HEAD.test(tagName))
        const isKept = options.allowedTags.includes(tagName)
        const isReadApart = tagName === 'style' && options === LAYOUT
        if (!isKept && !isReadApart && isNamed(tagName, attribs)) left_out.add('element', nameOf(tagName, attribs))
        for (const name of Object.keys(attribs)) {
          const isLost = isKept
            ? !mayHave(options.allowedAttributes[tagName], name)
            : (tagName === 'body' || tagName === 'html') && !OF_ALL_PAGES.test(name)
          if (isLost) left_out.add('attribute', isKept ? name : `${name} of <${tagName}>`)
        }
        return { tagName, attribs: safeAttributes(attribs, left_out) }
      },
    },
    exclusiveFilter(frame) {
      const isLost = frame.tag === 'img' && !frame.attribs.src && !frame.attribs.srcset && !hasLiquid(frame.attribs)
      if (isLost) left_out.add('image', '')
      return isLost
    },
  }
}

/** Elements of a whole document around its content. Removing them needs no warning. */
const OF_A_PAGE = /^(?:html|head|body|o:p|xml)$/
const OF_A_HEAD = /^(?:meta|title|link|base|style|script|noscript|template)$/
/** Names of `meta` that are in every layout or invisible. Any other one was written for its effect. */
const PLAIN_META =
  /^(?:viewport|x-apple-disable-message-reformatting|format-detection|generator|author|progid|originator)$/i
const isCharset = (attribs: Record<string, string>) =>
  'charset' in attribs || /^(?:content-type|x-ua-compatible)$/i.test(attribs['http-equiv'] ?? '')

/** Returns an element's name; for `meta`, with its purpose. */
const nameOf = (tag: string, attribs: Record<string, string>): string => {
  const about = tag === 'meta' && ['name', 'http-equiv', 'property'].find((name) => attribs[name])
  return about ? `meta ${about}="${attribs[about]}"` : tag
}
/** Attributes of a document that are invisible. */
const OF_ALL_PAGES = /^(?:xmlns|xml:|lang$|id$|role$|aria-)/
const COMMON = ATTRIBUTES['*'] ?? []

const mayHave = (own: readonly string[] | undefined, name: string): boolean =>
  /^(?:aria|data)-./.test(name) || COMMON.includes(name) || own?.includes(name) === true

const hasLiquid = (attributes: Record<string, string>) =>
  Object.values(attributes).some((value) => value.includes('\uE000'))

const DOCUMENT: sanitize.IOptions = {
  ...CLEANING,
  allowedTags: [...TAGS, 'html', 'head', 'meta', 'body'],
  allowedAttributes: { ...ATTRIBUTES, meta: ['charset', 'name', 'content'] },
}

const LAYOUT: Cleaning = {
  ...CLEANING,
  allowedTags: [...TAGS, 'body'],
  allowedAttributes: { ...ATTRIBUTES, body: BOX },
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
  // Keeps every address here, so a removed one shows up as a difference.
  allowedSchemesAppliedToAttributes: [],
  nonTextTags: [],
}

// Text in which no `<` begins a tag, and tags with alphanumeric names whose attributes have double quotes or no value. Excludes
// comments, declarations, foreign and raw-text elements, on which parsers differ, and `srcset`, which the serializer checks
// itself, so an unsafe one would not show as a difference.
const PLAIN_PIECE =
  /[^<]+|<(?=[\s\d=])|<\/[a-z][a-z0-9]*\s*>|<(?!(?:svg|math|style|script|title|textarea|xmp|plaintext|noscript|noembed|noframes|iframe|template|select|option)\b)[a-z][a-z0-9]*(?:\s+(?!srcset)[a-z][\w:-]*(?:="[^"<>]*")?)*\s*\/?>/iy

function isPlainMarkup(text: string): boolean {
  PLAIN_PIECE.lastIndex = 0
  while (PLAIN_PIECE.lastIndex < text.length) if (!PLAIN_PIECE.test(text)) return false
  return true
}

function safeAttributes(attribs: Record<string, string>, left_out?: LeftOut): Record<string, string> {
  const safe: Record<string, string> = {}
  for (const [name, value] of Object.entries(attribs)) {
    if (isUnsafeAddress(name, value)) left_out?.add('address', value)
    else safe[name] = name === 'style' ? safeStyle(value, left_out) : value
  }
  return safe
}

function isUnsafeAddress(name: string, value: string): boolean {
  if (name === 'href') return !isSafeLink(value)
  if (name === 'src' || name === 'background') return !hasScheme(value, ['http', 'https', 'cid'])
  return name === 'srcset' && /(?:javascript|vbscript|data)\s*:/i.test(value)
}

const ADDRESSES: Record<string, RegExp> = {
  href: /^(?:https?:\/\/|mailto:|tel:|sms:)/i,
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

// Liquid may print nothing, so the rest must be safe without it. Browsers ignore spaces and control characters within a scheme.
function hasScheme(url: string, schemes: readonly string[]): boolean {
  const bare = url.replace(LIQUID_MARK, '').replace(/[\p{C}\p{Z}]/gu, '')
  const scheme = /^([^/?#:]*):/.exec(bare)?.[1]
  return scheme === undefined || schemes.includes(scheme.toLowerCase())
}
