import { compile } from 'css-select'
import { Parser } from 'htmlparser2'
import type { Page } from '../../../components/editor/liquid/codec.ts'

// Imitates the parts of a browser's document that the editor's parser and serializer use, because tests have no browser.

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

class TestNode {
  nodeType = 11
  nodeName = ''
  nodeValue: string | null = null
  parentNode: TestNode | null = null
  childNodes: TestNode[] = []
  readonly ownerDocument = testPage

  get firstChild(): TestNode | null {
    return this.childNodes[0] ?? null
  }
  get lastChild(): TestNode | null {
    return this.childNodes.at(-1) ?? null
  }
  get parentElement() {
    return this.parentNode
  }
  get nextSibling(): TestNode | null {
    return this.#beside(1)
  }
  get previousSibling(): TestNode | null {
    return this.#beside(-1)
  }
  get children() {
    return this.childNodes.filter((child) => child.nodeType === 1)
  }
  get textContent(): string {
    return this.nodeValue ?? this.childNodes.map((child) => child.textContent).join('')
  }
  #beside(by: number): TestNode | null {
    const all = this.parentNode?.childNodes ?? []
    const at = all.indexOf(this) + by
    return at < 0 ? null : (all[at] ?? null)
  }
  appendChild(child: TestNode) {
    const added = child.nodeType === 11 ? [...child.childNodes] : [child]
    for (const one of added) {
      one.remove()
      one.parentNode = this
      this.childNodes.push(one)
    }
    return child
  }
  append(child: TestNode) {
    this.appendChild(child)
  }
  before(node: TestNode) {
    node.remove()
    const parent = this.parentNode
    if (!parent) return
    parent.childNodes.splice(parent.childNodes.indexOf(this), 0, node)
    node.parentNode = parent
  }
  remove() {
    if (this.parentNode) this.parentNode.childNodes = this.parentNode.childNodes.filter((child) => child !== this)
    this.parentNode = null
  }
}

class TestElement extends TestNode {
  override nodeType = 1
  readonly tagName: string
  readonly #attributes = new Map<string, string>()

  constructor(name: string) {
    super()
    this.tagName = name.toUpperCase()
    this.nodeName = this.tagName
  }
  get attributes() {
    return [...this.#attributes].map(([name, value]) => ({ name, value }))
  }
  /** Not parsed, because the tested code reads the attribute. */
  get style() {
    const write = (css: string) => this.setAttribute('style', css)
    return {
      length: 0,
      fontWeight: '',
      set cssText(css: string) {
        write(css)
      },
    }
  }
  getAttribute(name: string) {
    return this.#attributes.get(name) ?? null
  }
  hasAttribute(name: string) {
    return this.#attributes.has(name)
  }
  setAttribute(name: string, value: string) {
    this.#attributes.set(name, String(value))
  }
  removeAttribute(name: string) {
    this.#attributes.delete(name)
  }
  matches(selectors: string): boolean {
    return compile<TestNode, TestElement>(selectors, { adapter })(this)
  }
  closest(selector: string): TestElement | null {
    if (this.matches(selector)) return this
    return this.parentNode instanceof TestElement ? this.parentNode.closest(selector) : null
  }
  querySelectorAll(selector: string): TestElement[] {
    return this.children.flatMap((child) => {
      const element = child as TestElement
      return [...(element.matches(selector) ? [element] : []), ...element.querySelectorAll(selector)]
    })
  }
  querySelector(selector: string): TestElement | null {
    return this.querySelectorAll(selector)[0] ?? null
  }
  set innerHTML(html: string) {
    this.childNodes = []
    let node: TestNode = this
    const parser = new Parser({
      onopentag(name, attributes) {
        const element = new TestElement(name)
        for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
        node.appendChild(element)
        node = element
      },
      onclosetag() {
        node = node.parentNode ?? node
      },
      ontext(text) {
        const { lastChild } = node
        if (lastChild?.nodeType === 3) lastChild.nodeValue += text
        else node.appendChild(textNode(text))
      },
    })
    parser.end(html)
  }
  get innerHTML(): string {
    return this.childNodes.map(serialized).join('')
  }
}

const adapter = {
  isTag: (node: TestNode): node is TestElement => node instanceof TestElement,
  getAttributeValue: (element: TestElement, name: string) => element.getAttribute(name) ?? undefined,
  hasAttrib: (element: TestElement, name: string) => element.hasAttribute(name),
  getName: (element: TestElement) => element.tagName.toLowerCase(),
  getChildren: (node: TestNode) => node.childNodes,
  getParent: (element: TestElement) => element.parentNode,
  getSiblings: (node: TestNode) => node.parentNode?.childNodes ?? [node],
  getText: (node: TestNode) => node.textContent,
  existsOne: () => false,
  findAll: () => [],
  findOne: () => null,
  removeSubsets: (nodes: TestNode[]) => nodes,
}

function serialized(node: TestNode): string {
  if (!(node instanceof TestElement))
    return escaped(node.nodeValue ?? '')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;')
  const name = node.tagName.toLowerCase()
  const attributes = node.attributes.map((one) => ` ${one.name}="${escaped(one.value).replace(/"/g, '&quot;')}"`)
  return `<${name}${attributes.join('')}>${VOID.has(name) ? '' : `${node.innerHTML}</${name}>`}`
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/\u00a0/g, '&nbsp;')

function textNode(text: string): TestNode {
  const node = new TestNode()
  node.nodeType = 3
  node.nodeName = '#text'
  node.nodeValue = text
  return node
}

/** A document for tests, with everything that `Page` requires and ProseMirror needs to serialize. */
export const testPage = {
  createElement: (name: string) => new TestElement(name),
  createTextNode: textNode,
  createDocumentFragment: () => new TestNode(),
} as unknown as Page
