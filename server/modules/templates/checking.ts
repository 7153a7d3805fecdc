import type { Ctx } from '../../core/context.ts'
import { invalid } from '../../core/errors.ts'
import { type TextCtx, textWork } from '../../core/texts/text-work.ts'
import { t } from '../../lib/locale/texts.ts'
import { leftOutText } from '../../mail/html/left-out/left-out.ts'
import type { LayoutDesign } from '../../mail/layout-design.ts'
import { LiquidError } from '../../mail/liquid/error.ts'
import type { OwnLayout } from '../../mail/own-layout/compile.ts'

/** Compiles a creator's HTML. An answer of the API says what was left out. Throws invalid with the line, or like `textWork`. */
export async function compileSource(ctx: TextCtx & Pick<Ctx, 'warnings'>, source: string): Promise<OwnLayout> {
  try {
    const own = await textWork(ctx, 'ownLayout', { source })
    ctx.warnings?.push(...own.left_out.map(leftOutText))
    return own
  } catch (error) {
    if (!(error instanceof LiquidError)) throw error
    throw refusal({ part: 'HTML', message: error.message, line: error.line })
  }
}

/** Throws invalid if the header or footer has invalid merge tags, or like `textWork`. */
export async function checkDesign(ctx: TextCtx, design: LayoutDesign): Promise<void> {
  const mistake = await textWork(ctx, 'designMistake', { design })
  if (mistake) throw refusal(mistake)
}

const refusal = ({ part, message, line }: { part: string; message: string; line: number }) =>
  invalid(t`${part}, line ${line}: ${message}`)
