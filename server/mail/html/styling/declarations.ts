import type { LeftOut } from '../left-out/left-out.ts'

/** Styles that run code in old email apps, and images from elsewhere than the web. */
export const UNSAFE_STYLE =
  /expression\s*\(|javascript\s*:|vbscript\s*:|-moz-binding|behaviou?r\s*:|@import|url\s*\((?!\s*(?:["']\s*)?(?:https?:|cid:|\/\/))/i

/** Returns a `style` attribute without harmful declarations. A harmless one stays byte for byte. */
export function safeStyle(style: string, left_out?: LeftOut): string {
  const plain = style.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
  if (plain === style && isSafe(style)) return style
  return declarationsIn(plain)
    .filter((declaration) => {
      const isSafeDeclaration = isSafe(declaration)
      if (!isSafeDeclaration) left_out?.add('style', declaration)
      return isSafeDeclaration && declaration.trim() !== ''
    })
    .join(';')
}

const isSafe = (css: string): boolean => !UNSAFE_STYLE.test(css) && !hasEscape(css)

/** Returns whether an escape could spell any of these words. Within a string it is a character. */
function hasEscape(css: string): boolean {
  if (!css.includes('\\')) return false
  let quote = ''
  for (let at = 0; at < css.length; at++) {
    const sign = css.charAt(at)
    if (sign === '\\') {
      if (quote === '' || LINE_END.test(css.charAt(at + 1))) return true
      at++
    } else quote = quoteAfter(quote, sign)
  }
  return false
}

const LINE_END = /[\n\r\f]/

/** Returns the quote of the string that is open after this character. A line break ends a string. */
const quoteAfter = (quote: string, sign: string): string =>
  quote === '' ? (sign === '"' || sign === "'" ? sign : '') : sign === quote || LINE_END.test(sign) ? '' : quote

/** Splits at the semicolons between declarations, not within a string or an address such as `url(data:image/png;base64,…)`. */
function declarationsIn(css: string): string[] {
  const declarations = ['']
  let quote = ''
  let depth = 0
  let isEscaped = false
  for (const sign of css) {
    if (isEscaped || sign === '\\') isEscaped = !isEscaped
    else if (quote === '' && sign === '(') depth++
    else if (quote === '' && sign === ')') depth = Math.max(0, depth - 1)
    else quote = quoteAfter(quote, sign)
    if (sign === ';' && quote === '' && depth === 0 && !isEscaped) declarations.push('')
    else declarations[declarations.length - 1] += sign
  }
  return declarations
}
