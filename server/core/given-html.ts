import { t } from '../lib/locale/texts.ts'
import { refuseManyParts, TooManyPartsError } from '../mail/html/most-parts.ts'
import { sanitizeHtml } from '../mail/html/sanitize.ts'
import { LimitError } from '../mail/liquid/error.ts'
import { refuseDeepHtml } from '../mail/liquid/nesting.ts'
import { maskOrNot } from '../mail/liquid/source.ts'
import { invalid } from './errors.ts'

/** Returns the HTML of a request without anything that can run. Throws as `checkHtml` does. */
export function cleanHtml(html: string, member: string): string {
  checkHtml(html, member)
  return sanitizeHtml(html)
}

/** For HTML that is sanitized when it is shown. Throws invalid, naming the member, if it is nested too deeply or has too many parts. */
export const checkHtml = (html: string, member: string): void =>
  refusing(member, () => {
    refuseDeepHtml(maskOrNot(html).text)
    refuseManyParts(html)
  })

function refusing<Result>(member: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof LimitError)) throw error
    if (error instanceof TooManyPartsError) throw invalid(`${member}: ${error.message}`)
    throw invalid(t`${member}, line ${error.line}: ${error.message}`)
  }
}
