import type { Page } from '@/components/editor/liquid/codec'
import { raisedDigits } from '@/server/lib/text/raised-digits.ts'
import { hasLinkScheme } from '@/server/mail/link-schemes.ts'
import { emojiOf } from './emoji'
import { BLOCKS, declared, keepLines } from './lines'
import { targetOf } from './redirects'
import { joinTags } from './whole-tags'

/** Cleaned HTML of a paste, and its embedded images. */
export interface CleanPaste {
  html: string
  /** `data:` URLs, in order. */
  pictures: string[]
  /** Distinct addresses of web images. */
  remote: string[]
  /** Number of images that only the other computer or app can read. */
  lost: number
}

export const OFFICE = /class="?Mso|mso-|urn:schemas-microsoft-com|docs-internal-guid/i

/**
 * Converts HTML from Word and Google Docs for the editor. Keeps headings, lists, links and emphasis; removes fonts, sizes, bookmarks and
 * empty lines. From web pages, also removes buttons, links within the page, and images that cannot be stored.
 */
export function cleanPaste(html: string, page: Page): CleanPaste {
  const body = page.createElement('div')
  body.innerHTML = html
  for (const image of body.querySelectorAll('img')) {
    const emoji = emojiOf(image)
    if (emoji === undefined) continue
    image.before(page.createTextNode(emoji))
    image.remove()
  }
  // Text copied within the editor stays as it is.
  const isOwn = html.includes('data-pm-slice')
  if (!isOwn) removeUnseen(body)
  raiseDigits(body, page)
  const { pictures, remote, lost } = takePictures(body)
  for (const row of body.querySelectorAll('tr')) joinCells(row, page)
  keepLines(body, page)
  if (OFFICE.test(html)) {
    clean(body, page)
    joinLists(body, page)
  }
  nestLists(body)
  if (!isOwn) withoutPage(body, page)
  joinTags(body)
  return { html: body.innerHTML, pictures, remote, lost }
}

/** Removes invisible content: hidden teasers, templates, and other services' tracking pixels. */
function removeUnseen(body: Element): void {
  for (const element of body.querySelectorAll('[hidden], [style], template, img')) {
    const style = element.getAttribute('style') ?? ''
    const isPixel =
      element.tagName === 'IMG' &&
      ['width', 'height'].every((side) => /^[01](?:px)?$/.test(element.getAttribute(side) || declared(style, side)))
    const isHidden =
      element.hasAttribute('hidden') ||
      element.tagName === 'TEMPLATE' ||
      /^none\b/.test(declared(style, 'display')) ||
      /^hidden\b/.test(declared(style, 'visibility'))
    if (isPixel || isHidden) element.remove()
  }
}

/** Replaces raised and lowered digits by Unicode characters, because the editor has neither style: "10<sup>5</sup>" would become "105". */
function raiseDigits(body: Element, page: Page): void {
  for (const element of body.querySelectorAll('sup, sub, [style*="vertical-align"]')) {
    const align = declared(element.getAttribute('style') ?? '', 'vertical-align')
    const name = /^(?:SUP|SUB)$/.test(element.tagName)
      ? element.tagName.toLowerCase()
      : align === 'super'
        ? 'sup'
        : align
    const digits = name === 'sup' || name === 'sub' ? raisedDigits(element.textContent ?? '', name) : undefined
    // Keeps the text of a footnote's link.
    if (digits === undefined) continue
    let inner: Element = element
    while (inner.children.length === 1 && inner.children[0]) inner = inner.children[0]
    for (const child of [...inner.childNodes]) child.remove()
    inner.append(page.createTextNode(digits))
  }
}

