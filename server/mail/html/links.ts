import { decodeHTMLAttribute } from 'entities'
import { trimCharacters } from '../../lib/text/trim-characters.ts'
import { braceEntities, keepBraces, liquidSpans, maskLiquid, withoutBraceMarks } from '../liquid/source.ts'
import { escapeHtml } from './escape-html.ts'
import { type Insert, withInserts, writtenAttributes } from './styling/start-tag.ts'

/** A link of an email. `number` counts from 1 in order of first appearance; equal addresses share a number. */
export interface MailLink {
  number: number
  /** As the creator wrote it, with decoded entities and with Liquid. Reports group clicks by it. */
  url: string
}

export interface CompiledLinks {
  html: string
  links: MailLink[]
}

/**
 * Points the http(s) links of an email at our click counter, once per email and before Liquid is parsed. `hrefOf` returns the new
 * address of a link, usually with Liquid for the recipient's token: `https://m.example/c/{{ delivery.token }}/3`.
 *
 * - Unchanged: `{{ unsubscribe_url }}` and any other address that is one variable of ours, mailto, tel, anchors, relative
 *   addresses, and links that carry `data-no-track`.
 * - Addresses of images (`src`, `srcset`, `background`, `url()` in a style) are not counted.
 * - An address without a scheme, `//cdn.example/a.png`, becomes one with https.
 * - A personalized address is counted too: it is wrapped in `{% tracked_link n %}`, which gets the link's address when a message is
 *   rendered (`linkUrl` of `render`; sign the target into it, so the counter is no open redirector).
 * - Without `hrefOf` nothing is counted, but personalized addresses are still wrapped, with the number 0: whatever a
 *   subscriber's field contains, it becomes an http, https, mailto or tel address, or `#` (S4).
 *
 * `known_urls` keep their numbers (their position, from 1) and come first in `links` even if they do not occur.
 *
 * Throws LiquidError when the Liquid in it does not parse.
 */
export function compileLinks(
  html: string,
  hrefOf?: (link: MailLink) => string,
  known_urls: readonly string[] = [],
): CompiledLinks {
  const { text, unmask } = maskLiquid(html)
  const links = new Map(known_urls.map((url, at) => [url, { number: at + 1, url }]))
  /** Returns the text of an address that changes, for double quotes. Its Liquid is masked, and its entities are decoded. */
  const compiledAddress = (masked: string, mayCount: boolean): string | undefined => {
    const written = unmask(addressOf(masked))
    const given = decodeBraces(written)
    const address = withScheme(given)
    if (isOwnVariable(address)) return address === written ? undefined : address
    const isPersonalized = liquidSpans(address).length > 0
    const isCounted = mayCount && hrefOf !== undefined && (WEB.test(address) || startsWithLiquid(address))
    if (!isPersonalized && !isCounted) return address === given ? undefined : encodeAround(address)
    const url = withoutBraceMarks(address)
    let link = links.get(url)
    if (isCounted && !link) {
      link = { number: links.size + 1, url }
      links.set(url, link)
    }
    if (isPersonalized)
      return `{% tracked_link ${isCounted ? link?.number : 0} %}${encodeAround(address)}{% endtracked_link %}`
    return link && hrefOf ? encodeAround(hrefOf(link)) : undefined
  }
  /** Returns a value with several addresses, such as `srcset`, with the addresses that differ per recipient compiled. */
  const compiledWithin = (masked_value: string, address: RegExp): string | undefined => {
    let result = ''
    let from = 0
    for (const found of masked_value.matchAll(address)) {
      const [, before = '', one = ''] = found
      const compiled = compiledAddress(one, false)
      if (compiled === undefined) continue
      const at = found.index + before.length
      result += encoded(masked_value.slice(from, at)) + compiled
      from = at + one.length
    }
    return from === 0 ? undefined : result + encoded(masked_value.slice(from))
  }
  const compiled = text.replace(TAG_OR_COMMENT, (tag, name: string | undefined) => {
    const isLink = name !== undefined && /^(?:a|area)$/i.test(name)
    if (!name || !(isLink || LIQUID.test(tag) || NO_SCHEME.test(tag))) return tag
    const attributes = [...writtenAttributes(tag, 1 + name.length)]
    const mayCount = isLink && !attributes.some((one) => one.name === 'data-no-track')
    return withInserts(
      tag,
      attributes.flatMap((attribute): Insert[] => {
        const value = decodeHTMLAttribute(attribute.value ?? '')
        const within = WITHIN[attribute.name]
        const changed = within
          ? compiledWithin(keepBraces(value), within)
          : ADDRESSES.has(attribute.name)
            ? compiledAddress(value, mayCount && attribute.name === 'href')
            : undefined
        return changed === undefined ? [] : [{ at: attribute.begin, to: attribute.end, text: `"${changed}"` }]
      }),
    )
  })
  return { html: unmask(compiled), links: [...links.values()] }
}

