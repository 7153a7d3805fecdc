import { mergeAttributes } from '@tiptap/core'
import Image from '@tiptap/extension-image'
import { alignmentOf } from './palette'

const imageOf = (element: HTMLElement): Element | null =>
  element.tagName === 'IMG' ? element : element.querySelector('img')

const ofImage = (name: string) => ({
  default: null,
  parseHTML: (element: HTMLElement) => imageOf(element)?.getAttribute(name) ?? null,
})

/** Returns true if a paragraph contains only an image, which would leave an empty paragraph behind. */
function isLoneImage(element: HTMLElement): boolean {
  const [only, ...others] = element.children
  const image = only?.tagName === 'A' && only.children.length === 1 ? only.children[0] : only
  return others.length === 0 && image?.tagName === 'IMG' && element.textContent?.trim() === '' && hasSource(image)
}

/** Drops images embedded in the text. */
const hasSource = (image: Element): boolean => !/^(?:data:|$)/.test(image.getAttribute('src') ?? '')

/** An image that can be aligned and linked, both of which need a paragraph around it. */
export const Picture = Image.extend({
  addAttributes: () => ({
    ...Object.fromEntries(['src', 'alt', 'title', 'width', 'height'].map((name) => [name, ofImage(name)])),
    align: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) => (element.tagName === 'IMG' ? null : alignmentOf(element)),
    },
    href: {
      default: null,
      rendered: false,
      parseHTML: (element: HTMLElement) =>
        (element.tagName === 'IMG' ? element.closest('a') : element.querySelector('a'))?.getAttribute('href') ?? null,
    },
  }),
  parseHTML() {
    return [
      { tag: 'p[data-image]', priority: 70 },
      { tag: 'p', priority: 65, getAttrs: (element) => (isLoneImage(element) ? {} : false) },
      ...(this.parent?.() ?? []),
    ]
  },
  renderHTML({ node, HTMLAttributes }) {
    const { align, href } = node.attrs as { align: string | null; href: string | null }
    const img = ['img', mergeAttributes(this.options.HTMLAttributes, HTMLAttributes)] as const
    if (align === null && href === null) return [...img]
    const style = align === null ? {} : { style: `text-align:${align}` }
    return ['p', { 'data-image': '', ...style }, href === null ? [...img] : ['a', { href }, [...img]]]
  },
})
