import type { JSXElement, Node } from '@oxc-project/types'
import { type Run, runsOf } from './jsx-runs.ts'
import { LITERAL_TAGS } from './what-is-text.ts'

export const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

export const tagOf = ({ openingElement: { name } }: JSXElement): string =>
  name.type === 'JSXIdentifier' ? name.name : ''

/** The text of a literal, with `{}` for what is inserted; empty for numbers. */
export function shapeOf(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : ''
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('{}') : ''
}

export const isString = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** The text inside an element, if it is one piece: then the element is part of the sentence around it. */
export function innerRun(node: Node): Run | undefined {
  if (node.type !== 'JSXElement' || !node.closingElement || LITERAL_TAGS.has(tagOf(node))) return undefined
  const [run, ...others] = runsOf(node.children)
  return run?.hasWords && others.length === 0 ? run : undefined
}

/** An icon before the words is no part of the sentence. */
export function withoutIcon(run: Run): Run {
  const [icon, words, ...others] = run.parts
  if (icon?.node?.type !== 'JSXElement' || !words || words.node || others.length > 0 || !isIcon(icon.node)) return run
  const text = words.text.trimStart()
  return { ...run, parts: [{ ...words, text }], start: words.start + words.text.length - text.length }
}

const isIcon = ({ openingElement: { attributes, selfClosing } }: JSXElement): boolean =>
  selfClosing &&
  attributes.every((one) => one.type === 'JSXAttribute' && /^(aria-hidden|className|size)$/.test(String(one.name.name)))
