import { isFunctionNode, isTokenNode, parseListOfComponentValues, walk } from '@csstools/css-parser-algorithms'
import { isTokenString, isTokenURL, TokenType, tokenize } from '@csstools/css-tokenizer'
import { compile } from 'css-select'
import { isTraversal, parse, type Selector, SelectorType, stringify } from 'css-what'
import postcss, { type ChildNode, type Container, type Declaration } from 'postcss'
import type { LeftOut } from '../left-out/left-out.ts'

/** A longer or deeper style sheet is removed, and so are rules after the last selector. A long newsletter has 20 KB and 200 selectors. */
export const MAX_CHARACTERS = 100_000
const MAX_LEVELS = 3
const MAX_SELECTORS = 2_000

/**
 * Returns a creator's style sheet without rules that load, cover or run something; a harmless sheet stays byte for byte. Only rules that
 * `applySheet` can write stay. Adds removed rules to `left_out`. Returns an empty text if nothing stays.
 */
export function cleanCss(given: string, left_out: LeftOut): string {
  // From the time when browsers showed unknown elements as text.
  const css = given.replace(/^\s*<!--/, '').replace(/-->\s*$/, '')
  if (css.trim() === '') return css
  if (css.length > MAX_CHARACTERS || depthOf(css) > MAX_LEVELS) return left_out.add('sheet', 'long')
  const original = parsed(css)
  const root = original ?? parsed(balanced(css))
  if (!root) return left_out.add('sheet', 'unreadable')
  let rules = 0
  const read = (container: Container<ChildNode>, level: number): void => {
    for (const node of [...(container.nodes ?? [])]) {
      if (node.type === 'comment') {
        if (!isPlainComment(node.text)) node.remove()
      } else if (node.type === 'atrule' && level < 2 && CONDITIONS[node.name.toLowerCase()]?.test(node.params)) {
        read(node, level + 1)
        if (node.nodes?.every(({ type }) => type === 'comment') !== false) node.remove()
      } else if (node.type === 'rule' && rules < MAX_SELECTORS && isKnownSelector(node.selector)) {
        rules += node.selectors.length
        for (const one of [...node.nodes]) {
          if (one.type === 'comment' ? isPlainComment(one.text) : one.type === 'decl' && isHarmless(one)) continue
          if (one.type !== 'comment') left_out.add('style', nameOf(one))
          one.remove()
        }
        if (node.nodes.every(({ type }) => type === 'comment')) node.remove()
      } else {
        left_out.add('rule', nameOf(node))
        node.remove()
      }
    }
  }
  read(root, 0)
  const clean = root.toString()
  if (!original && clean.trim() === '') return left_out.add('sheet', 'unreadable')
  return /[<\uE000-\uF8FF]|\{[{%]/.test(clean) ? left_out.add('sheet', 'unreadable') : clean.trim() === '' ? '' : clean
}

function depthOf(css: string): number {
  let [depth, most] = [0, 0]
  for (const sign of css) {
    if (sign === '{') most = Math.max(most, ++depth)
    else if (sign === '}') depth--
  }
  return most
}

export function parsed(css: string): postcss.Root | undefined {
  try {
    return postcss.parse(css)
  } catch (error) {
    if (error instanceof postcss.CssSyntaxError) return undefined
    throw error
  }
}

/** Removes surplus closing braces, and adds missing ones at the end. Browsers accept such sheets, too. */
function balanced(css: string): string {
  let depth = 0
  let text = ''
  for (const [type, written] of tokenize({ css })) {
    if (type === TokenType.CloseCurly && depth === 0) continue
    depth += type === TokenType.OpenCurly ? 1 : type === TokenType.CloseCurly ? -1 : 0
    text += written
  }
  return text + '}'.repeat(depth)
}

const CONDITIONS: Partial<Record<string, RegExp>> = {
  media: /^[\w\s():,.<>=/-]{1,200}$/,
  supports: /^(?!.*url)[\w\s():,.%#/-]{1,200}$/,
}

function nameOf(node: ChildNode): string {
  if (node.type === 'atrule') return `@${node.name} ${node.params}`
  if (node.type === 'decl') return `${node.prop}: ${node.value}`
  return node.type === 'rule' ? node.selector : node.type
}

const isPlainComment = (text: string): boolean => !/[<\uE000-\uF8FF]|\{[{%]/.test(text)

export const EVERYTHING: Selector = { type: SelectorType.Universal, namespace: null }

/** States of an element, for which a `style` attribute cannot have declarations. */
const STATES = new Set(['hover', 'active', 'focus', 'focus-visible', 'focus-within', 'visited', 'link', 'any-link'])
/** Attributes that Outlook's dark mode sets on an element around the email. */
const OUTLOOK_DARK = new Set(['data-ogsc', 'data-ogsb'])

export const isPage = (part: Selector): boolean =>
  (part.type === 'tag' && (part.name === 'body' || part.name === 'html')) || isPseudo(part, 'root')

const isPseudo = (part: Selector, name: string): boolean => part.type === 'pseudo' && part.name === name
export const isState = (part: Selector): boolean => part.type === 'pseudo' && STATES.has(part.name)
export const isOutlookDark = (part: Selector): boolean =>
  part.type === 'attribute' && part.action === 'exists' && OUTLOOK_DARK.has(part.name)

/**
 * Returns whether the elements of a selector can be found. Siblings and positions are excluded: finding them takes time that grows with a power
 * of their number.
 */
function isKnownSelector(selector: string): boolean {
  if (selector.length > 500 || /[<{}\\\uE000-\uF8FF]/.test(selector)) return false
  try {
    for (const one of parse(selector)) {
      if (!one.every((part) => isKnownPart(part, true))) return false
      compile([one.map((part) => (isState(part) || isPage(part) ? EVERYTHING : part))])
    }
    return true
  } catch {
    return false
  }
}

function isKnownPart(part: Selector, isOuter: boolean): boolean {
  if (isTraversal(part)) return part.type === 'descendant' || part.type === 'child'
  if (part.type !== 'pseudo') return part.type !== 'pseudo-element'
  if (part.name === 'not')
    return Array.isArray(part.data) && part.data.flat().every((inner) => isKnownPart(inner, false))
  return ['first-child', 'last-child'].includes(part.name) || (isOuter && (isState(part) || isPage(part)))
}

export const written = (parts: readonly Selector[]): string => stringify([[...parts]])

const PROPERTIES = new Set(
  `appearance -webkit-appearance aspect-ratio border-collapse box-shadow box-sizing break-inside caption-side clear color color-scheme
  supported-color-schemes cursor direction display empty-cells fill float gap row-gap height hyphens letter-spacing line-break line-height
  max-height max-width min-height min-width opacity order orphans position quotes stroke table-layout tab-size unicode-bidi user-select
  vertical-align visibility white-space widows width word-break word-spacing word-wrap writing-mode -webkit-text-size-adjust
  -ms-text-size-adjust text-size-adjust -ms-interpolation-mode -webkit-font-smoothing -moz-osx-font-smoothing -webkit-text-fill-color
  -webkit-text-decoration-skip -webkit-border-radius -moz-border-radius -webkit-box-sizing -moz-box-sizing -webkit-box-shadow`
    .trim()
    .split(/\s+/),
)
/** Families of properties, alone or with a dash and a suffix. */
const FAMILIES =
  /^(?:background|border|margin|padding|font|text|list-style|column|columns|flex|grid|align|justify|place|object|outline|overflow|transition|mso)(?:-[a-z]+)*$/
const CUSTOM = /^--[a-z_][\w-]{0,100}$/
/** Properties that may show an image. */
const WITH_IMAGE = /^(?:background|background-image|list-style|list-style-image)$/
const FUNCTIONS = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix light-dark calc min max clamp minmax repeat fit-content linear-gradient
  radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient cubic-bezier steps var url`
    .trim()
    .split(/\s+/),
)
const REFUSED = new Set<string>([
  TokenType.BadString,
  TokenType.BadURL,
  TokenType.AtKeyword,
  TokenType.CDO,
  TokenType.CDC,
  TokenType.OpenCurly,
  TokenType.CloseCurly,
  TokenType.Semicolon,
])

function isHarmless({ prop, value }: Declaration): boolean {
  const property = prop.toLowerCase()
  if (!PROPERTIES.has(property) && !FAMILIES.test(property) && !CUSTOM.test(property)) return false
  if (value.length > 500 || /[<{}\\\uE000-\uF8FF]/.test(value)) return false
  if (property === 'position' && !/^\s*(?:static|relative|initial|unset)\s*$/i.test(value)) return false
  const tokens = tokenize({ css: value })
  if (tokens.some(([type]) => REFUSED.has(type))) return false
  let is_harmless = true
  const mayShow = WITH_IMAGE.test(property)
  walk(parseListOfComponentValues(tokens), ({ node }) => {
    if (isFunctionNode(node)) {
      const name = node.getName().toLowerCase()
      if (!FUNCTIONS.has(name)) is_harmless = false
      if (name !== 'url') return
      const text = node.value.flatMap((inner) => (isTokenNode(inner) ? [inner.value] : [])).find(isTokenString)
      if (!mayShow || !text || !isImageAddress(text[4].value)) is_harmless = false
    } else if (isTokenNode(node) && isTokenURL(node.value)) {
      if (!mayShow || !isImageAddress(node.value[4].value)) is_harmless = false
    }
  })
  return is_harmless
}

const isImageAddress = (address: string): boolean => /^\s*(?:https?:|cid:|\/\/)/i.test(address)
