import { t } from '../../lib/locale/texts.ts'
import { leftOutText } from '../../mail/html/left-out/left-out.ts'
import { TooManyPartsError } from '../../mail/html/most-parts.ts'
import { LimitError } from '../../mail/liquid/error.ts'
import type { Output } from '../../mail/threads/tasks.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { type TextCtx, textWork } from './text-work.ts'

type Asked = TextCtx & Pick<Ctx, 'warnings'>

/**
 * Returns the HTML of a request without active content, and the removed parts, which the response lists as warnings. Throws invalid, naming
 * the property, for HTML that is nested too deeply, has too many parts or an embedded image, and as `textWork` does.
 */
export async function cleanContent(ctx: Asked, given: string, member: string): Promise<Output<'clean'>> {
  try {
    const cleaned = await textWork(ctx, 'clean', { html: given })
    ctx.warnings?.push(...cleaned.left_out.map(leftOutText))
    return cleaned
  } catch (error) {
    throw refusal(member, error)
  }
}

/** Checks HTML that is sanitized when shown. Throws invalid as `cleanContent` does, naming the property. */
export async function checkHtml(ctx: TextCtx, html: string, member: string): Promise<void> {
  try {
    await textWork(ctx, 'check', { html })
  } catch (error) {
    throw refusal(member, error)
  }
}

function refusal(member: string, error: unknown): unknown {
  if (error instanceof TooManyPartsError) return invalid(`${member}: ${error.message}`)
  return error instanceof LimitError ? invalid(t`${member}, line ${error.line}: ${error.message}`) : error
}
