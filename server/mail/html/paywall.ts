import { Parser } from 'htmlparser2'
import { countWords } from '../../lib/locale/count-words.ts'
import { PAYWALL_MARK } from './paywall-mark.ts'
import { sanitizeRendered } from './sanitize.ts'
import { takeStyles } from './styling/style-elements.ts'

// The text of a paid post contains a line, `<hr data-paywall="">`. Everyone sees the part above it, buyers see the whole text.

/** Number of paragraphs that everyone sees if there is no line, limited to half of the post. */
const BEGINNING = 3

export function withoutPaywall(html: string): string {
  if (!html.includes(PAYWALL_MARK)) return html
  let [kept, from] = ['', 0]
  for (const { start, end } of marksIn(html).lines) {
    kept += html.slice(from, start)
    from = end
  }
  return kept + html.slice(from)
}

/** Returns the part of sanitized HTML that everyone may see: above the line, else the first paragraphs. */
export function beginningOf(html: string): string {
  const { lines, paragraph_ends } = marksIn(html)
  const share = Math.min(BEGINNING, Math.floor(paragraph_ends.length / 2))
  const end = lines[0]?.start ?? paragraph_ends[share - 1] ?? 0
  // Sanitizing closes elements that are open at the cut.
  return sanitizeRendered(html.slice(0, end)).trim()
}

/**
 * Counts the public part of a paid post, and the rest that only buyers read, from both as they are shown. Nothing is left for buyers if the rest
 * has neither text nor an image.
 */
export function sharesOf(all: string, beginning: string) {
  const [whole, first] = [countIn(takeStyles(all).html), countIn(takeStyles(beginning).html)]
  const more_words = whole.words - first.words
  const more_images = images(all) - images(beginning)
  return { ...first, more_words, more_images, is_all_public: more_words === 0 && more_images === 0 }
}

const images = (html: string): number => html.split('<img').length - 1

function countIn(html: string): { paragraphs: number; words: number } {
  let [paragraphs, words, hasText] = [0, '', false]
  const parser = new Parser({
    onopentag(name) {
      if (name === 'p') hasText = false
      if (!INLINE.has(name)) words += ' '
    },
    ontext(part) {
      words += part
      hasText ||= part.trim() !== ''
    },
    onclosetag(name) {
      if (name === 'p' && hasText) paragraphs++
    },
  })
  parser.end(html)
  return { paragraphs, words: countWords(words) }
}

/** Elements within which a word continues. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code del em font i ins mark s small span strike strong sub sup u wbr'.split(' '),
)

function marksIn(html: string) {
  const lines: { start: number; end: number }[] = []
  const paragraph_ends: number[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'hr' && PAYWALL_MARK in attributes)
        lines.push({ start: parser.startIndex, end: parser.endIndex + 1 })
    },
    onclosetag(name, isImplied) {
      if (name === 'p' && !isImplied) paragraph_ends.push(parser.endIndex + 1)
    },
  })
  parser.end(html)
  return { lines, paragraph_ends }
}
