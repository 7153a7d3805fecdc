import { isDate } from '../mapping/field-types.ts'
import { areNumbersOf } from './columns.ts'
import {
  ALLOWING,
  ALONE_STEMS,
  ASKING_STEMS,
  CONTACT_STEMS,
  EMAIL_STEMS,
  ENDED_STEMS,
  FREQUENCY_STEMS,
  LEAVING_STEMS,
  MEMBERSHIPS,
  OTHER_CONSENTS,
  OTHER_SUBJECTS,
} from './consent-questions.ts'
import { fold } from './fold.ts'
import { isSubscription } from './headers.ts'
import { hasStem, stemsOf } from './phrases.ts'
import {
  DETAILS,
  NEGATIONS,
  NEVER,
  NO_EMAILS,
  OTHER_CHANNELS,
  STATUS_QUALIFIERS,
  STATUS_WORDS,
  UNRELATED,
} from './vocabulary.ts'
import { findLeft, isWordForLeft, leftPhrases, readAnswer, saysNothing } from './words.ts'

/** Possible meaning of an unknown header: a yes means leaving, a no does, either may, or one of its words does. */
type Hint = 'left' | 'joined' | 'either' | 'status'

/**
 * Returns whether a cell may mean leaving, for a column not known to have states. A column of answers or dates is in doubt if its header
 * has a word of emails, joining or leaving: a user decides, because guessing could email subscribers who left. Undefined for other columns.
 */
export function doubtIn(header: string, cells: readonly string[]): ((cell: string) => boolean) | undefined {
  const words = fold(header).split(' ')
  const hint = hintIn(words)
  if (hint === undefined) return undefined
  // The end of a contract, case or deal does not concern emails.
  const canEnd = hint !== 'status' || words.some((word) => MEMBERSHIPS.has(word))
  if (hint === 'status' || !areAnswers(hint, cells))
    return (cell) =>
      isWordForLeft(cell, { is_broad: true }) || isFormer(fold(cell), { canEnd }) || saysNever(fold(cell), words)
  if (hint === 'joined') return (cell) => readAnswer(fold(cell)) !== 'yes'
  return (cell) => !saysNothing(fold(cell)) && (hint === 'either' || readAnswer(fold(cell)) !== 'no')
}

/** Returns whether such a column's unread rows may mean leaving. */
export function isDoubtOpen(header: string, cells: readonly string[]): boolean {
  const hint = hintIn(fold(header).split(' '))
  if (hint === undefined || hint === 'status') return false
  return cells.every((cell) => saysNothing(fold(cell))) ? hint !== 'joined' : areAnswers(hint, cells)
}

function areAnswers(hint: Hint, cells: readonly string[]): boolean {
  const texts = cells.filter((cell) => !saysNothing(fold(cell)))
  const isAnswer = (cell: string) => readAnswer(fold(cell)) !== undefined || (hint !== 'joined' && isDate(cell))
  const areMost = texts.length > 0 && texts.filter(isAnswer).length * 2 >= texts.length
  return areMost && !areNumbersOf(hint === 'joined' ? 'active' : 'bounced', texts)
}

function hintIn(words: readonly string[]): Hint | undefined {
  const isEmail = hasStem(words, EMAIL)
  const isOptIn = OPT_IN.test(words.join(' ')) && !words.some((word) => OTHER_CONSENTS.has(word))
  if (words.some((word) => isAboutOther(word, { isOptIn }) || (!isEmail && OTHER_CHANNELS.has(word)))) return undefined
  const isNegated = words.some((word) => NEGATIONS.has(word) || NOT.has(word))
  const isLeft = findLeft(words, WORDS_FOR_LEFT) !== undefined || hasStem(words, LEAVING)
  if (isLeft) return isNegated ? 'either' : 'left'
  const isContact = hasStem(words, CONTACT)
  const isAsked = hasStem(words, ASKING) || words.some((word) => ALLOWING.has(word))
  if (isNegated) return isEmail || isContact || isAsked ? 'left' : undefined
  if (isEmail || (isContact && isAsked)) return 'joined'
  if (words.filter((word) => !ALONE_BESIDE.has(word)).length === 1 && hasStem(words, ALONE)) return 'joined'
  // "Membership status", "Patron status": members who left may have left the list too.
  const isFrequency = words.length === 1 && hasStem(words, FREQUENCY)
  const hasStates = words.some((word) => STATUS_WORDS.has(word)) || words.every((word) => MEMBERSHIPS.has(word))
  return isFrequency || hasStates ? 'status' : undefined
}

/** Returns whether a frequency or preference means no emails: "never", or "none" in a column about nothing else. */
const saysNever = (cell: string, header: readonly string[]): boolean =>
  NEVER.has(cell) ||
  (hasStem(header, FREQUENCY) && (readAnswer(cell) === 'no' || (cell !== '' && saysNothing(cell)))) ||
  (NO_EMAILS.has(cell) && isAboutEmails(header))

/** Returns whether a header concerns only emails. "Subscription" may mean a plan. */
const isAboutEmails = (words: readonly string[]): boolean =>
  hasStem(words, EMAIL) &&
  !isSubscription(words) &&
  words.every((word) => hasStem([word], EMAIL) || STATUS_QUALIFIERS.has(word))

const isFormer = (cell: string, { canEnd }: { canEnd: boolean }): boolean => {
  const words = cell.split(' ')
  return FORMER.test(cell) || (canEnd && words.length <= MAX_ENDED && hasStem(words, ENDED))
}
/** A longer text is a sentence. */
const MAX_ENDED = 3

/** "Former patron" */
const FORMER = /^(?:former|ex|previous|lapsed|churned|declined|expired|ended|ehemalig\w*|ancien\w*|antigu\w*) /
const OPT_IN = /\bopt(?:ed)? ?(?:in|out)\b/
const isAboutOther = (word: string, { isOptIn }: { isOptIn: boolean }): boolean =>
  (OTHER_SUBJECTS.has(word) && !isOptIn) || DETAILS.has(word) || (UNRELATED.has(word) && !CHOSEN.has(word))
/** Words of UNRELATED that may be a yes or a no to emails. */
const CHOSEN = new Set(['preferences', 'interests'])
const WORDS_FOR_LEFT = leftPhrases({ is_broad: true })
const NOT = new Set(['no', 'dont', 'don', 'kein', 'nie', 'без', 'bez'])

const ALONE = stemsOf(ALONE_STEMS)
const ALONE_BESIDE = new Set(['is', 'has', 'sie', 'se', 'si'])
const EMAIL = stemsOf(EMAIL_STEMS)
const ENDED = stemsOf(ENDED_STEMS)
const LEAVING = stemsOf(LEAVING_STEMS)
const ASKING = stemsOf(ASKING_STEMS)
const CONTACT = stemsOf(CONTACT_STEMS)
const FREQUENCY = stemsOf(FREQUENCY_STEMS)
