import { DOMParser as ContentParser, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'
import { withBlockHtml } from '@/components/editor/content-block-html'
import { decodedLiquid } from '@/server/mail/liquid/entities.ts'
import { readCondition } from './conditions'
import { readMergeField } from './merge-tags'
import { hasMark, isMarksOnly, joinBraces, LiquidMask, liquidSpans, separateBraces } from './tokens'

/** Parts of a browser’s document that reading and writing need. */
export interface Page {
  createElement(name: string): HTMLElement
  createTextNode(text: string): Text
}

/**
 * Converts between stored HTML and the editor’s document, and preserves Liquid byte for byte. Variables become chips, Liquid between blocks
 * a line of its own, known block conditions surround their blocks, and all other Liquid stays text.
 */
export class LiquidCodec {
  readonly #schema: Schema
  readonly #page: Page
  /** Original source of Liquid that is displayed decoded, such as `{% if a &gt; b %}`. */
  readonly #written = new Map<string, string>()

  constructor(schema: Schema, page: Page) {
    this.#schema = schema
    this.#page = page
  }

  read(html: string): Node {
    const body = this.#page.createElement('div')
    const mask = new LiquidMask()
    this.#learn(html)
    body.innerHTML = mask.hide(joinBraces(html))
    this.#open(body, mask)
    return ContentParser.fromSchema(this.#schema).parse(body)
  }

  /** Converts Liquid in pasted elements to chips. */
  prepare(html: string): string {
    const body = this.#page.createElement('div')
    const mask = new LiquidMask()
    body.innerHTML = mask.hide(html)
    this.#open(body, mask)
    return body.innerHTML
  }

  write(doc: Node): string {
    const mask = new LiquidMask()
    const body = this.#page.createElement('div')
    const options = { document: this.#page as unknown as Document }
    DOMSerializer.fromSchema(this.#schema).serializeFragment(doc.content, options, body)
    this.#close(body, mask)
    return withBlockHtml(mask.show(separateBraces(body.innerHTML)))
  }

  /** Returns true if editing preserves the Liquid of this HTML and the elements around it. */
  keeps(html: string): boolean {
    const body = this.#page.createElement('div')
    body.innerHTML = new LiquidMask().hide(html)
    if (!isPlaced(body)) return false
    const spansOf = (source: string) => liquidSpans(source).map(({ begin, end }) => source.slice(begin, end))
    const [before, after] = [spansOf(html), spansOf(this.write(this.read(html)))]
    return before.length === after.length && before.every((liquid, at) => liquid === after[at])
  }

  #open(parent: Element, mask: LiquidMask): void {
    for (const child of [...parent.childNodes]) {
      if (isElement(child)) {
        for (const { name, value } of [...child.attributes])
          if (hasMark(value)) child.setAttribute(name, mask.show(value))
        // Its HTML is stored as the app wrote it.
        if (!child.hasAttribute('data-content-block')) this.#open(child, mask)
      } else if (hasMark(child.nodeValue ?? '')) this.#openText(child as Text, parent, mask)
    }
    if (BLOCK_PARENTS.has(parent.tagName)) this.#joinConditions(parent)
  }

  #openText(text: Text, parent: Element, mask: LiquidMask): void {
    const value = text.nodeValue ?? ''
    const is_line = BLOCK_PARENTS.has(parent.tagName) && isMarksOnly(value) && standsBetweenBlocks(text)
    const is_code = parent.tagName === 'PRE' || parent.parentElement?.tagName === 'PRE'
    for (const { text: plain, liquid } of mask.parts(value)) {
      if (liquid === undefined) text.before(this.#page.createTextNode(plain ?? ''))
      else if (is_line) text.before(this.#element('div', { 'data-liquid': liquid }))
      else if (!is_code && readMergeField(liquid)) text.before(this.#element('span', { 'data-merge-tag': liquid }))
      else text.before(this.#page.createTextNode(this.#shown(liquid)))
    }
    text.remove()
  }

  /** Moves everything between `{% if … %}` and its `{% endif %}` into one element. */
  #joinConditions(parent: Element): void {
    const open: { line: Element; is_known: boolean }[] = []
    for (const child of [...parent.children]) {
      const liquid = child.getAttribute('data-liquid')
      if (liquid === null) continue
      const name = /^\{%-?\s*(\w+)/.exec(liquid)?.[1] ?? ''
      if (name === 'if' || name === 'unless' || name === 'case' || name === 'for')
        open.push({ line: child, is_known: readCondition(liquid) !== undefined })
      else if (name.startsWith('end')) {
        const begin = open.pop()
        if (begin?.is_known) this.#surround(begin.line, child, liquid)
      } else {
        const last = open.at(-1)
        // An `else` divides the condition, which must then stay text.
        if (last && name) last.is_known = false
      }
    }
  }

  #surround(begin: Element, end: Element, close: string): void {
    const open = begin.getAttribute('data-liquid') ?? ''
    const box = this.#element('div', { 'data-condition': open, 'data-condition-end': close })
    begin.before(box)
    for (let next = begin.nextSibling; next && next !== end; next = begin.nextSibling) box.append(next)
    begin.remove()
    end.remove()
  }

  #close(parent: Element, mask: LiquidMask): void {
    const meant = (liquid: string) => this.#written.get(liquid) ?? liquid
    for (const child of [...parent.childNodes]) {
      if (!isElement(child)) {
        const value = child.nodeValue ?? ''
        if (value.includes('{')) child.nodeValue = mask.hide(value, meant)
        continue
      }
      const liquid = child.getAttribute('data-merge-tag') ?? child.getAttribute('data-liquid')
      if (liquid !== null) {
        child.before(this.#page.createTextNode(mask.mark(liquid)))
        child.remove()
        continue
      }
      for (const { name, value } of [...child.attributes])
        if (value.includes('{')) child.setAttribute(name, mask.hide(value))
      this.#close(child, mask)
      const condition = child.getAttribute('data-condition')
      if (condition === null) continue
      child.before(this.#page.createTextNode(condition))
      for (const inner of [...child.childNodes]) child.before(inner)
      child.before(this.#page.createTextNode(child.getAttribute('data-condition-end') ?? ''))
      child.remove()
    }
  }

  /** Records the Liquid that can be displayed decoded. Liquid with two spellings is not decoded, to tell them apart. */
  #learn(html: string): void {
    const forms = new Map<string, Set<string>>()
    for (const { begin, end } of liquidSpans(html)) {
      const liquid = html.slice(begin, end)
      const shown = decodedLiquid(liquid)
      forms.set(shown, (forms.get(shown) ?? new Set()).add(liquid))
    }
    for (const [shown, [first = shown, ...others]] of forms) if (others.length === 0) this.#written.set(shown, first)
  }

  #shown(liquid: string): string {
    const shown = decodedLiquid(liquid)
    return this.#written.has(shown) ? shown : liquid
  }

  #element(name: string, attributes: Record<string, string>): HTMLElement {
    const element = this.#page.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }
}

const BLOCK_PARENTS = new Set(['DIV', 'BLOCKQUOTE'])
const INLINE = new Set('A ABBR B BR CODE DEL EM FONT I IMG S SMALL SPAN STRIKE STRONG SUB SUP U'.split(' '))
/** Liquid directly inside these would be moved into an item. */
const ITEM_PARENTS = new Set('UL OL TABLE TBODY THEAD TR'.split(' '))

const isElement = (node: ChildNode): node is HTMLElement => node.nodeType === 1

function standsBetweenBlocks(text: Text): boolean {
  const isBlock = (node: ChildNode | null): boolean => {
    if (!node) return true
    if (!isElement(node)) return (node.nodeValue ?? '').trim() === '' || isMarksOnly(node.nodeValue ?? '')
    return !INLINE.has(node.tagName) || node.tagName === 'IMG'
  }
  return isBlock(text.previousSibling) && isBlock(text.nextSibling)
}

function isPlaced(parent: Element): boolean {
  return [...parent.childNodes].every((child) =>
    isElement(child) ? isPlaced(child) : !(ITEM_PARENTS.has(parent.tagName) && hasMark(child.nodeValue ?? '')),
  )
}
