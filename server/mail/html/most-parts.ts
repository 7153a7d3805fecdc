import { t } from '../../lib/locale/texts.ts'
import { LimitError } from '../liquid/error.ts'
import { liquidSpans } from '../liquid/source.ts'

// Parsing a text takes time that grows with its parts. A long newsletter has a few hundred of each.

/** Maximum number of parts of one text. `tags` counts start tags, end tags and comments of HTML. */
const MAX_PARTS = { outputs: 5_000, liquid_tags: 5_000, links: 2_000, tags: 50_000 } as const

/** A text with too many parts. No line is at fault, so `line` is always 1. */
export class TooManyPartsError extends LimitError {
  constructor(message: string) {
    super(message, 1)
  }
}

/** Throws TooManyPartsError, which names the parts, their number and the limit. Accepts HTML or text, with Liquid. */
export function refuseManyParts(html: string): void {
  const counts = countParts(html)
  const refuse = (count: number, most: number, message: (count: string, most: string) => string) => {
    if (count > most) throw new TooManyPartsError(message(inWords(count), inWords(most)))
  }
  const { outputs, liquid_tags, links, tags } = MAX_PARTS
  refuse(
    counts.outputs,
    outputs,
    (count, most) => t`it has ${count} Liquid outputs such as {{ … }}; ${most} are accepted`,
  )
  refuse(
    counts.liquid_tags,
    liquid_tags,
    (count, most) => t`it has ${count} Liquid tags such as {% … %}; ${most} are accepted`,
  )
  refuse(counts.links, links, (count, most) => t`it has ${count} links; ${most} are accepted`)
  refuse(counts.tags, tags, (count, most) => t`it has ${count} HTML tags; ${most} are accepted`)
}

function countParts(html: string): Record<keyof typeof MAX_PARTS, number> {
  let [outputs, liquid_tags, links, tags] = [0, 0, 0, 0]
  // All parsers read text without valid Liquid as HTML.
  for (const { begin } of html.includes('{') ? spansOf(html) : []) {
    if (html.startsWith('{{', begin)) outputs++
    else liquid_tags++
  }
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) {
    if (!BEGINS_TAG.test(html.slice(at + 1, at + 2))) continue
    tags++
    if (IS_LINK.test(html.slice(at, at + 6))) links++
  }
  return { outputs, liquid_tags, links, tags }
}

function spansOf(html: string): ReturnType<typeof liquidSpans> {
  try {
    return liquidSpans(html)
  } catch {
    return []
  }
}

const BEGINS_TAG = /[a-z/!?]/i
const IS_LINK = /^<a(?:rea)?[\s/>]/i

const inWords = (count: number): string => count.toLocaleString('en')
