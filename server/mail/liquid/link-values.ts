import { decodeHTMLAttribute } from 'entities'
import {
  type Context,
  type Emitter,
  evalToken,
  type Liquid,
  Output,
  Parser,
  type Token,
  type TopLevelToken,
  TypeGuards,
  toValue,
  type Value,
} from 'liquidjs'
import { printed, Rendered, renderState, type Traced } from './render-state.ts'
import { withoutBraceMarks } from './source.ts'

// Values in an address are percent-encoded in place, so `+`, `&` and spaces of a name reach the site unchanged. Only text written by the creator
// may be more than a value, also when it comes from a variable or a filter: `{% assign utm = "utm_source=news" %}`.

/** Marks around text that the creator did not write. */
const BEGIN = '\uE006'
const END = '\uE007'
/** Follows BEGIN for text that a filter encoded. */
const ENCODED = '\uE00C'

export const withoutMarks = (text: string): string =>
  /[\uE006\uE007\uE00C]/.test(text) ? text.replace(/[\uE006\uE007\uE00C]/g, '') : text
const withMarks = (text: string): string => (text === '' ? '' : `${BEGIN}${withoutMarks(text)}${END}`)

const decoderOf = (isHtml: boolean) => (isHtml ? decodeHTMLAttribute : withoutBraceMarks)

/** Returns rendered text with its marks. */
export function textOf(rendered: string, isHtml: boolean): string {
  const read = decoderOf(isHtml)
  return rendered
    .split(/([\uE006\uE007\uE00C])/)
    .map((part) => read(part))
    .join('')
}

type Parsed = ReturnType<Parser['parseToken']>

/** Parses an address, or captured text that may become part of one. */
export class LinkParser extends Parser {
  readonly #liquid: Liquid
  readonly #kind: 'address' | 'captured'

  constructor(liquid: Liquid, kind: 'address' | 'captured') {
    super(liquid)
    this.#liquid = liquid
    this.#kind = kind
  }

  override parseToken(token: TopLevelToken, remaining: TopLevelToken[]): Parsed {
    if (!TypeGuards.isOutputToken(token)) return super.parseToken(token, remaining)
    return this.#kind === 'address' ? new LinkValue(token, this.#liquid) : new CapturedValue(token, this.#liquid)
  }
}

/** Beginning of a creator's text that is meant as more than a value: `?utm_source=news`. */
const PART_OF_ADDRESS = /^(?:[?&#/]|[\w.-]+=)/

class LinkValue extends Output {
  override *render(ctx: Context, emitter: Emitter): IterableIterator<unknown> {
    const { text } = yield* traced(this.value, ctx, -1)
    const isWhole = text.startsWith(BEGIN) && text.indexOf(END) === text.length - 1
    const isKept = isWhole || PART_OF_ADDRESS.test(text) || withoutMarks(emitter.buffer).trim() === ''
    emitter.write(yield* escaped(this, isKept ? text : markedAll(text), ctx))
  }
}

class CapturedValue extends Output {
  override *render(ctx: Context, emitter: Emitter): IterableIterator<unknown> {
    const { value, text } = yield* traced(this.value, ctx, -1)
    const plain = yield* escaped(this, value, ctx)
    const full = yield* escaped(this, text, ctx)
    emitter.write(withoutMarks(full) === plain ? full : withMarks(plain))
  }
}

/** The last filter of an output escapes for the mode of the template. */
function* escaped({ value: { filters } }: Output, value: unknown, ctx: Context): Generator<unknown, string> {
  return printed(toValue(yield filters.at(-1)?.render(value, ctx)))
}

/** Marks the creator's text between marks, too. */
const markedAll = (text: string): string =>
  text
    .split(/[\uE006\uE007]/)
    .map((part, at) => (at % 2 === 1 ? `${BEGIN}${part}${END}` : withMarks(part)))
    .join('')

const ENCODING = new Set(['url_encode', 'cgi_escape', 'uri_escape'])

/** Evaluates an expression with its filters, or without the last ones. Concatenated texts keep their marks. */
export function* traced({ initial, filters }: Value, ctx: Context, end?: number): Generator<unknown, Traced> {
  let value = yield initial.evaluate(ctx, false)
  const [token, ...more] = initial.postfix
  let text = token && more.length === 0 ? tokenText(token, value, ctx) : withMarks(plainOf(value, ctx))
  if (filters.length + (end ?? 0) === 0) return { value, text }
  for (const filter of filters.slice(0, end)) {
    const args: string[] = []
    for (const arg of filter.args) {
      const one = Array.isArray(arg) ? arg[1] : arg
      if (one) args.push(tokenText(one, yield evalToken(one, ctx), ctx))
    }
    const before = value
    value = yield filter.render(value, ctx)
    text = filteredText(filter.name, { text, args, is_same: value === before, plain: plainOf(value, ctx) })
  }
  return { value, text }
}

/** Returns text that a creator wrote or assigned, or a variable's output, with marks. */
function tokenText(token: Token, value: unknown, ctx: Context): string {
  const plain = plainOf(value, ctx)
  if (TypeGuards.isQuotedToken(token) || TypeGuards.isNumberToken(token)) return plain
  const name = TypeGuards.isPropertyAccessToken(token) && token.props.length === 1 ? token.props[0] : undefined
  const known = name && TypeGuards.isWordToken(name) ? renderState(ctx).assigned.get(name.content) : undefined
  return known && known.value === value ? known.text : withMarks(plain)
}

function filteredText(
  name: string,
  { text, args, is_same, plain }: { text: string; args: string[]; is_same: boolean; plain: string },
): string {
  if (ENCODING.has(name)) return plain === '' ? '' : `${BEGIN}${ENCODED}${withoutMarks(plain)}${END}`
  const [first = '', second = ''] = args
  const result =
    name === 'append'
      ? text + first
      : name === 'prepend'
        ? first + text
        : name === 'default' && !is_same
          ? first
          : name === 'replace' && first !== '' && !text.includes(BEGIN)
            ? text.split(withoutMarks(first)).join(second)
            : text
  if (withoutMarks(result) === plain) return result
  const all = text + args.join('')
  if (all.includes(ENCODED)) return `${BEGIN}${ENCODED}${withoutMarks(plain)}${END}`
  return all.includes(BEGIN) ? withMarks(plain) : plain
}

/** Returns the output of a value before it is escaped. */
function plainOf(value: unknown, ctx: Context): string {
  const text = printed(value)
  return value instanceof Rendered && renderState(ctx).is_html ? decodeHTMLAttribute(text) : text
}

/** Returns the rendered address, with its values encoded for their places. */
export function linkTarget(rendered: string, isHtml: boolean): string {
  let target = ''
  for (const [at, part] of textOf(rendered, isHtml)
    .split(/[\uE006\uE007]/)
    .entries())
    target += at % 2 === 0 ? part : part.startsWith(ENCODED) ? part.slice(1) : encodedAt(target, part)
  return target
}

/** Returns a value encoded for its place after `before`. At the beginning it is a whole address; in place of the host it may be the rest of one. */
function encodedAt(before: string, value: string): string {
  if (before.trim() === '') return value
  if (/^\s*[a-z][a-z\d+.-]*:\/\/[^/?#]*$/i.test(before)) return value.trim().replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
  // Also encodes characters that end `url()` in a style.
  const encoded = encodeURIComponent(value.toWellFormed()).replace(
    /['()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  // The address of an email or a phone is written unencoded.
  return /^\s*[a-z][a-z\d+.-]*:[^/?#]*$/i.test(before) ? encoded.replaceAll('%40', '@').replaceAll('%2B', '+') : encoded
}
