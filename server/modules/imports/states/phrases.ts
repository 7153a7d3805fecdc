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

/** The beginning of a word of the vocabulary. `=` before it makes it the whole word, `*` lets it be anywhere in one. */
export interface Stem {
  text: string
  /** Japanese, Chinese and Korean have few spaces. */
  is_inner: boolean
  is_whole: boolean
}

export const stemsOf = (list: string): Stem[] =>
  list.split(',').map((one) => {
    const text = fold(one)
    return { text, is_inner: one.includes('*') || /\p{Lo}/u.test(text), is_whole: one.includes('=') }
  })

/** Returns whether one of the words begins as a stem does. A stem of several words is the beginning of the rest of the text. */
export const hasStem = (words: readonly string[], stems: readonly Stem[]): boolean =>
  words.some((_, at) => stems.some((stem) => fits(words, at, stem)))

function fits(words: readonly string[], at: number, { text, is_inner, is_whole }: Stem): boolean {
  const word = words[at] ?? ''
  if (is_whole) return word === text
  if (is_inner) return word.includes(text)
  return (text.includes(' ') ? words.slice(at).join(' ') : word).startsWith(text)
}
