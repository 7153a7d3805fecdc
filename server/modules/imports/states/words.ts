import type { State } from '../../subscribers/schema.ts'
import { fold } from './fold.ts'
import { findPhrase, type Phrase, phraseOf } from './phrases.ts'
import {
  BESIDE_ACTIVE,
  CLEAR_NEGATIONS,
  NEGATIONS,
  NO_WORDS,
  NOTHING,
  PASSING,
  POLITE,
  WORDS,
  YES_WORDS,
} from './vocabulary.ts'

/** The state named by a word. A `weak` word is ambiguous: alone it does not make a state column. */
export interface KnownWord {
  state: State
  is_weak: boolean
}

/** From the state that allows email to the strictest. */
const STRICTNESS: readonly State[] = ['active', 'inactive', 'cancelled', 'bounced', 'complained']

/** Returns the stricter state. */
export const stricter = (one: State, other: State): State =>
  STRICTNESS.indexOf(one) >= STRICTNESS.indexOf(other) ? one : other

/** Returns the meaning of a folded cell in a yes/no column. */
export function readAnswer(folded: string): 'yes' | 'no' | undefined {
  if (YES_WORDS.has(folded)) return 'yes'
  if (NO_WORDS.has(folded)) return 'no'
  const [first = '', ...others] = folded.split(' ')
  const isDated = others.length >= 3 && others.every((word) => /^\d+$/.test(word))
  const isPolite = others.length > 0 && others.every((word) => POLITE.has(word))
  if (first.length < 2 || !(isDated || isPolite)) return undefined
  if (NO_WORDS.has(first)) return 'no'
  return YES_WORDS.has(first) && !others.includes('not') ? 'yes' : undefined
}

/** Returns whether a cell of flags or dates is empty in effect, such as `0000-00-00`, `n/a` or `[]`. */
export const saysNothing = (folded: string): boolean => NOTHING.has(folded)

/** Returns the state named by a cell in any known product's or language's words, or undefined. */
export function readWord(text: string): KnownWord | undefined {
  const folded = fold(text)
  const known = read.get(folded)
  if (known !== undefined || read.has(folded)) return known
  const found = findWord(folded.split(' '))
  if (read.size >= MAX_READ) read.clear()
  read.set(folded, found)
  return found
}

/** Files repeat few words, so lookups are cached. */
const read = new Map<string, KnownWord | undefined>()
const MAX_READ = 5_000

/** Longer texts are sentences, which may mention a state of something else. */
const MAX_WORDS = 10

const PHRASES: readonly (KnownWord & { phrase: Phrase })[] = WORDS.map(({ state, pattern, is_weak }) => ({
  state,
  is_weak,
  phrase: phraseOf(pattern),
}))

/** Returns a function that finds candidate phrases in a text, by the first two characters of each word, because there are many texts. */
function phraseIndex<One extends { phrase: Phrase }>(all: readonly One[]): (words: readonly string[]) => One[] {
  const inner = all.filter(({ phrase }) => phrase.is_inner)
  const by_start = Map.groupBy(
    all.filter(({ phrase }) => !phrase.is_inner),
    ({ phrase }) => phrase.words[0]?.slice(0, 2) ?? '',
  )
  return (words) => {
    const starts = new Set(words.map((word) => word.slice(0, 2)))
    const found = [...starts].flatMap((start) => by_start.get(start) ?? [])
    return words.some((word) => /\p{Lo}/u.test(word)) ? [...found, ...inner] : found
  }
}
const phrasesIn = phraseIndex(PHRASES)

/** Returns the strictest state that the words name. */
function findWord(words: readonly string[]): KnownWord | undefined {
  if (words.length > MAX_WORDS) return undefined
  let strictest: KnownWord | undefined
  for (const { state, is_weak, phrase } of phrasesIn(words)) {
    const at = findPhrase(words, phrase)
    if (at === -1) continue
    const named = stateNamed(words, { state, at, length: phrase.words.length })
    if (named === undefined) continue
    if (strictest && strictest.state === named) strictest = { state: named, is_weak: strictest.is_weak && is_weak }
    else if (!strictest || stricter(strictest.state, named) === named) strictest = { state: named, is_weak }
  }
  return strictest
}

function stateNamed(
  words: readonly string[],
  { state, at, length }: { state: State; at: number; length: number },
): State | undefined {
  const before = words.slice(Math.max(0, at - 2), at)
  const after = words.slice(at + length, at + length + 2)
  if (state === 'bounced' && [...before, ...after].some((word) => PASSING.has(word))) return undefined
  const negation = before.find((word) => NEGATIONS.has(word))
  const others = words.filter(
    (word, i) => (i < at || i >= at + length) && word !== negation && !BESIDE_ACTIVE.has(word),
  )
  if (negation === undefined) return state === 'active' && others.length > 0 ? undefined : state
  if (state === 'active') return 'inactive'
  return state === 'cancelled' && others.length === 0 && CLEAR_NEGATIONS.has(negation) ? 'active' : undefined
}

/** Returns the state of leaving that a header or file name mentions, and whether it is negated. */
export function findLeft(
  words: readonly string[],
  phrases: readonly { state: State; phrase: Phrase }[],
): { state: State; is_negated: boolean } | undefined {
  let leaving: { state: State; is_negated: boolean } | undefined
  for (const { state, phrase } of phrases) {
    const at = findPhrase(words, phrase)
    if (at === -1 || (leaving && stricter(leaving.state, state) === leaving.state)) continue
    const before = words.slice(Math.max(0, at - 2), at)
    leaving = { state, is_negated: before.some((word) => CLEAR_NEGATIONS.has(word) || word === 'without') }
  }
  return leaving
}

const LEFT: readonly State[] = ['cancelled', 'bounced', 'complained']
/** Returns whether a state means that the subscriber left. */
export const isLeft = (state: State | undefined): boolean => state !== undefined && LEFT.includes(state)

/** Words for subscribers who left. `is_broad` adds weak ones. */
export const leftPhrases = ({ is_broad }: { is_broad: boolean }): { state: State; phrase: Phrase }[] =>
  PHRASES.filter(({ state, is_weak }) => LEFT.includes(state) && (is_broad || !is_weak))

/** Words for subscribers without consent, except weak ones. */
export const inactivePhrases = (): Phrase[] =>
  PHRASES.filter(({ state, is_weak }) => state === 'inactive' && !is_weak).map(({ phrase }) => phrase)

/** Returns whether a whole text, such as a tag, means subscribers who left. `is_broad` adds weak words. */
export function isWordForLeft(text: string, { is_broad = false } = {}): boolean {
  const words = fold(text).split(' ')
  return (is_broad ? anyLeftIn : leftIn)(words).some(
    ({ phrase }) => phrase.words.length === words.length && findPhrase(words, phrase) === 0,
  )
}
const leftIn = phraseIndex(leftPhrases({ is_broad: false }))
const anyLeftIn = phraseIndex(leftPhrases({ is_broad: true }))
