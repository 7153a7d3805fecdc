import type { ChildNode, Document, Element } from 'domhandler'
import { compile, type DomNode, type FormatCallback } from 'html-to-text'
import { raisedDigits } from '../../lib/text/raised-digits.ts'
import { BLOCKS, refuseDeepDocument } from '../liquid/nesting.ts'
import { decodeLiquid, keepBraces, LIQUID_MARK, maskLiquid } from '../liquid/source.ts'
import { decodeLinkBraces, isOwnVariable, withScheme } from './links.ts'
import { BLANKS, isBlank, withoutFiller, withoutHidden } from './styling/hidden.ts'

/**
 * Returns a natural plain-text part of an email: paragraphs, lists, quotes with `>`, images by their description, links as
 * `[1]` with a list of their addresses at the end, then the footer. Liquid is unchanged. A link within a Liquid block keeps its address next to
 * its words, because not every recipient gets it. Throws LiquidError.
 */
export function plainTextOf(html: string): string {
  const { text, unmask } = maskLiquid(decodeLiquid(decodeLinkBraces(html)).replaceAll(OWN_MARKS, ''))
  refuseDeepDocument(text)
  const writing: Writing = { unmask, notes: new Map() }
  const written = toText(withoutHidden(text, unmask), writing)
  const notes = [...writing.notes.values()].map(({ number, written: url }) => `[${number}] ${url}`).join('\n')
  const body = written.includes(NOTES) ? written : `${written}\n\n${NOTES}`
  const joined = joinLines(body, (line) => /^\uE000\d+\uE001$/.test(line) && unmask(line).startsWith('{%'))
  const complete = joined.replace(NOTES, () => (notes === '' ? '' : `${notes}\n\n`)).trim()
  return unmask(keepBraces(complete))
    .replace(URL_BEGIN, '{% tracked_link 0 %}')
    .replace(URL_END, '{% endtracked_link %}')
}

const MAX_BREAKS = 3

/**
 * Joins lines without trailing spaces and without filler. A Liquid tag prints nothing, so a line with only a tag must not add a line: of the
 * line breaks before and after it, the larger number counts. A line of only filler adds none either.
 */
function joinLines(text: string, isTag: (line: string) => boolean): string {
  let result = ''
  /** Line breaks since the last line, and line breaks of this gap that are printed already. */
  let [breaks, printed_breaks] = [0, Number.POSITIVE_INFINITY]
  /** Maximum number of line breaks before a line of filler. */
  let max_breaks = 0
  for (const written of text.split('\n')) {
    const line = withoutFiller(written)
    if (isBlank(line)) {
      const isFiller = written.trim() !== ''
      if (isFiller) max_breaks = Math.max(max_breaks, breaks)
      breaks = isFiller ? 1 : breaks + 1
      continue
    }
    const missing = Math.max(0, Math.min(Math.max(breaks, max_breaks), MAX_BREAKS) - printed_breaks)
    max_breaks = 0
    result += '\n'.repeat(missing) + (isTag(line.trim()) ? line.trim() : line.trimEnd())
    printed_breaks = isTag(line.trim()) ? printed_breaks + missing : 0
    breaks = 1
  }
  return result
}

/** Placeholder for the list of addresses. */
const NOTES = '\uE002'
/** Around an address with Liquid. */
const URL_BEGIN = /\uE004/g
const URL_END = /\uE005/g
const OWN_MARKS = /[\uE002\uE004\uE005]/g

interface Writing {
  unmask: (text: string) => string
  /** Addresses of `[1]`, `[2]`, ... as written, by the unmasked address: the same Liquid has a different mark in each place. */
  notes: Map<string, { number: number; written: string }>
  /** Links within a Liquid block. */
  conditional?: ReadonlySet<unknown>
}

const OURS = /^\{\{-?\s*(?:unsubscribe|preferences)_url\s*-?\}\}$/

const link: FormatCallback = (elem, walk, builder) => {
  const writing = (builder as unknown as { metadata: Writing }).metadata
  // Browsers ignore line breaks in an address.
  const href = withScheme(
    String(elem.attribs?.href ?? '')
      .trim()
      .replace(/[\t\n\r]/g, ''),
  )
  const address = /^(?:mailto|tel|sms):([^?]*)/i.exec(href)?.[1]
  // In plain text, a space would end the address.
  const masked_href = address === undefined ? href.replace(/[ \u00a0]/g, encodeURIComponent) : href
  const url = writing.unmask(masked_href)
  const printed_href =
    masked_href.includes('\uE000') && !isOwnVariable(url) ? `\uE004${masked_href}\uE005` : masked_href
  const words = wordsOf(elem as unknown as Element)
    .replace(/\s+/g, ' ')
    .trim()
  const print = (text: string) => builder.addInline(text, { noWordTransform: true })
  const isShown = bare(writing.unmask(words)) === bare(url)
  // The address contains values that are encoded as in the link.
  if (printed_href !== masked_href && isShown) return print(printed_href)
  walk(elem.children, builder)
  if (url === '' || url.startsWith('#')) return
  if (address !== undefined) {
    if (!plain(words).includes(plain(address))) print(words === '' ? address : ` (${address})`)
  } else if (words === '') {
    // An image without a description. Empty links show nothing.
    if (hasImage(elem as unknown as Element)) print(` ${printed_href} `)
  } else if (isShown) return
  else if (OURS.test(url) && isInFooter(elem)) print(`: ${printed_href}`)
  else if (OURS.test(url) || isConditional(elem, writing)) print(` (${printed_href})`)
  else print(` [${numberOf(printed_href, writing)}]`)
}

const hasImage = (node: ChildNode): boolean =>
  (node.type === 'tag' && node.name === 'img') || ('children' in node && node.children.some(hasImage))

