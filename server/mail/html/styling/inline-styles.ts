import { compile } from 'css-select'
import { isTraversal, parse, type Selector } from 'css-what'
import type { Element, ParentNode } from 'domhandler'
import postcss from 'postcss'
import { maskLiquid } from '../../liquid/source.ts'
import { escapeHtml } from '../escape-html.ts'
import { attributeInserts, parseElements, withInserts } from './start-tag.ts'

/**
 * Writes the rules of `<style data-inline>` into the `style` attributes of the elements that they select, because many email clients drop style
 * sheets. The creator's own styles win, except over `!important`. Other style sheets (dark mode, Outlook) stay. Above a limit of rules and
 * elements, the style sheet stays as it is; if a creator wrote it, it is removed, because its rules could hide the unsubscribe link (B6). Throws
 * LiquidError.
 */
export function inlineStyles(html: string): string {
  if (!html.includes('data-inline')) return html
  const { text, unmask } = maskLiquid(html)
  // Only layouts have style sheets, so the first end tag belongs to this one.
  const { 0: tag = '', index: from = 0 } = INLINED.exec(text) ?? {}
  const end = text.indexOf(END, from)
  if (tag === '' || end === -1) return html
  const rules = rulesOf(text.slice(from + tag.length, end))
  const rest = text.slice(0, from) + text.slice(end + END.length).trimStart()
  const elements = parseElements(rest)
  const steps = rules.reduce((sum, rule) => sum + rule.steps, 0)
  const tests = elements.reduce((sum, { depth }) => sum + depth, 0) * steps
  if (tests > MAX_TESTS) return tag === OWN_SHEET ? unmask(rest) : html.replace(tag, '<style>')
  const inserts = elements.flatMap(({ element }) => {
    const { usual, important } = stylesOf(element, rules)
    return attributeInserts(rest, element, { name: 'style', before: usual, after: important, separator: ';' })
  })
  return unmask(withInserts(rest, inserts))
}

/** The start of a style sheet with a creator's rules. */
export const OWN_SHEET = '<style data-inline data-own>'
const INLINED = /<style data-inline(?: data-own| data-content-width="\d+")?>/
const END = '</style>'
/** Selector tests, each of which looks at an element and its surroundings. This many take a second; an email of 100 KB takes a few milliseconds. */
const MAX_TESTS = 2_000_000

export interface WeighedRule {
  matches: (element: Element) => boolean
  declarations: readonly { property: string; value: string; is_important: boolean }[]
  /** Orders rules as a browser does: by ids, then classes, then tags, then position. */
  weight: number
  /** Number of steps from one element to others. */
  steps: number
}

function rulesOf(css: string): WeighedRule[] {
  const rules: WeighedRule[] = []
  for (const node of postcss.parse(css).nodes) {
    if (node.type !== 'rule') continue
    const declarations = node.nodes.flatMap((one) =>
      one.type === 'decl' ? { property: one.prop, value: one.value, is_important: one.important === true } : [],
    )
    for (const selector of parse(node.selector)) {
      const matches = compile<ParentNode, Element>([selector])
      const steps = Math.max(1, selector.filter(isTraversal).length)
      rules.push({ matches, declarations, weight: weightOf(selector) * MAX_RULES + rules.length, steps })
    }
  }
  return rules
}

const MAX_RULES = 10_000

export function weightOf(selector: Selector[]): number {
  let weight = 0
  for (const part of selector) {
    if (isTraversal(part) || part.type === 'universal' || part.type === 'pseudo-element') continue
    if (part.type === 'tag') weight += 1
    else weight += part.type === 'attribute' && part.name === 'id' ? 10_000 : 100
  }
  return weight
}

/** Returns the declarations of the rules that select an element, for its `style` attribute. */
export function stylesOf(element: Element, rules: readonly WeighedRule[]): { usual: string; important: string } {
  const found = rules.filter(({ matches }) => matches(element)).sort((a, b) => a.weight - b.weight)
  const usual = new Map<string, string>()
  const important = new Map<string, string>()
  for (const { declarations } of found) {
    for (const { property, value, is_important } of declarations) {
      const style = is_important ? important : usual
      // Appended, because the last declaration counts.
      style.delete(property)
      style.set(property, value)
    }
  }
  return { usual: written(usual), important: written(important) }
}

const written = (style: ReadonlyMap<string, string>): string =>
  escapeHtml([...style].map(([property, value]) => `${property}:${value}`).join(';')).replaceAll('&#39;', "'")
