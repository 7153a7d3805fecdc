import type { LeftOut } from '../left-out/left-out.ts'
import { sizeOf } from './sizes.ts'
import { cleanCss, parsed } from './style-rules.ts'

/**
 * Returns a style sheet for Outlook on Windows only, reduced to declarations that keep text readable. It applies to the whole email, and must
 * not hide the unsubscribe link (B6).
 */
export function outlookSheet(css: string, left_out: LeftOut): string {
  const clean = cleanCss(css, left_out)
  const root = clean.trim() === '' ? undefined : parsed(clean)
  if (!root) return ''
  root.walkDecls((declaration) => {
    const { prop, value } = declaration
    const given = { prop: prop.toLowerCase(), value }
    if (sizeOf(given) !== null || (READABLE.test(given.prop) && !/-\d|\(/.test(value))) return
    left_out.add('style', `${prop}: ${value}`)
    declaration.remove()
  })
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove()
  })
  const kept = root.toString()
  return kept.trim() === '' ? '' : kept
}

const READABLE =
  /^(?:font-(?:family|weight|style)|text-(?:align|decoration|transform)|vertical-align|border-(?:collapse|spacing)|table-layout|(?:margin|padding)(?:-(?:top|right|bottom|left))?|border(?:-(?:top|right|bottom|left))?|-ms-interpolation-mode|(?:-webkit-|-ms-)?text-size-adjust|mso-(?:line-height-(?:rule|alt)|table-[lr]space|padding(?:-(?:top|right|bottom|left))?-alt|font-alt|(?:generic|ansi|fareast|bidi)-font-family|style-\w+|margin-(?:top|bottom)-alt))$/
