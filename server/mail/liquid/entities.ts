const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
  '\u00a0': ' ',
}

/** Returns Liquid as it is meant: HTML editors write these characters as entities inside it. */
export const decodedLiquid = (liquid: string): string =>
  liquid.replace(/&(?:amp|lt|gt|quot|#34|#39|apos|nbsp);|\u00a0/g, (entity) => ENTITIES[entity] ?? entity)

/** Returns Liquid whose strings have straight quotes: editors curl those that are typed. Beside a straight one, a curly quote is a character. */
export const straightenQuotes = (liquid: string): string =>
  /["']|&(?:quot|#34|apos|#39);/.test(liquid) ? liquid : liquid.replace(/[“”„]/g, '"').replace(/[‘’]/g, "'")
