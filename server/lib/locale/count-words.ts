/** Works for any language that separates words, or has rules for where they end. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

export function countWords(text: string): number {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++
  return words
}
