import { compile } from 'css-select'
import { parse } from 'css-what'
import postcss, { type ChildNode, type Declaration, type Rule } from 'postcss'
import { LiquidError } from '../liquid/error.ts'

export interface CleanSheet {
  /** Rules that `inlineStyles` can write into elements. */
  inlined: string
  /** Rules for narrow or wide screens, which stay a style sheet. */
  responsive: string
  /** How many rules and declarations are left out. */
  removed: number
}

/**
 * Reads a creator's style sheet. Rules that an email client cannot be given inline are left out, except those for a width of the screen,
 * which may only change sizes: a rule that stays a style sheet must not be able to hide the unsubscribe link (B6). Throws LiquidError if
 * it does not parse.
 */
export function cleanSheet(css: string): CleanSheet {
  let removed = 0
  const nodes = parsed(css).nodes
  const read = (children: readonly ChildNode[], clean: (declaration: Declaration) => string | null): string[] =>
    children.flatMap((node) => {
      if (node.type === 'comment') return []
      if (node.type !== 'rule' || !isKnownSelector(node.selector)) {
        removed++
        return []
      }
      const declarations = declarationsOf(node).map(clean)
      const kept = declarations.filter((text) => text !== null)
      removed += node.nodes.filter(({ type }) => type !== 'comment').length - kept.length
      return kept.length === 0 ? [] : `${node.selector} { ${kept.join(';')} }`
    })
  const usual: ChildNode[] = []
  const responsive: string[] = []
  for (const node of nodes) {
    if (node.type !== 'atrule') usual.push(node)
    else if (node.name === 'media' && WIDTH.test(node.params) && node.nodes) {
      const rules = read(node.nodes, sizeOf)
      if (rules.length > 0) responsive.push(`@media ${node.params} {\n${rules.join('\n')}\n}`)
    } else removed++
  }
  const inlined = read(usual, plainOf)
  if (inlined.length + responsive.length > MOST_RULES)
    throw new LiquidError(`the style sheet has more than ${MOST_RULES} rules`, 1)
  return { inlined: inlined.join('\n'), responsive: responsive.join('\n'), removed }
}

const MOST_RULES = 500

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
 * A selector that `inlineStyles` can match: without states such as `:hover` and without generated content. Also without siblings:
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

/** Sizes that keep text readable: nothing that hides, moves or shrinks it. */
const SIZES: readonly [RegExp, RegExp][] = [
  [/^(?:max-|min-)?width$/, /^(?:auto|none|100%|[5-9]\d%|[1-9]\d\dpx)$/],
  [/^height$/, /^auto$/],
  [/^padding(?:-(?:top|right|bottom|left))?$/, /^(?:\d{1,2}(?:px)?\s*){1,4}$/],
  [/^font-size$/, /^(?:1[1-9]|[2-9]\d)px$/],
  [/^line-height$/, /^(?:1(?:\.\d+)?|2|1[2-9]px|[2-9]\dpx|1\d\d%)$/],
  [/^text-align$/, /^(?:left|right|center|start|end)$/],
  [/^display$/, /^(?:block|inline-block|table|table-cell|table-row)$/],
  [/^float$/, /^(?:none|left|right)$/],
]

/** `!important`, because the other rules become `style` attributes, which would win. */
function sizeOf({ prop, value }: Declaration): string | null {
  const is_size = SIZES.some(([name, allowed]) => name.test(prop) && allowed.test(value.trim()))
  return is_size ? `${prop}:${value.trim()} !important` : null
}
