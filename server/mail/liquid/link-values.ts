import { decodeHTMLAttribute } from 'entities'
import { type Context, type Emitter, type Liquid, Output, Parser, type TopLevelToken, TypeGuards } from 'liquidjs'
import { withoutBraceMarks } from './source.ts'

// Values in an address are percent-encoded where they are, so `+`, `&` and blanks of a name reach the site as they are.

/** Around a value in a rendered address. */
const BEGIN = '\uE006'
const END = '\uE007'

type Parsed = ReturnType<Parser['parseToken']>

/** Parses what an address consists of: its outputs mark their values. */
export class LinkParser extends Parser {
  readonly #liquid: Liquid

  constructor(liquid: Liquid) {
    super(liquid)
    this.#liquid = liquid
  }

  override parseToken(token: TopLevelToken, remaining: TopLevelToken[]): Parsed {
    return TypeGuards.isOutputToken(token) ? new LinkValue(token, this.#liquid) : super.parseToken(token, remaining)
  }
}

/** Filters whose result is encoded for an address already. */
const ENCODING = new Set(['url_encode', 'cgi_escape', 'uri_escape'])
/** What a creator assigned to be more than a value: `?utm_source=news`. */
const PART_OF_ADDRESS = /^(?:[?&#/]|[\w.-]+=)/

class LinkValue extends Output {
  override *render(ctx: Context, emitter: Emitter): IterableIterator<unknown> {
    let value = ''
    yield* super.render(ctx, {
      buffer: '',
      write: (text: unknown) => (value += String(text ?? '')),
    } as unknown as Emitter)
    const is_encoded = this.value.filters.some(({ name }) => ENCODING.has(name ?? ''))
    const is_assigned = !this.token.getText().includes('subscriber')
    if (is_encoded || (is_assigned && PART_OF_ADDRESS.test(value))) emitter.write(value)
    else emitter.write(`${BEGIN}${value.replace(/[\uE006\uE007]/g, '')}${END}`)
  }
}

/** Returns the address that was rendered, with its values encoded for their places. */
export function linkTarget(rendered: string, is_html: boolean): string {
  const read = (text: string) => (is_html ? decodeHTMLAttribute(text) : withoutBraceMarks(text))
  let target = ''
  for (const [at, part] of rendered.split(/[\uE006\uE007]/).entries())
    target += at % 2 === 0 ? read(part) : encodedAt(target, read(part))
  return target
}

/**
 * Returns a value as it belongs after `before`: a value at the beginning is an address itself, and one in the host's place may be the
 * rest of one.
 */
function encodedAt(before: string, value: string): string {
  if (before.trim() === '') return value
  if (/^\s*[a-z][a-z\d+.-]*:\/\/[^/?#]*$/i.test(before)) return value.trim().replace(/^[a-z][a-z\d+.-]*:\/\//i, '')
  // Also what ends `url()` in a style.
  const encoded = encodeURIComponent(value.toWellFormed()).replace(
    /['()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  // The address of an email or a phone, which is written as it is.
  return /^\s*[a-z][a-z\d+.-]*:[^/?#]*$/i.test(before) ? encoded.replaceAll('%40', '@').replaceAll('%2B', '+') : encoded
}
