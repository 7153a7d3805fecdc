import { mergeAttributes, Node } from '@tiptap/core'
import { alignmentOf, BUTTON_COLORS, textOn } from './palette'

/** A link that looks like a button in every email app, by default in the template’s color. */
export const LinkButton = Node.create({
  name: 'linkButton',
  group: 'block',
  content: '(text | mergeTag)*',
  marks: '',
  defining: true,
  addAttributes: () => ({
    href: {
      default: 'https://',
      parseHTML: (element) => element.querySelector('a')?.getAttribute('href') ?? 'https://',
      renderHTML: () => ({}),
    },
    color: { default: null, parseHTML: ownColor, renderHTML: () => ({}) },
    align: { default: 'center', parseHTML: (element) => alignmentOf(element) ?? 'center', renderHTML: () => ({}) },
  }),
  parseHTML: () =>
    ['p[data-button]', 'p[data-color-button]'].map((tag) => ({ tag, contentElement: 'a', priority: 60 })),
  renderHTML: ({ node, HTMLAttributes }) => {
    const { href, color, align } = node.attrs as { href: string; color: string | null; align: string }
    // The template's color applies to `data-button` only.
    const kind = color === null ? 'data-button' : 'data-color-button'
    return [
      'p',
      mergeAttributes(HTMLAttributes, { [kind]: '', style: `margin:28px 0;text-align:${align}` }),
      ['a', { href, style: buttonStyle(color ?? BUTTON_COLORS[0].background) }, 0],
    ]
  },
})

function ownColor(element: HTMLElement): string | null {
  if (!element.hasAttribute('data-color-button')) return null
  const style = element.querySelector('a')?.getAttribute('style') ?? ''
  return hexOf(/background-color:\s*([^;]+)/.exec(style)?.[1] ?? '')
}

/** Browsers write #1d4ed8 as `rgb(29, 78, 216)`. */
function hexOf(color: string): string | null {
  if (/^#[0-9a-f]{6}$/i.test(color)) return color.toLowerCase()
  const parts = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color)?.slice(1) ?? []
  return parts.length === 3 ? `#${parts.map((part) => Number(part).toString(16).padStart(2, '0')).join('')}` : null
}

const buttonStyle = (background: string): string =>
  `display:inline-block;padding:12px 24px;border-radius:8px;background-color:${background};color:${textOn(background)};font-weight:600;text-decoration:none`
