import { compile } from 'css-select'
import { AttributeAction, isTraversal, parse, type Selector, SelectorType } from 'css-what'
import type { Element, ParentNode } from 'domhandler'
import type { ChildNode, Rule } from 'postcss'
import { maskLiquid, maskOrNot } from '../../liquid/source.ts'
import { LeftOut } from '../left-out/left-out.ts'
import { stylesOf, type WeighedRule, weightOf } from './inline-styles.ts'
import { sizeOf } from './sizes.ts'
import { attributeInserts, type Insert, type ParsedElement, parseElements, withInserts } from './start-tag.ts'
import { takeStyles } from './style-elements.ts'
import { cleanCss, EVERYTHING, isOutlookDark, isPage, isState, parsed, written } from './style-rules.ts'

/** A selector looks at an element and those around it. This takes a second; an email of 100 KB takes a few milliseconds. */
const MAX_TESTS = 2_000_000

/** Applies the style sheets in sanitized HTML that is shown without a layout. Throws LiquidError. */
export function applyOwnStyles(sanitized: string): Applied {
  const { html, css } = takeStyles(sanitized)
  const { html: styled, sheet } = applySheet(html, css, 'content')
  return { html: styled, sheet: sheet === '' ? '' : `<style>\n${sheet}</style>\n` }
}

type Whose = 'content' | 'template'

export interface Applied {
  html: string
  /** For the head of the document, or a text without one. Empty if no rule needs it. */
  sheet: string
}

/**
 * Applies a creator's style sheet to the elements of a sanitized text or layout, and to nothing else. Usual rules become `style`
 * attributes, before what an element says itself. Rules that need a style sheet (media queries, `:hover`, Outlook's dark mode) select
 * generated classes, which are added to the elements: no rule reaches a footer or the page around. Leaves the sheet out if there
 * are too many rules and elements. Throws LiquidError.
 */
export function applySheet(html: string, css: string, whose: Whose): Applied {
  const clean = cleanCss(css, new LeftOut())
  const rules = clean === '' ? [] : rulesOf(clean, whose)
  if (rules.length === 0) return { html, sheet: '' }
  const { text, unmask } = maskLiquid(whose === 'content' ? `${PAGE_START}${html}${PAGE_END}` : html)
  const elements = elementsIn(text)
  if (testsOf(elements, rules) > MAX_TESTS) return { html, sheet: '' }
  const [inlined, others] = [rules.filter(isInlined), rules.filter((rule) => !isInlined(rule))]
  const { sheet, classes } = classRules(others, elements, whose)
  const inserts = elements.flatMap(({ element }): Insert[] => {
    const { usual, important } = stylesOf(element, inlined)
    return [
      ...attributeInserts(text, element, { name: 'style', before: usual, after: important, separator: ';' }),
      ...attributeInserts(text, element, {
        name: 'class',
        after: classes.get(element)?.join(' ') ?? '',
        separator: ' ',
      }),
    ]
  })
  const styled = unmask(withInserts(text, inserts))
  const isBare = whose === 'content' && styled.startsWith(PAGE_START)
  return { html: isBare ? styled.slice(PAGE_START.length, -PAGE_END.length) : styled, sheet }
}

/** Returns whether `applyOwnStyles` applies the style sheets in sanitized HTML. */
export function appliesOwnStyles(sanitized: string): boolean {
  const { html, css } = takeStyles(sanitized)
  if (css === '') return true
  const elements = elementsIn(maskOrNot(`${PAGE_START}${html}${PAGE_END}`).text)
  return testsOf(elements, rulesOf(cleanCss(css, new LeftOut()), 'content')) <= MAX_TESTS
}

const elementsIn = (masked: string): ParsedElement[] => parseElements(masked).filter(({ element }) => !isOurs(element))

function testsOf(elements: readonly ParsedElement[], rules: readonly SheetRule[]): number {
  const depth = elements.reduce((sum, one) => sum + one.depth, 0)
  return depth * rules.reduce((sum, rule) => sum + rule.steps, 0)
}

/** Stands for the page in rules for `body`. */
const PAGE_START = '<div data-page>'
const PAGE_END = '</div>'
const PAGE: Selector = {
  type: SelectorType.Attribute,
  name: 'data-page',
  action: AttributeAction.Exists,
  value: '',
  ignoreCase: null,
  namespace: null,
}

/** Our footer and preview text, and what is not shown. */
function isOurs(element: Element): boolean {
  for (let at: ParentNode | null = element; at?.type === 'tag'; at = at.parent) {
    const { class: name, dir } = at.attribs
    if (at.name === 'head' || (at.name === 'html' && at === element)) return true
    if (name === 'preheader' || (name === 'footer' && dir === 'auto')) return true
  }
  return false
}

interface SheetRule extends WeighedRule {
  /** Conditions around it, outermost first. */
  media: readonly string[]
  /** Before the selector, for Outlook's dark mode. */
  prefix: string
  /** Beginnings of the selector that end with an element in a state, and the state. The last one may be without. */
  states: readonly { matches: (element: Element) => boolean; key: string; state: string }[]
}

const isInlined = ({ media, prefix, states }: SheetRule): boolean =>
  media.length === 0 && prefix === '' && states.every(({ state }) => state === '')