/** Returns HTML whose addresses have Liquid as it was written, where an editor percent-encoded its braces. Throws LiquidError. */
export function decodeLinkBraces(html: string): string {
  if (!ENCODED_BRACES.test(html)) return html
  const { text, unmask } = maskLiquid(html)
  return unmask(
    text.replace(TAG_OR_COMMENT, (tag, name: string | undefined) => {
      if (!name || !ENCODED_BRACES.test(tag)) return tag
      const inserts = [...writtenAttributes(tag, 1 + name.length)].flatMap(({ name, value, begin, end }) =>
        name === 'href' && value !== undefined ? { at: begin, to: end, text: decodeBraces(tag.slice(begin, end)) } : [],
      )
      return withInserts(tag, inserts)
    }),
  )
}

const ENCODED_BRACES = /%7B%(?:7B|25)/i

/** Returns an address as a browser reads it. Braces that are characters are marked. Liquid is masked. */
const addressOf = (decoded: string): string =>
  keepBraces(trimCharacters(decoded, (character) => character <= ' ').replace(/[\t\n\r]/g, ''))

// Matches comments as well, to skip links in them.
const TAG_OR_COMMENT = /<!--[\s\S]*?(?:-->|$)|<([a-z][a-z0-9]*)\s(?:[^<>"']|"[^"]*"|'[^']*')*>/gi
/** Liquid in a tag, masked or with its braces encoded. */
const LIQUID = /\uE000|%7B%(?:7B|25)/i
const ADDRESSES = new Set(['href', 'src', 'background'])
/** Attributes that contain addresses among other text. */
const WITHIN: Partial<Record<string, RegExp>> = {
  srcset: /()([^\s,](?:\S*[^\s,])?)/g,
  style: /(url\(\s*["']?)((?<=")[^"]*|(?<=')[^']*|[^()"']*)/gi,
}
/** An address that takes its scheme from the page, as on websites: `//cdn.example/a.png`. */
const NO_SCHEME = /["'=]\/\//
/** Returns an address with a scheme. An email has none to take. */
export const withScheme = (address: string): string => (/^\/\/[^\s/\\]/.test(address) ? `https:${address}` : address)
const WEB = /^https?:\/\//i

// Addresses that delivery provides are safe and must reach the recipient unchanged.
export function isOwnVariable(url: string): boolean {
  return /^\{\{-?\s*(?:(?:unsubscribe|preferences|confirmation|web_version)_url|broadcast\.public_url)\s*-?\}\}$/.test(
    url,
  )
}

function startsWithLiquid(url: string): boolean {
  return /^\{[{%]/.test(url)
}

/** Liquid that an address may have: something of ours, or a tag that decides about it. Other braces were copied with the address. */
const MEANT =
  /^\{\{-?\s*(?:(?:subscriber|account|broadcast|snippet)\s*[.[]|(?:unsubscribe|preferences|confirmation|web_version)_url\b|address\b)|^\{%-?\s*(?:if|elsif|else|endif|unless|endunless|case|when|endcase)\b/

// Some editors percent-encode the braces of `{{ unsubscribe_url }}` in an address.
function decodeBraces(url: string): string {
  return url.replace(/%7B%7B[\s\S]*?(?:%7D%7D|$)|%7B%25[\s\S]*?(?:%25%7D|$)/gi, (liquid) => {
    if (!/(?:%7D|%25)%7D$/i.test(liquid)) return liquid
    try {
      const decoded = decodeURIComponent(liquid)
      return MEANT.test(decoded) ? decoded : liquid
    } catch {
      return liquid
    }
  })
}

// Quotes inside Liquid stay quotes, because rendering removes them before the attribute is read.
function encodeAround(url: string): string {
  const { text, unmask } = maskLiquid(url)
  return unmask(encoded(text))
}

const encoded = (masked: string): string => braceEntities(escapeHtml(masked))
