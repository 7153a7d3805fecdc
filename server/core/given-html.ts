import { t } from '../lib/locale/texts.ts'
import { sanitizeHtml } from '../mail/html/sanitize.ts'
import { NestingError, refuseDeepHtml } from '../mail/liquid/nesting.ts'
import { maskOrNot } from '../mail/liquid/source.ts'
import { invalid } from './errors.ts'

/** Returns the HTML of a request without anything that can run. Throws invalid, naming the member, if it is nested too deeply. */
export const cleanHtml = (html: string, member: string): string => refusing(member, () => sanitizeHtml(html))

/** For HTML that is stored as written and sanitized when it is shown. Throws as `cleanHtml` does. */
export const checkHtml = (html: string, member: string): void =>
  refusing(member, () => refuseDeepHtml(maskOrNot(html).text))

function refusing<Result>(member: string, read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof NestingError)) throw error
    throw invalid(t`${member}, line ${error.line}: ${error.message}`)
  }
}
