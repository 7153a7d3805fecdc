import type { State } from '../../subscribers/schema.ts'
import {
  CONSENTS,
  EMAIL_NOUNS,
  GETTING,
  INACTIVE_FILES,
  LEFT_FILES,
  MAILINGS,
  NONE,
  NOT_BEFORE,
  NOT_BEHIND,
  OTHER_EMAILS,
  OTHER_FILES,
  REFUSING,
  SMALL_WORDS,
  WANTING,
  YET,
} from './consent-questions.ts'
import { fold } from './fold.ts'
import { findPhrase, hasStem, type Phrase, phrasesOf, stemsOf } from './phrases.ts'
import {
  BROAD_STATUS_WORDS,
  CONFIRMED_HEADERS,
  CONFIRMING,
  CONSENT_HEADERS,
  DETAILS,
  LEFT_HEADERS,
  MISSING,
  NEGATIONS,
  OTHER_CHANNELS,
  PASSING,
  STATUS_QUALIFIERS,
  STATUS_WORDS,
  SUBSCRIPTIONS,
  UNCONFIRMED,
  UNRELATED,
  WORKING_HEADERS,
} from './vocabulary.ts'
import { findLeft, inactivePhrases, leftPhrases } from './words.ts'

/** Meaning of a column's header. */
export type HeaderKind =
  /** States as words. `is_broad`: it may have something else, such as plans. `no`: meaning of a no, if it has answers. */
  | { kind: 'status'; is_broad: boolean; has_plans?: true; no?: State }
  /** Meanings of yes and no. A date counts as yes. */
  | { kind: 'flag'; yes: State; no: State }
  /** A detail of leaving, such as the reason. */
  | { kind: 'detail'; state: State }
  /** Another channel, such as SMS. */
  | { kind: 'other' }

/** Returns the meaning of a header for states, or undefined. */
export function headerKind(header: string): HeaderKind | undefined {
  const known = kinds.get(header)
  if (known !== undefined || kinds.has(header)) return known
  const kind = kindOf(fold(header))
  if (kinds.size >= MAX_KINDS) kinds.clear()
  kinds.set(header, kind)
  return kind
}

/** Cached, because each cell needs it. */
const kinds = new Map<string, HeaderKind | undefined>()
const MAX_KINDS = 2_000

function kindOf(folded: string): HeaderKind | undefined {
  const words = folded
    .replace(TYPE_SIGN, '')
    .split(' ')
    .filter((word, at, all) => word !== 'no' || !all.slice(0, at).some(isPortuguese))
  const is_email = words.some((word, at) => isEmail(word, words[at - 1] ?? ''))
  const question = askedIn(words)
  if (words.some((word) => UNRELATED.has(word)) && !(question && words.length > LABEL_WORDS)) return undefined
  if (!is_email && words.some((word) => OTHER_CHANNELS.has(word))) return { kind: 'other' }
  const leaving = findLeft(words, LEFT_PHRASES) ?? leftBesideEmail(words)
  if (leaving?.state === 'bounced' && words.some((word) => PASSING.has(word))) return { kind: 'other' }
  const consent = consentIn(words)
  const isTime = words.some((word, at) => TIMES.has(word) && !(word === 'on' && at === 0))
  // Without a time of double opt-in, a subscriber has not confirmed.
  const agreed = consent === 'cancelled' && isTime && words.some((word) => DOUBLE.has(word)) ? 'inactive' : consent
  if (leaving && question && asksBefore(words)) return question
  if (leaving && words.includes('in') && words.includes('out')) return { kind: 'status', is_broad: false }
  const isQuestion = words[0] === 'is' || words[0] === 'has'
  if (leaving && !isQuestion && words.some((word) => DETAILS.has(word))) return { kind: 'detail', state: leaving.state }
  if (leaving?.is_negated) return { kind: 'flag', yes: 'active', no: leaving.state }
  if (leaving) return { kind: 'flag', yes: leaving.state, no: 'active' }
  if (isStatus(words))
    return {
      kind: 'status',
      is_broad: words.every((word) => BROAD_STATUS_WORDS.has(word)),
      ...(agreed ? { no: agreed } : {}),
    }
  if (isUnconfirmed(words)) return { kind: 'flag', yes: 'inactive', no: 'active' }
  if (agreed === undefined && question) return question
  if (!agreed && isSubscription(words)) return { kind: 'status', is_broad: true, has_plans: true }
  if (!agreed || words.some((word) => DETAILS.has(word))) return undefined
  // Without a time of confirmation, a subscriber has not confirmed. Other times are of joining.
  if (agreed === 'cancelled' && isTime) return undefined
  return { kind: 'flag', yes: 'active', no: agreed }
}

/** Returns whether a header names only a subscription. */
export const isSubscription = (words: readonly string[]): boolean =>
  words.some((word) => SUBSCRIPTIONS.has(word)) &&
  words.every((word) => SUBSCRIPTIONS.has(word) || STATUS_QUALIFIERS.has(word))

