import { Parser } from 'htmlparser2'
import { t } from '../../../lib/locale/texts.ts'
import { LimitError } from '../../liquid/error.ts'
import { lineAt } from '../../liquid/nesting.ts'
import { maskOrNot } from '../../liquid/source.ts'

/** Throws LimitError for an image embedded in the HTML as a `data:` address, because few email apps show it. */
export function refuseDataImages(html: string): void {
  if (!/<(?:img|source)\b/i.test(html)) return
  const { text } = maskOrNot(html)
  const parser = new Parser({
    onopentag(name, { src, srcset }) {
      const address = name === 'img' || name === 'source' ? (src ?? srcset ?? '') : ''
      if (/^data:/i.test(address.replace(/[\p{C}\p{Z}]/gu, '')))
        throw new LimitError(
          t`an image is written into the HTML (data:). Upload it to the library, and use its address`,
          lineAt(text, parser.startIndex),
        )
    },
  })
  parser.end(text)
}