function rulesOf(css: string, whose: Whose): SheetRule[] {
  const rules: SheetRule[] = []
  const add = (rule: Rule, media: readonly string[]) => {
    const declarations = rule.nodes.flatMap((one) =>
      one.type === 'decl' ? { property: one.prop, value: one.value, is_important: one.important === true } : [],
    )
    for (const selector of parse(rule.selector)) {
      const found = readSelector(selector, whose)
      if (!found) continue
      rules.push({ ...found, declarations, media, weight: weightOf(selector) * 10_000 + rules.length })
    }
  }
  const read = (nodes: readonly ChildNode[], media: readonly string[]) => {
    for (const node of nodes) {
      if (node.type === 'rule') add(node, media)
      else if (node.type === 'atrule') read(node.nodes ?? [], [...media, `@${node.name} ${node.params}`])
    }
  }
  read(parsed(css)?.nodes ?? [], [])
  return rules
}

type Found = Pick<SheetRule, 'matches' | 'prefix' | 'states' | 'steps'>

function readSelector(selector: Selector[], whose: Whose): Found | undefined {
  const dark = selector[0] && isOutlookDark(selector[0]) ? selector[0] : undefined
  if (dark && selector[1]?.type !== 'descendant') return undefined
  const own = dark ? selector.slice(2) : selector
  let found: Selector[] = []
  const states: { matches: (element: Element) => boolean; key: string; state: string }[] = []
  let state = ''
  const end = () => {
    const matches = compile<ParentNode, Element>([[...found]])
    states.push({ matches, key: written(found), state })
    state = ''
    return matches
  }
  for (const part of own) {
    if (isTraversal(part) && state !== '') end()
    if (isState(part)) state += written([part])
    // `html body` is one page.
    if (isPage(part) && whose === 'content') found = [PAGE]
    else found.push(isState(part) ? EVERYTHING : part)
  }
  const prefix = dark ? `${written([dark])} ` : ''
  return { matches: end(), prefix, states, steps: Math.max(1, own.filter(isTraversal).length) }
}

/** Writes rules for generated classes, grouped by condition. */
function classRules(
  rules: SheetRule[],
  elements: readonly ParsedElement[],
  whose: Whose,
): { sheet: string; classes: Map<Element, string[]> } {
  const classes = new Map<Element, string[]>()
  const names = new Map<string, string>()
  const nameOf = (kind: string, key: string, found: readonly Element[]): string => {
    const known = names.get(`${kind} ${key}`)
    if (known !== undefined) return known
    const name = `${kind}-${whose.charAt(0)}${names.size + 1}`
    names.set(`${kind} ${key}`, name)
    for (const element of found) {
      const others = classes.get(element)
      if (others) others.push(name)
      else classes.set(element, [name])
    }
    return name
  }
  const lines: { media: readonly string[]; line: string }[] = []
  const write = (rule: SheetRule, isImportant: boolean) => {
    const subject = rule.states.at(-1)
    const found = elements.flatMap(({ element }) => (rule.matches(element) ? element : []))
    if (!subject || found.length === 0) return
    const around = rule.states.slice(0, -1).map(({ matches, key, state }) => {
      const outer = elements.flatMap(({ element }) => (matches(element) ? element : []))
      return `.${nameOf('state', key, outer)}${state} `
    })
    for (const [kind, declarations] of kindsOf(rule.declarations, isImportant)) {
      // A body that is hidden would hide what is added at its end.
      const shown = kind === 'styled' ? found.filter(({ name }) => name !== 'body') : found
      if (shown.length === 0 || declarations.length === 0) continue
      const name = nameOf(kind, subject.key, shown)
      // Three times, because a built-in template's rules for dark mode select two classes and an element.
      const selector = `${rule.prefix}${around.join('')}${`.${name}`.repeat(whose === 'content' ? 3 : 1)}${subject.state}`
      lines.push({ media: rule.media, line: `${selector} { ${declarations.join(';')} }` })
    }
  }
  const ordered = [...rules].sort((a, b) => a.weight - b.weight)
  for (const isImportant of [false, true]) for (const rule of ordered) write(rule, isImportant)
  return { sheet: sheetOf(lines), classes }
}

/**
 * Sizes that keep text readable are apart from colors, and both from what may hide text. All are important, because other rules become
 * `style` attributes.
 */
function kindsOf(declarations: WeighedRule['declarations'], isImportant: boolean): [string, string[]][] {
  const kinds: Record<string, string[]> = { sized: [], tinted: [], styled: [] }
  for (const { property, value, is_important: isOwn } of declarations) {
    if (isOwn !== isImportant) continue
    const isSize =
      sizeOf({ prop: property, value }) !== null ||
      /^(?:border-color|font-weight|font-style|text-decoration)$/.test(property)
    const kind = isSize ? 'sized' : /^(?:background-)?color$/.test(property) ? 'tinted' : 'styled'
    kinds[kind]?.push(`${property}:${value} !important`)
  }
  return Object.entries(kinds)
}

function sheetOf(lines: readonly { media: readonly string[]; line: string }[]): string {
  let sheet = ''
  let open: readonly string[] = []
  const close = () => '}\n'.repeat(open.length)
  for (const { media, line } of lines) {
    if (media.join() !== open.join()) {
      sheet += close() + media.map((condition) => `${condition} {\n`).join('')
      open = media
    }
    sheet += `${line}\n`
  }
  return sheet + close()
}
