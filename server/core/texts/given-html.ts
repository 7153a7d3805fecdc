import { t } from '../../lib/locale/texts.ts'
import { TooManyPartsError } from '../../mail/html/most-parts.ts'
import { LimitError } from '../../mail/liquid/error.ts'
import { invalid } from '../errors.ts'
import { type TextCtx, textWork } from './text-work.ts'

/**
 * Returns the HTML of a request without anything that can run. Throws invalid, naming the member, if it is nested too deeply, has too many
 * parts or an image in itself, and as `textWork` does.
 */
export async function cleanHtml(ctx: TextCtx, html: string, member: string): Promise<string> {
  try {
    return await textWork(ctx, 'clean', { html })
  } catch (error) {
    throw refusal(member, error)
  }
}

/** For HTML that is sanitized when it is shown. Throws invalid as `cleanHtml` does, naming the member. */
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
