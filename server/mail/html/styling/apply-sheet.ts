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

/** Selector tests, each of which looks at an element and its surroundings. This many take a second; an email of 100 KB takes a few milliseconds. */
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
  /** For the head of the document, or for text that has none. Empty if no rule needs it. */
  sheet: string
}

/**
 * Applies a creator's style sheet to the elements of a sanitized text or layout, and to nothing else. Ordinary rules become `style` attributes,
 * placed before an element's own declarations. Rules that need a style sheet (media queries, `:hover`, Outlook's dark mode) select generated
 * classes, which are added to the elements, so no rule reaches a footer or the surrounding page. Drops the sheet if there are too many rules and
 * elements. Throws LiquidError.
 */
export function applySheet(html: string, css: string, owner: Whose): Applied {
  const clean = cleanCss(css, new LeftOut())
  const rules = clean === '' ? [] : rulesOf(clean, owner)
  if (rules.length === 0) return { html, sheet: '' }
  const { text, unmask } = maskLiquid(owner === 'content' ? `${PAGE_START}${html}${PAGE_END}` : html)
  const elements = elementsIn(text)
  if (testsOf(elements, rules) > MAX_TESTS) return { html, sheet: '' }
  const [inlined, others] = [rules.filter(isInlined), rules.filter((rule) => !isInlined(rule))]
  const { sheet, classes } = classRules(others, elements, owner)
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
  const isBare = owner === 'content' && styled.startsWith(PAGE_START)
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

/** Represents the page in rules for `body`. */
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

/** Returns whether an element belongs to our footer or preview text, or is not shown. */
function isOurs(element: Element): boolean {
  for (let at: ParentNode | null = element; at?.type === 'tag'; at = at.parent) {
    const { class: name, dir } = at.attribs
    if (at.name === 'head' || (at.name === 'html' && at === element)) return true
    if (name === 'preheader' || (name === 'footer' && dir === 'auto')) return true
  }
  return false
}

interface SheetRule extends WeighedRule {
  /** Conditions around the rule, outermost first. */
  media: readonly string[]
  /** Precedes the selector, for Outlook's dark mode. */
  prefix: string
  /** Beginnings of the selector that end with an element in a state, with this state. The last one may have none. */
  states: readonly { matches: (element: Element) => boolean; key: string; state: string }[]
}

const isInlined = ({ media, prefix, states }: SheetRule): boolean =>
  media.length === 0 && prefix === '' && states.every(({ state }) => state === '')

function rulesOf(css: string, owner: Whose): SheetRule[] {
  const rules: SheetRule[] = []
  const add = (rule: Rule, media: readonly string[]) => {
    const declarations = rule.nodes.flatMap((one) =>
      one.type === 'decl' ? { property: one.prop, value: one.value, is_important: one.important === true } : [],
    )
    for (const selector of parse(rule.selector)) {
      const found = readSelector(selector, owner)
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

function readSelector(selector: Selector[], owner: Whose): Found | undefined {
  const dark = selector[0] && isOutlookDark(selector[0]) ? selector[0] : undefined
  if (dark && selector[1]?.type !== 'descendant') return undefined
  const parts = dark ? selector.slice(2) : selector
  let compound: Selector[] = []
  const states: { matches: (element: Element) => boolean; key: string; state: string }[] = []
  let state = ''
  const end = () => {
    const matches = compile<ParentNode, Element>([[...compound]])
    states.push({ matches, key: written(compound), state })
    state = ''
    return matches
  }
  for (const part of parts) {
    if (isTraversal(part) && state !== '') end()
    if (isState(part)) state += written([part])
    // `html body` means the page once.
    if (isPage(part) && owner === 'content') compound = [PAGE]
    else compound.push(isState(part) ? EVERYTHING : part)
  }
  const prefix = dark ? `${written([dark])} ` : ''
  return { matches: end(), prefix, states, steps: Math.max(1, parts.filter(isTraversal).length) }
}

/** Writes rules for generated classes, grouped by condition. */
function classRules(
  rules: SheetRule[],
  elements: readonly ParsedElement[],
  owner: Whose,
): { sheet: string; classes: Map<Element, string[]> } {
  const classes = new Map<Element, string[]>()
  const names = new Map<string, string>()
  const nameOf = (kind: string, key: string, found: readonly Element[]): string => {
    const known = names.get(`${kind} ${key}`)
    if (known !== undefined) return known
    const name = `${kind}-${owner.charAt(0)}${names.size + 1}`
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
    const matched = elements.flatMap(({ element }) => (rule.matches(element) ? element : []))
    if (!subject || matched.length === 0) return
    const outer_selectors = rule.states.slice(0, -1).map(({ matches, key, state }) => {
      const outer = elements.flatMap(({ element }) => (matches(element) ? element : []))
      return `.${nameOf('state', key, outer)}${state} `
    })
    for (const [kind, declarations] of kindsOf(rule.declarations, isImportant)) {
      // Hiding the body would hide the parts added at its end.
      const shown = kind === 'styled' ? matched.filter(({ name }) => name !== 'body') : matched
      if (shown.length === 0 || declarations.length === 0) continue
      const name = nameOf(kind, subject.key, shown)
      // Repeated three times, because a built-in template's rules for dark mode select two classes and an element.
      const selector = `${rule.prefix}${outer_selectors.join('')}${`.${name}`.repeat(owner === 'content' ? 3 : 1)}${subject.state}`
      lines.push({ media: rule.media, line: `${selector} { ${declarations.join(';')} }` })
    }
  }
  const ordered = [...rules].sort((a, b) => a.weight - b.weight)
  for (const isImportant of [false, true]) for (const rule of ordered) write(rule, isImportant)
  return { sheet: sheetOf(lines), classes }
}

/**
 * Groups declarations: sizes that keep text readable, colors, and declarations that may hide text. All are important, because other rules become
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
