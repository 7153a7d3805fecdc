import { htmlToText } from '../../../mail/html/text.ts'
import { LiquidError } from '../../../mail/liquid/error.ts'

/** Characters of HTML for each character of text that is wanted. More is not read, because conversion takes time. */
const HTML_PER_CHARACTER = 10

/** Returns the beginning of an email’s text, as a sample of how its author writes. Empty if it has mistakes. */
export function sampleText(content: string, length: number): string {
  try {
    const text = htmlToText(content.slice(0, length * HTML_PER_CHARACTER))
    return text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text
  } catch (error) {
    if (error instanceof LiquidError) return ''
    throw error
  }
}
