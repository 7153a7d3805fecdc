import type { State } from '../../subscribers/schema.ts'
import { fold } from './fold.ts'

/** Lists of words by state, with commas. */
export type Words = Partial<Record<State, string>>

/** A phrase of the vocabulary: its words, of which the last may be the beginning of a longer one. */
export interface Phrase {
  words: readonly string[]
  is_prefix: boolean
  /** Japanese, Chinese and Korean have few spaces: the phrase may be anywhere in a word. */
  is_inner: boolean
}

/** Returns the phrases of a list with commas, such as `opt in*, unsub`. */
export const phrasesOf = (list: string): Phrase[] =>
  list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map(phraseOf)

export function phraseOf(pattern: string): Phrase {
  const folded = fold(pattern)
  return { words: folded.split(' '), is_prefix: pattern.endsWith('*'), is_inner: /\p{Lo}/u.test(folded) }
}

/** Returns where a phrase begins in a text of words, or -1. */
export function findPhrase(words: readonly string[], { words: wanted, is_prefix, is_inner }: Phrase): number {
  const last = wanted.length - 1
  for (let from = 0; from + wanted.length <= words.length; from++) {
    const fits = wanted.every((word, at) => {
      const given = words[from + at] ?? ''
      if (is_inner) return given.includes(word)
      return at === last && is_prefix ? given.startsWith(word) : given === word
    })
    if (fits) return from
  }
  return -1
}
