/** Folds text for the vocabulary: lower case, no accents, single spaces, `camelCase` split into words. */
export function fold(text: string): string {
  return text
    .slice(0, MAX_CHARACTERS)
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[łøđıßæœ]/g, (one) => PLAIN[one] ?? one)
    .replace(/[^\p{L}\p{N}✓✔✅☑○⭕×✗✘✖❌☐]+/gu, ' ')
    .trim()
}

const MAX_CHARACTERS = 200
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe' }
