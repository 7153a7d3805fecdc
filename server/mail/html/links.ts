import { decodeHTMLAttribute } from 'entities'
import { trimCharacters } from '../../lib/text/trim-characters.ts'
import { braceEntities, keepBraces, liquidSpans, maskLiquid, withoutBraceMarks } from '../liquid/source.ts'
import { escapeHtml } from './escape-html.ts'

/** A link of an email. `number` counts from 1 in order of first appearance; equal addresses share a number. */
export interface MailLink {
  number: number
  /** As the creator wrote it, with entities decoded and Liquid included. Reports group clicks by it. */
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
  const compiled = text.replace(TAG_OR_COMMENT, (tag, name: string | undefined) => {
    if (!name) return tag
    const is_link = name.toLowerCase() !== 'img'
    return tag.replace(
      is_link ? HREF : SRC,
      (attribute, before: string, double?: string, single?: string, bare?: string) => {
        const written = unmask(addressOf(double ?? single ?? bare ?? ''))
        const address = decodeBraces(written)
        if (isOwnVariable(address)) return address === written ? attribute : `${before}"${address}"`
        const personalised = liquidSpans(address).length > 0
        const counted =
          is_link && hrefOf !== undefined && !NO_TRACK.test(tag) && (WEB.test(address) || startsWithLiquid(address))
        if (!personalised && !counted) return attribute
        const url = withoutBraceMarks(address)
        let link = links.get(url)
        if (counted && !link) {
          link = { number: links.size + 1, url }
          links.set(url, link)
        }
        if (personalised)
          return `${before}"{% tracked_link ${counted ? link?.number : 0} %}${encodeAround(address)}{% endtracked_link %}"`
        return link && hrefOf ? `${before}"${encodeAround(hrefOf(link))}"` : attribute
      },
    )
  })
  return { html: unmask(compiled), links: [...links.values()] }
}

/** Returns HTML whose addresses have Liquid as it was written, where an editor percent-encoded its braces. Throws LiquidError. */
export function decodeLinkBraces(html: string): string {
  if (!ENCODED_BRACES.test(html)) return html
  const { text, unmask } = maskLiquid(html)
  return unmask(
    text.replace(TAG_OR_COMMENT, (tag, name: string | undefined) => (name ? tag.replace(HREF, decodeBraces) : tag)),
  )
}

const ENCODED_BRACES = /%7B%(?:7B|25)/i

/** Returns an address as a browser reads it from an attribute. Braces that are characters are marked. Liquid is masked. */
const addressOf = (attribute: string): string =>
  keepBraces(trimCharacters(decodeHTMLAttribute(attribute), (character) => character <= ' ').replace(/[\t\n\r]/g, ''))

// Matches comments as well, to skip links in them.
const TAG_OR_COMMENT = /<!--[\s\S]*?(?:-->|$)|<(a|area|img)\s(?:[^<>"']|"[^"]*"|'[^']*')*>/gi
const HREF = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
const SRC = /(\ssrc\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
const WEB = /^https?:\/\//i
const NO_TRACK = /\sdata-no-track(?=[\s=>/])/i

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
  return unmask(braceEntities(escapeHtml(text)))
}