/** Removes page elements around the text: "Copy code", a code block's language, and anchors that lead nowhere in an email. */
function withoutPage(body: Element, page: Page): void {
  for (const button of body.querySelectorAll('button')) {
    if (button.closest('a')) unwrap(button, [], page)
    else button.remove()
  }
  for (const block of body.querySelectorAll('pre')) {
    const [code, another] = block.querySelectorAll('code')
    if (!code || another) continue
    for (const child of [...block.childNodes]) child.remove()
    block.append(code)
  }
  for (const link of body.querySelectorAll('a')) {
    const href = link.getAttribute('href') ?? ''
    if (/^#|^$/.test(href)) unwrap(link, [], page)
    else if (targetOf(href) !== href) link.setAttribute('href', targetOf(href))
  }
  for (const span of body.querySelectorAll('span')) {
    const emphasis = emphasisOf(span, span.getAttribute('style') ?? '')
    if (emphasis.length > 0) unwrap(span, emphasis, page)
  }
}

/** The editor has no tables, so a row becomes a line, unless its cells contain several lines. */
function joinCells(row: Element, page: Page): void {
  const cells = [...row.children].filter(({ textContent }) => textContent?.trim())
  if (cells.length < 2 || cells.some((cell) => cell.querySelector(BLOCKS))) return
  const line = page.createElement('p')
  for (const [at, cell] of cells.entries()) {
    if (at > 0) line.append(page.createTextNode(' | '))
    for (const inner of [...cell.childNodes]) line.append(inner)
  }
  for (const cell of [...row.children].slice(1)) if (!cell.querySelector('img')) cell.remove()
  row.children[0]?.append(line)
}

/** Removed with their content. Names with a colon are Word’s. */
const LEFT_OUT = new Set('STYLE META LINK SCRIPT TITLE XML BASE HEAD V:SHAPE V:SHAPETYPE'.split(' '))
const UNWRAPPED = new Set('HTML BODY SPAN FONT O:P SECTION ARTICLE CENTER DIV ST1:CITY ST1:PLACE'.split(' '))
const KEPT_ATTRIBUTES = new Set(['href', 'src', 'alt', 'width', 'height', 'start', 'data-marker'])

/** The library's own images (server/modules/media/http.ts). */
const OWN = /\/media\/[\w-]{22}\/\d+\.\w+$/

function takePictures(body: Element): Omit<CleanPaste, 'html'> {
  const pictures: string[] = []
  const remote = new Set<string>()
  let lostCount = 0
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    if (/^https?:/i.test(src)) {
      if (!OWN.test(src)) remote.add(src)
      continue
    }
    if (/^data:image\/(?:png|jpeg|gif|webp);base64,/i.test(src)) pictures.push(src)
    else lostCount++
    image.remove()
  }
  return { pictures, remote: [...remote], lost: lostCount }
}

function clean(parent: Element, page: Page): void {
  for (const child of [...parent.childNodes]) {
    if (child.nodeType === 3) continue
    if (child.nodeType !== 1 || LEFT_OUT.has((child as Element).tagName)) child.remove()
    else cleanElement(child as HTMLElement, page)
  }
}

function cleanElement(element: HTMLElement, page: Page): void {
  const style = element.getAttribute('style') ?? ''
  // A list item's number or bullet, which the list adds itself.
  if (declared(style, 'mso-list') === 'ignore') {
    keepMarker(element)
    return
  }
  clean(element, page)
  const { tagName } = element
  if (UNWRAPPED.has(tagName) || isWrapper(element)) unwrap(element, emphasisOf(element, style), page)
  else if (tagName === 'A' && !isWebLink(element)) unwrap(element, [], page)
  else if (isEmptyLine(element)) element.remove()
  else simplify(element, style, page)
}

function simplify(element: HTMLElement, style: string, page: Page): void {
  const { tagName } = element
  const href = element.getAttribute('href')
  if (href !== null) element.setAttribute('href', targetOf(href))
  const is_title = tagName === 'P' && /\bMsoTitle\b/.test(element.getAttribute('class') ?? '')
  for (const { name } of [...element.attributes]) if (!KEPT_ATTRIBUTES.has(name)) element.removeAttribute(name)
  const level = /level(\d)/.exec(declared(style, 'mso-list'))?.[1]
  if (level) element.setAttribute('data-level', level)
  else if (is_title) rename(element, 'h1', page)
  else if (/^H[4-6]$/.test(tagName)) rename(element, 'h3', page)
}