/** Returns whether a header marks unconfirmed subscribers: "Unconfirmed", "Needs confirmation", "Nicht bestätigt", "Is pending". */
function isUnconfirmed(words: readonly string[]): boolean {
  const isUn = (word: string) => hasStem([word], UNCONFIRMED_STEMS)
  const isAbout = (word: string) => hasStem([word], CONFIRMING_STEMS)
  const isMissing = (word: string) => NEGATIONS.has(word) || word === 'no' || hasStem([word], MISSING_STEMS)
  const others = words.filter((word) => !isUn(word) && !isAbout(word) && !isMissing(word))
  if (!others.every(isBeside)) return false
  if (words.some(isUn)) return true
  const isConfirmed = words.some(isAbout) || (words.includes('opt') && words.includes('in'))
  // Only "pending" describes a subscriber without another word.
  return words.some(isMissing) && (isConfirmed || words.every((word) => word === 'pending' || CLOSE_BESIDE.has(word)))
}

const CONFIRMING_STEMS = stemsOf(CONFIRMING)
const MISSING_STEMS = stemsOf(MISSING)
const UNCONFIRMED_STEMS = stemsOf(UNCONFIRMED)
/** An ambiguous word counts as leaving if only email or consent is beside it: "Newsletter gesperrt". */
function leftBesideEmail(words: readonly string[]): ReturnType<typeof findLeft> {
  for (const one of BROAD_PHRASES) {
    const at = findPhrase(words, one.phrase)
    if (at === -1) continue
    const others = words.filter((_, i) => i < at || i >= at + one.phrase.words.length)
    const hasEmail = positions(others, NOUN_PHRASES).length > 0
    if (hasEmail && others.every((word) => isBeside(word) || isOneOf(word, NOUN_PHRASES))) return findLeft(words, [one])
  }
  return undefined
}

/** Returns the state that a file's name mentions, of subscribers who left or never agreed. */
export function stateOfFile(filename: string): State | undefined {
  const words = fold(filename.replace(/\.[a-z]{1,4}$/i, '')).split(' ')
  const left = findLeft(words, FILE_NAMES)
  if (left) return left.is_negated ? undefined : left.state
  if (words.some((word) => OTHER_FILES.has(word))) return undefined
  const found = findLeft(words, INACTIVE_NAMES)
  if (found) return found.is_negated ? undefined : found.state
  const isBefore = words.some((word, at) => NOT_BEFORE.has(word) && startsWithConsent(words.slice(at + 1)))
  const isBehind = NOT_BEHIND.has(words.at(-1) ?? '') && endsWithConsent(words.slice(0, -1))
  return isBefore || isBehind ? 'inactive' : undefined
}

const endsWithConsent = (words: readonly string[]): boolean =>
  CONSENT_NAMES.some((phrase) => findPhrase(words.slice(-phrase.words.length), phrase) === 0)

/** Returns whether the words after a "not" mean joining, as in "Not yet subscribed". */
function startsWithConsent(words: readonly string[]): boolean {
  const first = words.findIndex((word) => !YET.has(word))
  return first !== -1 && CONSENT_NAMES.some((phrase) => findPhrase(words.slice(first), phrase) === 0)
}

const LEFT_PHRASES = [
  ...leftPhrases({ is_broad: false }),
  ...Object.entries(LEFT_HEADERS).flatMap(([state, list]) =>
    phrasesOf(list).map((phrase) => ({ state: state as State, phrase })),
  ),
]
const BROAD_PHRASES = leftPhrases({ is_broad: true })
const FILE_NAMES = [
  ...BROAD_PHRASES,
  ...phrasesOf(LEFT_FILES).map((phrase) => ({ state: 'cancelled' as const, phrase })),
]
const INACTIVE_NAMES = [...inactivePhrases(), ...phrasesOf(INACTIVE_FILES)].map((phrase) => ({
  state: 'inactive' as const,
  phrase,
}))
const CONSENT_NAMES = phrasesOf(CONSENTS)

/** Some shops prefix column names with the type: `nAktiv`, `bNewsletter`. */
const TYPE_SIGN = /^[bcdfkn] (?=\p{L}{3})/u
/** In Portuguese, "no" is "in the". */
const isPortuguese = (word: string): boolean => /^(?:aceit|receber|quero|desejo)/.test(word)
/** After one of these words, mail is on paper. */
const POSTAL = new Set(['direct', 'postal', 'snail'])
const isEmail = (word: string, before: string): boolean =>
  /^e?mails?$/.test(word) ? !POSTAL.has(before) : word === 'epost' || (word === 'post' && before === 'e')
/** With one of these words, a column has times of joining. */
const TIMES = new Set(
  'at date dates time on since datum ts timestamp fecha data dato datetime when 日 日時 日付'.split(' '),
)

const isStatus = (words: readonly string[]): boolean => {
  const isPlain = words.some((word) => word.endsWith('status'))
  return (
    words.some((word) => STATUS_WORDS.has(word) || (word.endsWith('status') && word.length > 6)) &&
    words.every(
      (word) =>
        STATUS_WORDS.has(word) ||
        STATUS_QUALIFIERS.has(word) ||
        word.endsWith('status') ||
        // The number or code of a status. "State ID" means a place.
        (isPlain && (word === 'id' || word === 'code')),
    )
  )
}

