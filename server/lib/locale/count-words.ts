/** Works for all languages that separate words, or have rules for word boundaries. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export function countWords(text: string): number {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++
  return words
}
