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
 * Returns Liquid as it is meant: HTML editors write these characters as entities inside it. For the browser and for what looks at tags;
 * `meantLiquid` knows all entities.
 */
export const decodedLiquid = (liquid: string): string =>
  liquid.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (entity === '\u00a0') return ' '
    if (name !== undefined) return NAMED[name] ?? entity
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    if (code === 0xa0) return ' '
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })

/** Writes quotes that HTML editors stored as entities in one way: curly ones as characters, straight ones as `&quot;` and `&#39;`. */
export const plainQuotes = (liquid: string): string =>
  liquid.replace(ENTITY, (entity) => {
    const character = decodedLiquid(entity)
    if (character === '"') return '&quot;'
    if (character === "'") return '&#39;'
    return /[“”„‘’‚]/.test(character) ? character : entity
  })

/** Characters that are typed for straight quotes or look like them. */
const DOUBLE = /[“”„‟″〝〞〟＂]/g
const SINGLE = /[‘’‚‛′´`＇]/g
/** In pairs, of which some languages turn one around. French writers' programs put a blank inside. */
const PAIRS: readonly [RegExp, RegExp][] = [
  [/«[ \u00a0\u202f]?/g, /[ \u00a0\u202f]?»/g],
  [/‹[ \u00a0\u202f]?/g, /[ \u00a0\u202f]?›/g],
  [/「/g, /」/g],
  [/『/g, /』/g],
]

/** Returns whether a text has characters that stand for straight quotes. */
export const hasOtherQuotes = (text: string): boolean => OTHER_QUOTES.test(text)

const OTHER_QUOTES = /[“”„‟″〝〞〟＂‘’‚‛′´`＇«»‹›「」『』]/

/**
 * Returns Liquid whose strings have straight quotes: editors curl typed ones. Beside straight ones, a curly quote is a character,
 * unless the straight one is an apostrophe alone.
 */
export function straightenQuotes(liquid: string): string {
  const straight = liquid.match(/["']|&(?:quot|#34|apos|#39);/g) ?? []
  const isApostrophe = straight.length === 1 && straight[0] !== '"' && liquid.search(DOUBLE) >= 0
  if (straight.length > 0 && !isApostrophe) return liquid
  const first = liquid.search(OTHER_QUOTES)
  if (first < 0) return liquid
  for (const [opening, closing] of PAIRS) {
    if (liquid.slice(first).search(opening) === 0) return liquid.replace(opening, '"').replace(closing, '"')
  }
  if (liquid[first] === '»') return liquid.replace(/[«»]/g, '"')
  if (liquid[first] === '›') return liquid.replace(/[‹›]/g, '"')
  // A single one between double ones is an apostrophe.
  return liquid.search(DOUBLE) >= 0 ? liquid.replace(DOUBLE, '"') : liquid.replace(SINGLE, "'")
}