const DOUBLE = new Set('double doi doble dupla doppio dubbele doppelte'.split(' '))

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
  ...consentPhrases(WORKING_HEADERS, 'bounced'),
  ...consentPhrases(CONFIRMED_HEADERS, 'inactive'),
  ...consentPhrases(CONSENT_HEADERS, 'cancelled'),
]

const NOUN_PHRASES = phrasesOf(EMAIL_NOUNS)
const AFTER_VERB = new Set('pas nicht niet ikke inte ej'.split(' '))
/** A longer header is a sentence. */
const LABEL_WORDS = 5
/** With one of these words, a header lists its answers, as in `(oui/non)`. */
const CHOICE = new Set('yes oui ja tak sim да'.split(' '))
const WANTING_PHRASES = phrasesOf(WANTING)
const MAILING_PHRASES = phrasesOf(MAILINGS)

const GETTING_PHRASES = phrasesOf(GETTING)
const WANTS_OR_MAILING = [...WANTING_PHRASES, ...GETTING_PHRASES, ...MAILING_PHRASES]

const isOneOf = (word: string, phrases: readonly Phrase[]): boolean =>
  phrases.some((phrase) => findPhrase([word], phrase) !== -1)

const positions = (words: readonly string[], phrases: readonly Phrase[]): number[] =>
  phrases.map((phrase) => findPhrase(words, phrase)).filter((at) => at !== -1)

/** Returns whether a sentence asks for consent before it mentions leaving: "I agree to receive emails and can unsubscribe at any time". */
function asksBefore(words: readonly string[]): boolean {
  const leaving_index = Math.min(
    ...positions(
      words,
      LEFT_PHRASES.map(({ phrase }) => phrase),
    ),
  )
  const before = words.slice(0, leaving_index)
  const wanted = Math.min(...positions(before, WANTING_PHRASES))
  return positions(before, MAILING_PHRASES).some((at) => at > wanted)
}

/** Returns the meanings of answers to a question about wanting, or not wanting, emails. */
function askedIn(words: readonly string[]): HeaderKind | undefined {
  const has = (phrases: readonly Phrase[]) => phrases.some((phrase) => findPhrase(words, phrase) !== -1)
  if (words.some((word) => OTHER_EMAILS.has(word)) || !has(MAILING_PHRASES)) return undefined
  const wantsNone = words.some((word, at) => NONE.has(word) && positions(words.slice(at), MAILING_PHRASES).length > 0)
  const isPlain = words.every((word) => NONE.has(word) || isBeside(word) || isOneOf(word, WANTS_OR_MAILING))
  if (wantsNone && isPlain) return { kind: 'flag', yes: 'cancelled', no: 'active' }
  if (!has(WANTING_PHRASES) && !(isPlain && has(GETTING_PHRASES))) return undefined
  const isLabel = words.length <= LABEL_WORDS
  if (
    isLabel &&
    (words.some((word) => DETAILS.has(word)) || TIMES.has(words[0] ?? '') || TIMES.has(words.at(-1) ?? ''))
  )
    return undefined
  const wants = positions(words, [...WANTING_PHRASES, ...GETTING_PHRASES])
  const isNegated = words.some((word, at) => {
    if (AFTER_VERB.has(word) && wants.includes(at - 1)) return true
    return (REFUSING.has(word) || (word === 'no' && at === 0)) && wants.some((want) => want > at && want - at <= 3)
  })
  if (isNegated && words.some((word) => CHOICE.has(word))) return { kind: 'flag', yes: 'active', no: 'cancelled' }
  return isNegated ? { kind: 'flag', yes: 'cancelled', no: 'active' } : { kind: 'flag', yes: 'active', no: 'cancelled' }
}

/** Words beside consent that do not change its meaning. */
const BESIDE = new Set(
  'is has to our my us i for from of and all this double doi doppelte doble please want wants me you general weekly monthly status gdpr dsgvo rgpd lgpd metadata mailchimp woocommerce klaviyo hubspot brevo mailerlite shop store anmeldung abo erwunscht gewunscht erlaubt inscription abonnement iscrizione'
    .split(' ')
    .concat(SMALL_WORDS.split(/\s+/)),
)
const isBeside = (word: string): boolean => BESIDE.has(word) || STATUS_QUALIFIERS.has(word) || TIMES.has(word)
/** Words beside an ambiguous word, such as "active", that do not change its meaning. */
const CLOSE_BESIDE = new Set('email emails e mail is contact subscriber newsletter'.split(' '))

/** Returns the meaning of a no in a consent column. Undefined: the header means something else. */
function consentIn(words: readonly string[]): State | undefined {
  for (const phrase of CONSENT_PHRASES) {
    const at = findPhrase(words, phrase)
    if (at === -1) continue
    const others = words.filter((_, i) => i < at || i >= at + phrase.words.length)
    const allowed = (word: string) => (phrase.is_exact ? CLOSE_BESIDE.has(word) : isBeside(word))
    if (others.every(allowed)) return phrase.no
  }
  return undefined
}
