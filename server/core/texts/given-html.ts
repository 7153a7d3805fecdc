import { t } from '../../lib/locale/texts.ts'
import { refuseDataImages } from '../../mail/html/left-out/data-images.ts'
import { refuseManyParts, TooManyPartsError } from '../../mail/html/most-parts.ts'
import { LimitError } from '../../mail/liquid/error.ts'
import { refuseDeepHtml } from '../../mail/liquid/nesting.ts'
import { maskOrNot } from '../../mail/liquid/source.ts'
import type { Ctx } from '../context.ts'
import { invalid } from '../errors.ts'
import { textWork } from './text-work.ts'

/** Returns the HTML of a request without anything that can run. Throws as `checkHtml` and `textWork` do. */
export async function cleanHtml(ctx: Pick<Ctx, 'account_id'>, html: string, member: string): Promise<string> {
  try {
    return await textWork(ctx, 'clean', { html })
  } catch (error) {
    throw refusal(member, error)
  }
}

/** For HTML that is sanitized when it is shown. Throws invalid, naming the member, if it is nested too deeply or has too many parts. */
export function checkHtml(html: string, member: string): void {
  try {
    refuseDeepHtml(maskOrNot(html).text)
    refuseManyParts(html)
    refuseDataImages(html)
  } catch (error) {
    throw refusal(member, error)
  }
}

function refusal(member: string, error: unknown): unknown {
  if (error instanceof TooManyPartsError) return invalid(`${member}: ${error.message}`)
  return error instanceof LimitError ? invalid(t`${member}, line ${error.line}: ${error.message}`) : error
}
