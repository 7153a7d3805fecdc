import type { Page } from '@/components/editor/liquid/codec'

// Chats and posts separate lines by styles alone, which the editor does not keep.

export const BLOCKS = 'p, div, ul, ol, table, h1, h2, h3, h4, h5, h6, blockquote, pre'

/** Converts lines that exist only by style to elements: line breaks preserved by a style, and empty elements between paragraphs. */
export function keepLines(body: Element, page: Page): void {
  for (const element of body.querySelectorAll('[style*="white-space"]'))
    if (KEEPS_LINES.test(whiteSpace(element)) && !element.closest('pre')) breakLines(element, page)
  const gaps = [...body.querySelectorAll('span')].filter(isGap)
  for (const parent of new Set(gaps.map(({ parentNode }) => parentNode as Element)))
    splitParagraphs(parent, { gaps: new Set(gaps), page })
}

const KEEPS_LINES = /^(?:pre|pre-wrap|pre-line|break-spaces)$/
const whiteSpace = (element: Element): string => declared(element.getAttribute('style') ?? '', 'white-space')

function breakLines(element: Element, page: Page): void {
  for (const child of [...element.childNodes]) {
    if (child.nodeType === 1) {
      // Elements with a style are handled by the loop itself.
      if (whiteSpace(child as Element) === '') breakLines(child as Element, page)
      continue
    }
    const lines = (child.textContent ?? '').replace(/\r\n?/g, '\n').split('\n')
    const isBetweenBlocks = lines.join('').trim() === '' && [...element.children].some((one) => one.matches(BLOCKS))
    if (child.nodeType !== 3 || lines.length === 1 || isBetweenBlocks) continue
    // The last line break of an element is invisible.
    if (!child.nextSibling && lines.at(-1) === '') lines.pop()
    for (const [at, line] of lines.entries()) {
      if (at > 0) child.before(page.createElement('br'))
      if (line !== '') child.before(page.createTextNode(line))
    }
    child.remove()
  }
}

/** Slack separates paragraphs with these. */
const isGap = (element: Element): boolean =>
  element.childNodes.length === 0 && declared(element.getAttribute('style') ?? '', 'display') === 'block'

function splitParagraphs(parent: Element, { gaps, page }: { gaps: ReadonlySet<Element>; page: Page }): void {
  let line = page.createElement('p')
  for (const child of [...parent.childNodes]) {
    const endsParagraph = gaps.has(child as Element)
    if (endsParagraph || (child.nodeType === 1 && (child as Element).matches(BLOCKS))) line = page.createElement('p')
    else {
      if (!line.parentNode) child.before(line)
      line.append(child)
    }
    if (endsParagraph) child.remove()
  }
}

/** Returns a property's value in a style attribute, in lower case. */
export function declared(style: string, property: string): string {
  const declarations = style.toLowerCase().split(';')
  const found = declarations.find((one) => one.split(':', 1)[0]?.trim() === property)
  return found?.slice(found.indexOf(':') + 1).trim() ?? ''
}
