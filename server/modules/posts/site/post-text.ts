import { takeStyles } from '../../../mail/html/styling/style-elements.ts'
import { extractPreviewText } from '../../../mail/html/text.ts'

// The text of a post on the web: without what only an email needs, and with what a long page needs. Works on sanitized HTML.

/** Longer first lines are sentences. */
const MAX_GREETING_WORDS = 4
const ENDS_WITH_COMMA = /[,،，、]$/
const BEGINS_WITH_GREETING = /^(?:hi|hello|hey|dear|hei|hej|hallo|liebe|bonjour|salut|hola|ciao|olá)(?!\p{L})/iu

/** Returns the text of a broadcast without its greeting line, and without a first heading that repeats the title. */
export function withoutGreeting(html: string, title: string): string {
  const [sheets = ''] = SHEETS.exec(html) ?? []
  const text = html.slice(sheets.length)
  const first = firstBlock(text)
  const hasGreeting = first?.tag === 'p' && isGreeting(first.text)
  const rest = hasGreeting ? first.rest : text
  const next = firstBlock(rest)
  const repeats = next && next.tag !== 'p' && next.text.toLowerCase() === title.trim().toLowerCase()
  return sheets + (repeats ? next.rest : rest)
}

/** Style sheets before the text. */
const SHEETS = /^(?:\s*<style[^<>]*>[^<]*<\/style\s*>)*/

/** A comma ends a greeting in most languages. Other signs end sentences, too. */
function isGreeting(text: string): boolean {
  const words = text.split(' ').length
  return (
    words <= MAX_GREETING_WORDS &&
    (ENDS_WITH_COMMA.test(text) || (words < MAX_GREETING_WORDS && BEGINS_WITH_GREETING.test(text)))
  )
}

const BLOCK = /^\s*<(p|h1|h2|h3)(?:\s[^<>]*)?>/
/** In characters. The first block is looked for here only. */
const MAX_BLOCK_LENGTH = 1_000

/** Returns the paragraph or heading that the HTML begins with, unless it is long or has an image. */
function firstBlock(html: string): { tag: string; text: string; rest: string } | undefined {
  const beginning = html.slice(0, MAX_BLOCK_LENGTH)
  const [open = '', tag] = BLOCK.exec(beginning) ?? []
  if (!tag) return undefined
  const close = `</${tag}>`
  const end = beginning.indexOf(close, open.length)
  const inner = beginning.slice(open.length, end)
  if (end === -1 || inner.includes('<img')) return undefined
  return { tag, text: extractPreviewText(inner, MAX_BLOCK_LENGTH), rest: html.slice(end + close.length).trimStart() }
}

/** Number of headings and minutes from which a post has a table of contents. */
const MIN_HEADINGS = 3
const MIN_MINUTES = 4

export interface LongText {
  html: string
  minutes: number
  /** Sections for a table of contents. Empty for a short post. */
  sections: { id: string; title: string }[]
}

/** Returns the text with wide images marked and with a target for each section, and the time it takes to read. */
export function preparedText(html: string): LongText {
  const minutes = minutesOf(html)
  const sections: LongText['sections'] = []
  const text = html.replace(OPENING, (tag, name: string, attributes: string | undefined, offset: number) => {
    const inside = html.slice(offset + tag.length, offset + tag.length + MAX_BLOCK_LENGTH)
    if (name !== 'h2') return isWideImage(inside) ? `<${name} data-wide=""${attributes ?? ''}>` : tag
    const end = inside.indexOf('</h2>')
    const title = end === -1 ? '' : extractPreviewText(inside.slice(0, end), 120)
    if (!title) return tag
    const own_id = /\sid="([^"]+)"/.exec(attributes ?? '')?.[1]
    const id = own_id ?? `section-${sections.length + 1}`
    sections.push({ id, title })
    return own_id ? tag : `<h2 id="${id}"${attributes ?? ''}>`
  })
  return { html: text, minutes, sections: sections.length >= MIN_HEADINGS && minutes >= MIN_MINUTES ? sections : [] }
}

const OPENING = /<(p|figure|h2)(\s[^<>]*)?>/g

/** In pixels. Narrower images are signatures, icons and buttons. */
const MIN_WIDE = 600

/** Returns whether the inside of a block begins with an image, also a linked one, and has no text beside it. */
function isWideImage(inside: string): boolean {
  const unlinked = inside.replace(/<\/?a(?:\s[^<>]*)?>/g, '').trimStart()
  const [image] = /^<img\b[^<>]*>/.exec(unlinked) ?? []
  if (!image) return false
  const width = /\swidth="(\d+)"/.exec(image)?.[1] ?? MIN_WIDE
  return Number(width) >= MIN_WIDE && /^<(?:\/p|\/figure|figcaption)\b/.test(unlinked.slice(image.length).trimStart())
}

const WORDS_PER_MINUTE = 230
/** For scripts that are written without spaces between words. */
const CHARACTERS_PER_MINUTE = 450
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu

/** Returns how many minutes reading takes, at least one. */
export function minutesOf(html: string): number {
  const text = takeStyles(html).html.replace(/<[^<>]*>/g, ' ')
  const unspaced = text.match(UNSPACED)?.length ?? 0
  const words = text.replace(UNSPACED, ' ').match(/\S+/g)?.length ?? 0
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + unspaced / CHARACTERS_PER_MINUTE))
}
