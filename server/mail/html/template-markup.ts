import { type TopLevelToken, TypeGuards } from 'liquidjs'
import { BLOCKS, topLevelTokens } from '../liquid/nesting.ts'
import { decodeLiquid, maskLiquid } from '../liquid/source.ts'
import { type Element, isVisible, walkMarkup } from './visible-markup.ts'

/** Properties of the HTML that hold for every message, whatever the template's Liquid prints. */
export interface TemplateMarkup {
  /** Tags and attributes are the sanitized ones. No branch and no captured text moves their boundaries. */
  is_stable: boolean
  /** The unsubscribe link is visible (B6). */
  shows_unsubscribe: boolean
  /** The postal address is visible (L1). */
  shows_address: boolean
}

/**
 * Analyzes a template once, so most messages need no check. If a property is false, each message must be checked.
 *
 * The sanitizer saw the text of all branches in sequence. A message contains some of the branches, which results in the same markup if every
 * block begins and ends in the same context: in text, or in one quoted attribute value. Values are escaped for both.
 */
export function readTemplate(source: string): TemplateMarkup {
  const clean = decodeLiquid(source).replace(/[\uE000\uE001]/g, '')
  const tokens = topLevelTokens(clean)
  const blocks = new Blocks(tokens.filter((token) => !TypeGuards.isHTMLToken(token)))
  const proof = new Proof(blocks)
  let tag = 0
  walkMarkup(maskLiquid(clean).text, {
    tag(name) {
      tag++
      blocks.meetAll(name, NOWHERE)
    },
    attribute(name, value, quote) {
      blocks.meetAll(name, NOWHERE)
      blocks.meetAll(value, quote ? `${tag} ${name}` : NOWHERE)
    },
    open: (element) => proof.open(element),
    close: (element) => proof.close(element),
    text: (text, parent) => proof.text(text, parent),
    comment: (text) => blocks.meetAll(text, NOWHERE),
  })
  const is_stable = blocks.end() && !trimsIntoTag(tokens) && !redefinesOurs(tokens)
  return {
    is_stable,
    shows_unsubscribe: is_stable && proof.shows_unsubscribe,
    shows_address: is_stable && proof.shows_address,
  }
}

/** Returns whether a plain-text template prints this variable in every message. */
export function alwaysPrints(source: string, output: RegExp): boolean {
  const tokens = topLevelTokens(source)
  if (redefinesOurs(tokens)) return false
  let depth = 0
  for (const token of tokens) {
    if (TypeGuards.isTagToken(token)) depth += token.name.startsWith('end') ? -1 : BLOCKS.has(token.name) ? 1 : 0
    else if (depth === 0 && TypeGuards.isOutputToken(token) && output.test(token.getText())) return true
  }
  return false
}

export const UNSUBSCRIBE_URL = /^\{\{-?\s*unsubscribe_url\s*-?\}\}$/
/** The address, with filters that keep all of it. */
export const ADDRESS = /^\{\{-?\s*address\s*(?:\|\s*(?:newline_to_br|escape|strip)\s*)*-?\}\}$/

const TEXT = 'text'
/** Context of a comment, a name or an unquoted value, where escaping is not enough. */
const NOWHERE = ''
const MARK = /\uE000(\d+)\uE001/

/** Follows Liquid's blocks through the markup. */
class Blocks {
  readonly tokens: readonly TopLevelToken[]
  readonly #has_captures: boolean
  #is_stable = true
  #next = 0
  #open: { name: string; branch: number; context: string }[] = []

  constructor(tokens: readonly TopLevelToken[]) {
    this.tokens = tokens
    this.#has_captures = tokens.some((token) => TypeGuards.isTagToken(token) && token.name === 'capture')
  }

  /** The number of the open branch; 0 is always printed. */
  get branch(): number {
    return this.#open.at(-1)?.branch ?? 0
  }

  meetAll(text: string, context: string): void {
    if (!text.includes('\uE000')) return
    for (const [at, part] of text.split(MARK).entries()) if (at % 2 === 1) this.meet(Number(part), context)
  }