/** A phone number may be written with spaces. */
const plain = (text: string): string => text.replace(/[\s\u00a0().-]/g, '')

/** Returns the address as it is often shown. */
const bare = (url: string): string => url.replace(/^https?:\/\/(?:www\.)?|\/$/gi, '')

function numberOf(written: string, { notes, unmask }: Writing): number {
  const url = unmask(written)
  const note = notes.get(url) ?? { number: notes.size + 1, written }
  notes.set(url, note)
  return note.number
}

function isInFooter(elem: DomNode): boolean {
  for (let at: DomNode | null | undefined = elem; at; at = at.parent) if (at.attribs?.class === 'footer') return true
  return false
}

function isConditional(elem: DomNode, writing: Writing): boolean {
  if (!writing.conditional) {
    let root = elem
    while (root.parent) root = root.parent
    writing.conditional = linksInBlocks(root as unknown as Document, writing.unmask)
  }
  return writing.conditional.has(elem)
}

function linksInBlocks(root: Document | ChildNode, unmask: Writing['unmask']): Set<unknown> {
  const links = new Set<unknown>()
  let depth = 0
  const read = (text: string) => {
    for (const [mark] of text.matchAll(LIQUID_MARK)) {
      const name = /^\{%-?\s*(\w+)/.exec(unmask(mark))?.[1] ?? ''
      if (BLOCKS.has(name)) depth++
      else if (name.startsWith('end')) depth--
    }
  }
  const visit = (node: Document | ChildNode): void => {
    if (node.type === 'text') read(node.data)
    if (node.type === 'tag') {
      for (const value of Object.values(node.attribs)) read(value)
      if (node.name === 'a' && depth > 0) links.add(node)
    }
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(root)
  return links
}

function wordsOf(node: Document | ChildNode): string {
  if (node.type === 'text') return node.data
  if (node.type === 'tag' && node.name === 'img') return node.attribs.alt ?? ''
  return 'children' in node ? node.children.map(wordsOf).join('') : ''
}

const footer: FormatCallback = (elem, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  builder.addLiteral(NOTES)
  walk(elem.children, builder)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

/** A row of a table with headings is a line. Other tables are for layout, and each of their cells is a separate paragraph. */
const row: FormatCallback = (elem, walk, builder) => {
  const cells = elem.children.filter((child) => child.name === 'td' || child.name === 'th')
  const isLine = isDataTable(elem)
  builder.openBlock({ leadingLineBreaks: 1 })
  for (const [at, cell] of cells.entries()) {
    if (isLine && at > 0) builder.addInline(' | ', { noWordTransform: true })
    if (isLine) walk(cell.children, builder)
    else {
      builder.openBlock({ leadingLineBreaks: 1 })
      walk(cell.children, builder)
      builder.closeBlock({ trailingLineBreaks: 1 })
    }
  }
  builder.closeBlock({ trailingLineBreaks: 1 })
}

function isDataTable(row: DomNode): boolean {
  let table: DomNode | null | undefined = row.parent
  while (table && table.name !== 'table') table = table.parent
  if (!table || table.attribs?.role === 'presentation') return false
  const known = dataTables.get(table)
  if (known !== undefined) return known
  const isData = firstRow(table)?.children.some((cell) => cell.name === 'th') === true
  dataTables.set(table, isData)
  return isData
}

/** Caches the answer, which is needed for each row. */
const dataTables = new WeakMap<DomNode, boolean>()

function firstRow(node: DomNode): DomNode | undefined {
  if (node.name === 'tr') return node
  for (const child of node.children ?? []) {
    const found = firstRow(child)
    if (found) return found
  }
  return undefined
}

/** A raised or lowered number. A footnote's mark may be a link within the email. */
const raised: FormatCallback = (elem, walk, builder) => {
  const element = elem as unknown as Element
  const digits = hasAddress(element) ? undefined : raisedDigits(wordsOf(element), elem.name === 'sub' ? 'sub' : 'sup')
  if (digits === undefined) walk(elem.children, builder)
  else builder.addInline(digits, { noWordTransform: true })
}

const hasAddress = (node: ChildNode): boolean =>
  (node.type === 'tag' && node.name === 'a' && !(node.attribs.href ?? '').startsWith('#')) ||
  ('children' in node && node.children.some(hasAddress))

/** Adds the quotation marks, which browsers add to `<q>`. */
const quoted: FormatCallback = (elem, walk, builder) => {
  builder.addInline('“')
  walk(elem.children, builder)
  builder.addInline('”')
}

const heading = { uppercase: false, leadingLineBreaks: 3, trailingLineBreaks: 2 }

// The types are from version 9, which has no metadata.
const toText: (html: string, metadata: Writing) => string = compile({
  wordwrap: false,
  preserveNewlines: false,
  whitespaceCharacters: BLANKS,
  selectors: [
    { selector: 'a', format: 'link' },
    { selector: 'img', format: 'description' },
    { selector: 'sup', format: 'raised' },
    { selector: 'sub', format: 'raised' },
    { selector: 'q', format: 'quoted' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: heading })),
    ...['address', 'caption', 'center', 'dd', 'details', 'dl', 'dt', 'figcaption', 'figure', 'summary'].map(
      (selector) => ({
        selector,
        format: 'block',
        options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
      }),
    ),
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'row' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    // The editor wraps each item in a paragraph.
    { selector: 'li > p', format: 'paragraph', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    { selector: 'hr', options: { length: 20 } },
    { selector: '.footer', format: 'footer' },
    { selector: '.preheader', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'title', format: 'skip' },
  ],
  formatters: {
    link,
    raised,
    quoted,
    row,
    footer,
    description: (elem, _walk, builder) => builder.addInline(String(elem.attribs?.alt ?? '')),
  },
})
