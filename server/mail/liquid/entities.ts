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