  meet(index: number, context: string): void {
    const token = this.tokens[index]
    if (index !== this.#next || !token) this.#is_stable = false
    this.#next = index + 1
    const top = this.#open.at(-1)
    if (!token) return
    if (!TypeGuards.isTagToken(token)) {
      if (top?.name === 'comment' || this.#isChecked()) return
      this.#require(context !== NOWHERE)
      if (context !== TEXT && this.#has_captures) this.#require(PLAIN_VALUE.test(token.getText()))
    } else if (top?.name === 'comment' && token.name !== 'endcomment') return
    else if (BLOCKS.has(token.name)) {
      this.#require(context !== NOWHERE && (token.name !== 'capture' || context === TEXT))
      this.#open.push({ name: token.name, branch: index + 1, context })
    } else if (BRANCHES.has(token.name)) {
      this.#require(top?.context === context)
      if (top) top.branch = index + 1
    } else if (token.name.startsWith('end')) {
      this.#require(top?.context === context)
      this.#open.pop()
    } else if (token.name === 'break' || token.name === 'continue') {
      this.#require(this.#open.findLast(({ name }) => name === 'for')?.context === context)
    } else this.#require(context !== NOWHERE)
  }

  /** Returns whether all Liquid was found in order and in contexts that it cannot change. */
  end(): boolean {
    return this.#is_stable && this.#next === this.tokens.length && this.#open.length === 0
  }

  /** `tracked_link` checks and escapes the address that is printed in it. */
  #isChecked(): boolean {
    return this.#open.some(({ name }) => name === 'tracked_link')
  }

  #require(holds: boolean): void {
    if (!holds) this.#is_stable = false
  }
}

const BRANCHES = new Set(['else', 'elsif', 'when'])
/** Values that cannot be captured text, which is printed as HTML (see `redefinesOurs`). */
const PLAIN_VALUE =
  /^\{\{-?\s*(?:unsubscribe_url|preferences_url|address|(?:subscriber|account|delivery)(?:\.[\w-]+)+)\s*-?\}\}$/

const LOOKS = ['style', 'class', 'bgcolor', 'color', 'background'] as const

/** Collects what every recipient sees. */
class Proof {
  readonly #blocks: Blocks
  readonly #branches = new Map<Element, number>()
  #link: Element | undefined
  #hides_in_branches = false
  #unsubscribe = false
  #address = false

  constructor(blocks: Blocks) {
    this.#blocks = blocks
  }

  get shows_unsubscribe(): boolean {
    return this.#unsubscribe && !this.#hides_in_branches
  }

  get shows_address(): boolean {
    return this.#address && !this.#hides_in_branches
  }

  open(element: Element): void {
    const { name, attribs } = element
    // Liquid in a style can hide its content, and so can an element that only some messages have.
    if (LOOKS.some((look) => attribs[look]?.includes('\uE000')))
      Object.assign(element, { is_hidden: true, changes_visibility: true })
    if (element.changes_visibility) this.#branches.set(element, this.#blocks.branch)
    if (!isVisible(element) || this.#blocks.branch !== 0) return
    const href = name === 'a' ? /^\s*\uE000(\d+)\uE001\s*$/.exec(attribs.href ?? '') : null
    if (href && UNSUBSCRIBE_URL.test(this.#blocks.tokens[Number(href[1])]?.getText() ?? '')) this.#link = element
    if (name === 'img' && this.#link) this.#readWords(attribs.alt ?? '')
  }

  close(element: Element): void {
    if (element === this.#link) this.#link = undefined
    const branch = this.#branches.get(element)
    if (branch !== undefined && branch !== this.#blocks.branch) this.#hides_in_branches = true
  }

  text(text: string, parent: Element | undefined): void {
    const isRaw = parent?.name === 'style' || parent?.name === 'title' || parent?.name === 'script'
    for (const [at, part] of text.split(MARK).entries()) {
      if (at % 2 === 1) this.#blocks.meet(Number(part), isRaw ? NOWHERE : TEXT)
      if (this.#blocks.branch !== 0 || !isVisible(parent)) continue
      if (at % 2 === 0) this.#readWords(part)
      else this.#address ||= ADDRESS.test(this.#blocks.tokens[Number(part)]?.getText() ?? '')
    }
  }

  #readWords(words: string): void {
    if (this.#link && /[\p{L}\p{N}]/u.test(words)) this.#unsubscribe = true
  }
}

/** `< {%- if a %}img …`: trimming blanks turns text into a tag. */
function trimsIntoTag(tokens: readonly TopLevelToken[]): boolean {
  return tokens.some((token, at) => {
    const before = tokens[at - 1]
    if (!before || !TypeGuards.isHTMLToken(before) || TypeGuards.isHTMLToken(token)) return false
    return token.getText().charAt(2) === '-' && /<\/?\s+$/.test(before.getText())
  })
}

const OURS =
  /^\s*["']?(?:subscriber|account|delivery|address|unsubscribe_url|preferences_url|confirmation_url|web_version_url|broadcast)\b/

/** Returns whether a template assigns our variables, after which nothing is known about their values. */
const redefinesOurs = (tokens: readonly TopLevelToken[]): boolean =>
  tokens.some(
    (token) =>
      TypeGuards.isTagToken(token) && ['assign', 'capture', 'for'].includes(token.name) && OURS.test(token.args),
  )