/** Google Docs wraps everything in a <b> that is not bold. */
const isWrapper = (element: Element): boolean =>
  element.tagName === 'B' && declared(element.getAttribute('style') ?? '', 'font-weight') === 'normal'

/** Bookmarks and links within the document lead nowhere. */
function isWebLink(element: Element): boolean {
  const href = element.getAttribute('href') ?? ''
  return href.startsWith('{{') || hasLinkScheme(href)
}

/** A line without text or image, or a break between blocks. */
function isEmptyLine(element: Element): boolean {
  if (element.tagName === 'BR') return !element.closest('p, li, h1, h2, h3, h4, h5, h6')
  return (
    /^(?:P|H[1-6]|LI)$/.test(element.tagName) &&
    (element.textContent ?? '').trim() === '' &&
    !element.querySelector('img')
  )
}

function keepMarker(element: Element): void {
  const text = (element.textContent ?? '').trim()
  element.parentElement?.closest('p')?.setAttribute('data-marker', text)
  element.remove()
}

function emphasisOf(element: Element, style: string): string[] {
  const weight = declared(style, 'font-weight')
  const lines = declared(style, 'text-decoration') + declared(style, 'text-decoration-line')
  return [
    ...(weight === 'bold' || Number(weight) >= 600 ? ['strong'] : []),
    ...(declared(style, 'font-style') === 'italic' ? ['em'] : []),
    // Links are underlined anyway.
    ...(lines.includes('underline') && !element.closest('a') ? ['u'] : []),
    ...(lines.includes('line-through') ? ['s'] : []),
  ]
}

function unwrap(element: Element, emphasis: readonly string[], page: Page): void {
  let place: Element = element
  for (const name of emphasis) {
    const mark = page.createElement(name)
    place.before(mark)
    mark.append(place)
    place = mark
  }
  for (const child of [...element.childNodes]) element.before(child)
  element.remove()
}

function rename(element: Element, name: string, page: Page): void {
  const renamed = page.createElement(name)
  for (const child of [...element.childNodes]) renamed.append(child)
  element.before(renamed)
  element.remove()
}

const NUMBER = /^\(?(?:\d+|[a-z]|[ivx]+)[.)]/i

/** Converts Word's list paragraphs, which have a level, to lists. */
function joinLists(body: Element, page: Page): void {
  let open: Element[] = []
  for (const child of [...body.children]) {
    const level = Number(child.getAttribute('data-level') ?? 0)
    if (level === 0) {
      open = []
      continue
    }
    const kind = NUMBER.test(child.getAttribute('data-marker') ?? '') ? 'ol' : 'ul'
    open = open.slice(0, level)
    if (open.at(-1)?.tagName.toLowerCase() !== kind && open.length === level) open.pop()
    while (open.length < level) {
      const list = page.createElement(kind)
      const item = open.at(-1)?.lastChild
      if (item) (item as Element).append(list)
      else if (open.length === 0) child.before(list)
      else break
      open.push(list)
    }
    const item = page.createElement('li')
    const text = page.createElement('p')
    for (const inner of [...child.childNodes]) text.append(inner)
    item.append(text)
    open.at(-1)?.append(item)
    child.remove()
  }
  for (const marked of body.querySelectorAll('[data-marker]')) marked.removeAttribute('data-marker')
}

/** Google Docs and Dropbox Paper put a nested list beside its item. Without such an item, it becomes part of the outer list. */
function nestLists(body: Element): void {
  for (const list of body.querySelectorAll('ul, ol')) {
    if (!/^[UO]L$/.test(list.parentElement?.tagName ?? '')) continue
    let before = list.previousSibling
    while (before?.nodeType === 3 && !before.textContent?.trim()) before = before.previousSibling
    if ((before as Element | null)?.tagName === 'LI') (before as Element).append(list)
    else {
      for (const child of [...list.childNodes]) list.before(child)
      list.remove()
    }
  }
}
