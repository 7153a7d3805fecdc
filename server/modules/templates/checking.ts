import { invalid } from '../../core/errors.ts'
import { t } from '../../lib/locale/texts.ts'
import { type LayoutDesign, layoutOf } from '../../mail/layout-design.ts'
import { applyLayout } from '../../mail/layouts.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import { liquidSpans } from '../../mail/liquid/source.ts'
import { parseLiquid } from '../../mail/liquid/template.ts'
import { compileOwnLayout, type OwnLayout } from '../../mail/own-layout/compile.ts'

/** Compiles own HTML. Throws invalid, naming the line. */
export function compileSource(source: string): OwnLayout {
  return naming('HTML', () => compileOwnLayout(source))
}

/** Throws invalid if the header or the footer has merge tags that do not work. */
export function checkDesign(design: LayoutDesign): void {
  naming('Header', () => checkText(design.header))
  naming('Footer', () => checkText(design.footer))
  naming('Template', () => parseLiquid(applyLayout(layoutOf(design), { content: '' }), 'html'))
}

/** `applyLayout` fills these in: in a text, they would move the content. */
const PLACE = /^\{\{-?\s*(?:content|footer|preview_text|title|lang|dir|start)\s*-?\}\}$/

function checkText(text: string): void {
  parseLiquid(text, 'html')
  for (const { begin, end } of liquidSpans(text)) {
    const tag = text.slice(begin, end)
    if (PLACE.test(tag)) throw new LiquidError(`${tag} cannot be used here`, 1)
  }
}

function naming<Result>(part: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    throw invalid(t`${part}, line ${error.line}: ${error.message}`)
  }
}
