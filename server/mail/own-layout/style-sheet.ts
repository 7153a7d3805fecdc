import { compile } from 'css-select'
import { parse } from 'css-what'
import postcss, { type ChildNode, type Declaration, type Rule } from 'postcss'
import type { LeftOut } from '../html/left-out/left-out.ts'
import { sizeOf } from '../html/styling/sizes.ts'
import { cleanCss } from '../html/styling/style-rules.ts'
import { LiquidError } from '../liquid/error.ts'

export interface CleanSheet {
  /** Rules that `inlineStyles` can write into elements. */
  inlined: string
  /** Rules for narrow or wide screens, which stay in a style sheet. */
  responsive: string
  /** Other rules that need a style sheet, for `applySheet`. */
  rest: string
}

/**
 * Reads a creator's style sheet. Rules that cannot be inlined stay in a style sheet: rules for a screen width that change sizes stay unchanged,
 * others go through `applySheet`, which keeps them from hiding the unsubscribe link (B6). Adds removed rules to `left_out`. Throws LiquidError
 * if it does not parse.
 */
export function cleanSheet(css: string, left_out: LeftOut): CleanSheet {
  const rest: string[] = []
  const read = (children: readonly ChildNode[], clean: (declaration: Declaration) => string | null, media?: string) =>
    children.flatMap((node): string[] => {
      if (node.type === 'comment') return []
      const isRest = (text: string) => void rest.push(media === undefined ? text : `@media ${media} {\n${text}\n}`)
      if (node.type !== 'rule' || !isKnownSelector(node.selector)) {
        // Without its semicolon, a rule such as @import would swallow the next one.
        isRest(node.type === 'atrule' && !node.nodes ? `${node};` : String(node))
        return []
      }
      const declarations = declarationsOf(node).map((one) => ({ one, text: clean(one) }))
      const kept = declarations.flatMap(({ text }) => text ?? [])
      const others = declarations.flatMap(({ one, text }) => (text === null ? String(one) : []))
      if (media !== undefined && others.length > 0) isRest(`${node.selector} { ${others.join(';')} }`)
      else for (const other of others) left_out.add('style', other)
      for (const { type } of node.nodes) if (type !== 'comment' && type !== 'decl') left_out.add('rule', node.selector)
      return kept.length === 0 ? [] : [`${node.selector} { ${kept.join(';')} }`]
    })
  const usual: ChildNode[] = []
  const responsive: string[] = []
  for (const node of parsed(css).nodes) {
    if (node.type !== 'atrule') usual.push(node)
    else if (node.name === 'media' && WIDTH.test(node.params) && node.nodes) {
      const rules = read(node.nodes, sizeOf, node.params)
      if (rules.length > 0) responsive.push(`@media ${node.params} {\n${rules.join('\n')}\n}`)
    } else rest.push(node.nodes ? String(node) : `${node};`)
  }
  const inlined = read(usual, plainOf)
  if (inlined.length + responsive.length + rest.length > MAX_RULES)
    throw new LiquidError(`the style sheet has more than ${MAX_RULES} rules`, 1)
  return { inlined: inlined.join('\n'), responsive: responsive.join('\n'), rest: cleanCss(rest.join('\n'), left_out) }
}

const MAX_RULES = 500

function parsed(css: string): postcss.Root {
  try {
    return postcss.parse(css)
  } catch (error) {
    if (!(error instanceof postcss.CssSyntaxError)) throw error
    throw new LiquidError(`the style sheet has an error: ${error.reason.toLowerCase()}`, error.line ?? 1)
  }
}

const declarationsOf = (rule: Rule): Declaration[] => rule.nodes.filter((node) => node.type === 'decl')

/**
 * Returns whether `inlineStyles` can match the selector: it has no states such as `:hover` and no generated content. Siblings are excluded, too:
 * finding them takes time that grows with a power of their number.
 */
function isKnownSelector(selector: string): boolean {
  if (selector.length > 500 || /[<{}\\\uE000\uE001]|:(?!first-child|last-child|not\()|[+~](?!=)/.test(selector))
    return false
  try {
    for (const one of parse(selector)) compile([one])
    return true
  } catch {
    return false
  }
}

const UNSAFE_VALUE = /[<>{}\\\uE000\uE001]|url\s*\(|expression|javascript:|@import|image-set/i

function plainOf({ prop, value, important }: Declaration): string | null {
  if (!/^-?[a-z][a-z-]*$/.test(prop) || value.length > 500 || UNSAFE_VALUE.test(value)) return null
  if (/behavior|binding/.test(prop)) return null
  return `${prop}:${value}${important ? ' !important' : ''}`
}

const WIDTH = /^(?:only\s+)?(?:screen\s+and\s+)?\(\s*(?:min|max)-width\s*:\s*\d{2,4}px\s*\)$/
