import { singleLine } from '@/server/lib/text/single-line.ts'

/** Texts of an email, in the order of the fields. */
export interface EmailText {
  subject: string
  preview_text: string
  content: string
}

export interface Difference {
  field: keyof EmailText
  shown: string
  stored: string
}

/** The part of the DOM that is read here. */
export interface Markup {
  nodeType: number
  nodeName: string
  nodeValue: string | null
  childNodes: Iterable<Markup>
  getAttribute?: (name: string) => string | null
}

const ELEMENT = 1
const TEXT = 3
const NOT_SHOWN = new Set(['SCRIPT', 'STYLE', 'TITLE', 'TEMPLATE'])
const INLINE = new Set('A ABBR B CODE DEL EM FONT I INS MARK S SMALL SPAN STRIKE STRONG SUB SUP U'.split(' '))

const oneLine = (text: string) => singleLine(text).replace(/\s+/g, ' ').trim()

/** Returns the words of HTML by line, links with their addresses, and images: everything that subscribers could notice. */
export function shownText(markup: Markup): string {
  let lines = ''
  const walk = (node: Markup): void => {
    if (node.nodeType === TEXT) lines += (node.nodeValue ?? '').replace(/\s+/g, ' ')
    if (node.nodeType !== ELEMENT || NOT_SHOWN.has(node.nodeName)) return
    const href = node.getAttribute?.('href')?.trim()
    const src = node.getAttribute?.('src')?.trim()
    if (!INLINE.has(node.nodeName)) lines += '\n'
    if (node.nodeName === 'IMG') lines += `[${node.getAttribute?.('alt') ?? ''}](${src ?? ''})`
    for (const child of node.childNodes) walk(child)
    if (href) lines += ` (${href})`
    if (!INLINE.has(node.nodeName)) lines += '\n'
  }
  walk(markup)
  return lines
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .join('\n')
}

/** Compares the displayed texts with the stored ones. Only differences that subscribers could see or open count, not those in markup. */
export function differences(shown: EmailText, stored: EmailText, parse: (html: string) => Markup): Difference[] {
  const content = (html: string) => shownText(parse(html))
  const read = { subject: oneLine, preview_text: oneLine, content }
  return (Object.keys(read) as (keyof EmailText)[])
    .map((field) => ({ field, shown: read[field](shown[field]), stored: read[field](stored[field]) }))
    .filter((one) => one.shown !== one.stored)
}

/** Parses HTML without loading or running anything. */
export const parseHtml = (html: string): Markup => new DOMParser().parseFromString(html, 'text/html').body
