import { liquidSpans, maskLiquid } from '../liquid/source.ts'

/** A link of an email. `number` counts from 1 in order of first appearance; equal addresses share a number. */
export interface MailLink {
  number: number
  /** As the creator wrote it, with entities decoded and Liquid included. Reports group clicks by it. */
  url: string
  /** The address contains Liquid, so it can differ per recipient. */
  personalised: boolean
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
  const links = new Map(known_urls.map((url, at) => [url, linkOf(url, at + 1)]))
  const compiled = text.replace(TAG_OR_COMMENT, (tag, name: string | undefined) => {
    if (!name) return tag
    return tag.replace(HREF, (attribute, before: string, double?: string, single?: string, bare?: string) => {
      const written = unmask(decodeEntities(double ?? single ?? bare ?? '')).trim()
      const url = decodeBraces(written)
      if (isOwnVariable(url)) return url === written ? attribute : `${before}"${url}"`
      const personalised = liquidSpans(url).length > 0
      const counted =
        hrefOf !== undefined && !NO_TRACK.test(tag) && (/^https?:\/\//i.test(url) || startsWithLiquid(url))
      if (!personalised && !counted) return attribute
      let link = links.get(url)
      if (counted && !link) {
        link = linkOf(url, links.size + 1)
        links.set(url, link)
      }
      if (personalised)
        return `${before}"{% tracked_link ${counted ? link?.number : 0} %}${encodeAround(url)}{% endtracked_link %}"`
      return link && hrefOf ? `${before}"${encodeAround(hrefOf(link))}"` : attribute
    })
  })
  return { html: unmask(compiled), links: [...links.values()] }
}

const linkOf = (url: string, number: number): MailLink => ({
  number,
  url,
  personalised: liquidSpans(url).length > 0,
})

// Matches comments as well, to skip links in them.
const TAG_OR_COMMENT = /<!--[\s\S]*?(?:-->|$)|<(a|area)\s(?:[^<>"']|"[^"]*"|'[^']*')*>/gi
const HREF = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
const NO_TRACK = /\sdata-no-track(?=[\s=>/])/i

// Addresses that delivery provides are safe and must reach the recipient unchanged.
function isOwnVariable(url: string): boolean {
  return /^\{\{-?\s*(?:(?:unsubscribe|preferences|confirmation|web_version)_url|broadcast\.public_url)\s*-?\}\}$/.test(
    url,
  )
}

function startsWithLiquid(url: string): boolean {
  return /^\{[{%]/.test(url)
}

// Some editors percent-encode the braces of `{{ unsubscribe_url }}` in an address.
function decodeBraces(url: string): string {
  return url.replace(/%7B%7B[\s\S]*?(?:%7D%7D|$)|%7B%25[\s\S]*?(?:%25%7D|$)/gi, (liquid) => {
    if (!/(?:%7D|%25)%7D$/i.test(liquid)) return liquid
    try {
      return decodeURIComponent(liquid)
    } catch {
      return liquid
    }
  })
}

// Quotes inside Liquid stay quotes, because rendering removes them before the attribute is read.
function encodeAround(url: string): string {
  const { text, unmask } = maskLiquid(url)
  return unmask(text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;'))
}

function decodeEntities(text: string): string {
  return text
    .replace(/&(?:amp|#38|#x26);/gi, '&')
    .replace(/&(?:quot|#34);/gi, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
}
