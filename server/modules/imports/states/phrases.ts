import type { State } from '../../subscribers/schema.ts'
import { fold } from './fold.ts'

/** Comma-separated words, by state. */
export type Words = Partial<Record<State, string>>

/** A phrase of the vocabulary. Its last word may be a prefix. */
export interface Phrase {
  words: readonly string[]
  is_prefix: boolean
  /** True for Japanese, Chinese and Korean, which have few spaces: the phrase may be within a word. */
  is_inner: boolean
}

/** Parses a comma-separated list of phrases, such as `opt in*, unsub`. */
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

/** Returns the index of a phrase in words, or -1. */
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

/** A prefix of words. `=` before it means the whole word, `*` anywhere within a word. */
export interface Stem {
  text: string
  /** True for Japanese, Chinese and Korean, which have few spaces. */
  is_inner: boolean
  is_whole: boolean
}

export const stemsOf = (list: string): Stem[] =>
  list.split(',').map((one) => {
    const text = fold(one)
    return { text, is_inner: one.includes('*') || /\p{Lo}/u.test(text), is_whole: one.includes('=') }
  })

/** Returns whether a word starts with one of the stems. A stem of several words is a prefix of the remaining text. */
export const hasStem = (words: readonly string[], stems: readonly Stem[]): boolean =>
  words.some((_, at) => stems.some((stem) => fits(words, at, stem)))

function fits(words: readonly string[], at: number, { text, is_inner, is_whole }: Stem): boolean {
  const word = words[at] ?? ''
  if (is_whole) return word === text
  if (is_inner) return word.includes(text)
  return (text.includes(' ') ? words.slice(at).join(' ') : word).startsWith(text)
}
