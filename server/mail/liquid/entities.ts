const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  lowbar: '_',
  verbar: '|',
  vert: '|',
}
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-z]{2,6}));|\u00a0/g

/**
 * Decodes entities in Liquid, as which HTML editors write these characters. For the browser and for code that reads tags; `meantLiquid` knows
 * all entities.
 */
export const decodedLiquid = (liquid: string): string =>
  liquid.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (entity === '\u00a0') return ' '
    if (name !== undefined) return NAMED[name] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (code === 0xa0) return ' '
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })

/** Normalizes quotes that HTML editors stored as entities: curly ones become characters, straight ones `&quot;` and `&#39;`. */
export const plainQuotes = (liquid: string): string =>
  liquid.replace(ENTITY, (entity) => {
    const character = decodedLiquid(entity)
    if (character === '"') return '&quot;'
    if (character === "'") return '&#39;'
    return /[“”„‘’‚]/.test(character) ? character : entity
  })

/** Quotes around a string: straight ones, also as entities, and characters that are typed for them or look like them. */
interface Quotes {
  open: RegExp
  close: RegExp
  /** The equivalent straight quote. */
  quote: '"' | "'"
  is_straight?: true
}

const DOUBLE: Quotes = { open: /[“”„‟″〝〞〟＂]/y, close: /[“”″〞〟＂]/g, quote: '"' }
const SINGLE: Quotes = { open: /[‘’‚‛′´`＇]/y, close: /[‘’′´`＇]/g, quote: "'" }
const STRAIGHT_DOUBLE: Quotes = { open: /"|&(?:quot|#34);/y, close: /"|&(?:quot|#34);/g, quote: '"', is_straight: true }
const STRAIGHT_SINGLE: Quotes = { open: /'|&(?:apos|#39);/y, close: /'|&(?:apos|#39);/g, quote: "'", is_straight: true }

const QUOTES: readonly Quotes[] = [
  STRAIGHT_DOUBLE,
  STRAIGHT_SINGLE,
  DOUBLE,
  SINGLE,
  // Pairs, which some languages turn around. French typography adds a space inside.
  { open: /«[ \u00a0\u202f]?/y, close: /[ \u00a0\u202f]?»/g, quote: '"' },
  { open: /‹[ \u00a0\u202f]?/y, close: /[ \u00a0\u202f]?›/g, quote: '"' },
  { open: /「/y, close: /」/g, quote: '"' },
  { open: /『/y, close: /』/g, quote: '"' },
  { open: /»/y, close: /[«»]/g, quote: '"' },
  { open: /›/y, close: /[‹›]/g, quote: '"' },
]

/** Editors may curl only one of the two quotes. */
const PARTNERS = new Map([
  [DOUBLE, STRAIGHT_DOUBLE],
  [STRAIGHT_DOUBLE, DOUBLE],
  [SINGLE, STRAIGHT_SINGLE],
  [STRAIGHT_SINGLE, SINGLE],
])

/** Returns whether a text has characters used in place of straight quotes. */
export const hasOtherQuotes = (text: string): boolean => OTHER_QUOTES.test(text)

const OTHER_QUOTES = /[“”„‟″〝〞〟＂‘’‚‛′´`＇«»‹›「」『』]/
const ANY_QUOTE = /["'“”„‟″〝〞〟＂‘’‚‛′´`＇«»‹›「」『』]|&(?:quot|#34|apos|#39);/g

/**
 * Returns Liquid whose strings have straight quotes: editors curl typed quotes, and often not all quotes of a tag. Within a string, other quotes
 * are characters.
 */
export function straightenQuotes(liquid: string): string {
  if (!OTHER_QUOTES.test(liquid)) return liquid
  let straight = ''
  let from = 0
  /** Closing quotes that do not occur in the rest. */
  const missing = new Set<RegExp>()
  const find = (close: RegExp, at: number): RegExpExecArray | null => {
    if (missing.has(close)) return null
    close.lastIndex = at
    const found = close.exec(liquid)
    if (!found) missing.add(close)
    return found
  }
  ANY_QUOTE.lastIndex = 0
  for (let next = ANY_QUOTE.exec(liquid); next; next = ANY_QUOTE.exec(liquid)) {
    const quotes = QUOTES.find(({ open }) => {
      open.lastIndex = next?.index ?? 0
      return open.test(liquid)
    })
    if (!quotes) continue
    const begin = quotes.open.lastIndex
    const own_end = find(quotes.close, begin)
    const partner = own_end ? undefined : PARTNERS.get(quotes)
    const end = own_end ?? (partner ? find(partner.close, begin) : null)
    if (!end) continue
    const position = end.index + end[0].length
    ANY_QUOTE.lastIndex = position
    if (own_end && quotes.is_straight) continue
    const content = liquid.slice(begin, end.index)
    const quote = [quotes, quotes.quote === '"' ? STRAIGHT_SINGLE : STRAIGHT_DOUBLE].find(
      (one) => !holds(content, one.quote),
    )
    // A string that contains both straight quotes cannot be written.
    if (!quote) continue
    straight += liquid.slice(from, next.index) + quote.quote + content + quote.quote
    from = position
  }
  return straight + liquid.slice(from)
}

const holds = (text: string, quote: Quotes['quote']): boolean =>
  text.search(quote === '"' ? STRAIGHT_DOUBLE.close : STRAIGHT_SINGLE.close) >= 0
