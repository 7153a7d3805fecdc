import type { State } from '../../subscribers/schema.ts'
import { fold } from './fold.ts'
import { findPhrase, type Phrase, phrasesOf } from './phrases.ts'
import {
  BROAD_STATUS_WORDS,
  CONFIRMED_HEADERS,
  CONSENT_HEADERS,
  DETAILS,
  LEFT_HEADERS,
  OTHER_CHANNELS,
  STATUS_QUALIFIERS,
  STATUS_WORDS,
  UNRELATED,
} from './vocabulary.ts'
import { findLeft, leftPhrases } from './words.ts'

/** What a header says about its column. */
export type HeaderKind =
  /** States as words. `is_broad`: it may also have other things. */
  | { kind: 'status'; is_broad: boolean }
  /** Yes and no, or dates: what a yes and a no mean. */
  | { kind: 'flag'; yes: State; no: State }
  /** More about how someone left, such as the reason. */
  | { kind: 'detail'; state: State }
  /** Another channel, such as SMS. */
  | { kind: 'other' }

/** Returns what a header says about the state of subscribers; undefined when it says nothing. */
export function headerKind(header: string): HeaderKind | undefined {
  const folded = fold(header)
  const words = folded.split(' ')
  const is_email = words.some((word) => /^e?mails?$/.test(word))
  if (words.some((word) => UNRELATED.has(word))) return undefined
  if (!is_email && words.some((word) => OTHER_CHANNELS.has(word))) return { kind: 'other' }
  const left = findLeft(words, LEFT_PHRASES)
  const agreed = consentIn(words)
  if (left && words.includes('in') && words.includes('out')) return { kind: 'status', is_broad: false }
  if (left && words.some((word) => DETAILS.has(word))) return { kind: 'detail', state: left.state }
  if (left?.is_negated) return { kind: 'flag', yes: 'active', no: left.state }
  if (left) return { kind: 'flag', yes: left.state, no: 'active' }
  if (isStatus(words)) return { kind: 'status', is_broad: words.every((word) => BROAD_STATUS_WORDS.has(word)) }
  if (!agreed || words.some((word) => DETAILS.has(word))) return undefined
  // Who has no time of confirmation has not confirmed. Other times are those of joining.
  if (agreed === 'cancelled' && words.some((word) => TIMES.has(word))) return undefined
  return { kind: 'flag', yes: 'active', no: agreed }
}

/** Returns the state of those who left that a file's name says. */
export function stateOfFile(filename: string): State | undefined {
  const found = findLeft(fold(filename.replace(/\.[a-z]{1,4}$/i, '')).split(' '), FILE_PHRASES)
  return found && !found.is_negated ? found.state : undefined
}

const LEFT_PHRASES = [
  ...leftPhrases({ is_broad: false }),
  ...Object.entries(LEFT_HEADERS).flatMap(([state, list]) =>
    phrasesOf(list).map((phrase) => ({ state: state as State, phrase })),
  ),
]
const FILE_PHRASES = leftPhrases({ is_broad: true })

/** With one of these, a column is about when someone joined. */
const TIMES = new Set('at date time on since datum ts timestamp fecha data dato datetime when 日 日時 日付'.split(' '))

const isStatus = (words: readonly string[]): boolean =>
  words.some((word) => STATUS_WORDS.has(word) || (word.endsWith('status') && word.length > 6)) &&
  words.every((word) => STATUS_WORDS.has(word) || STATUS_QUALIFIERS.has(word) || word.endsWith('status'))

interface ConsentPhrase extends Phrase {
  no: State
  is_exact: boolean
}

const consentPhrases = (list: string, no: State): ConsentPhrase[] =>
  list.split(',').flatMap((one) => {
    const is_exact = one.trim().startsWith('=')
    return phrasesOf(one.replace('=', '')).map((phrase) => ({ ...phrase, no, is_exact }))
  })

const CONSENT_PHRASES = [
  ...consentPhrases(CONFIRMED_HEADERS, 'inactive'),
  ...consentPhrases(CONSENT_HEADERS, 'cancelled'),
]

/** Words beside consent that change nothing about it. */
const BESIDE = new Set(
  'is has to our my us i for from of and all please want wants me you general weekly monthly status'.split(' '),
)
/** The same beside a word with many meanings, such as "active". */
const CLOSE_BESIDE = new Set('email emails e mail is contact subscriber newsletter'.split(' '))

/** Returns what a no means in a column of consent; undefined when the header says something else. */
function consentIn(words: readonly string[]): State | undefined {
  for (const phrase of CONSENT_PHRASES) {
    const at = findPhrase(words, phrase)
    if (at === -1) continue
    const others = words.filter((_, i) => i < at || i >= at + phrase.words.length)
    const allowed = (word: string) =>
      phrase.is_exact ? CLOSE_BESIDE.has(word) : BESIDE.has(word) || STATUS_QUALIFIERS.has(word) || TIMES.has(word)
    if (others.every(allowed)) return phrase.no
  }
  return undefined
}
