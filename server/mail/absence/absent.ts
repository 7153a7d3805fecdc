import {
  ABSENT,
  AGAIN_LATER,
  CLOSED,
  DOMAIN,
  FULL,
  FULL_INSIDE,
  HEADER_NOUNS,
  MAILBOX,
  MESSAGE,
  REASON,
  SENDER,
  UNKNOWN_MAILBOX,
  YOURS,
} from './words.ts'

/** Returns whether lower-case text contains one of the phrases. */
export const hasPhrase = (lower: string, phrases: readonly string[]): boolean =>
  phrases.some((phrase) => lower.includes(phrase))

/** Phrases such as "return to sender", which every bounce contains. */
const BACK_TO_SENDER =
  /(?:\bto (?:the )?|\ban den |\bzum |\bà l['’]|\bal |\bao |\baan (?:de )?|\btill |\btil )(?:original )?(?:sender|absender|expéditeur|remitente|mittente|remetente|afzender|avsändar|avsender|afsender|originator)/g

/** Returns whether lower-case text mentions the sender. */
export const namesSender = (lower: string): boolean =>
  hasPhrase(lower.replace(BACK_TO_SENDER, ' '), SENDER) || namesFromHeader(lower)

/** Words of one script, because some languages put no space before "From". */
const WORDS = /\p{Script=Latin}+|[^\P{L}\p{Script=Latin}]+/gu
const MAX_JOINT = 4

/** Returns whether "From" is next to a noun of another language, as in "Dominio del From". */
function namesFromHeader(lower: string): boolean {
  if (!lower.includes('from')) return false
  const words = lower.match(WORDS) ?? []
  return words.some((word, at) => {
    if (word !== 'from') return false
    const [joint = '', behind = ''] = [words[at - 1], words[at + 1]]
    const before = joint.length > MAX_JOINT ? joint : `${words[at - 2] ?? ''} ${joint}`
    return HEADER_NOUNS.some((noun) => behind.startsWith(noun) || ` ${before}`.includes(` ${noun}`))
  })
}

const DISTANCE = 60
const MAX_TEXT = 8_000

/** The subject that does not exist, and the position of the phrase that says so. */
export interface Absent {
  about: 'mailbox' | 'sender' | 'domain'
  begin: number
  end: number
}

/** Returns the subject that lower-case text reports as missing. A sender has priority over everything else. */
export function findAbsent(text: string): Absent | undefined {
  const lower = text.slice(0, MAX_TEXT)
  let absent: Absent | undefined
  for (const phrase of ABSENT) {
    for (let begin = lower.indexOf(phrase); begin >= 0; begin = lower.indexOf(phrase, begin + phrase.length)) {
      const end = begin + phrase.length
      const about = subjectAt(lower, begin, end)
      if (!about) continue
      if (about === 'sender') return { about, begin, end }
      if (!absent || begin < absent.begin) absent = { about, begin, end }
    }
  }
  return absent
}

/** Returns the subject of the phrase between these positions: the last one named before it in the sentence, else the first one after it. */
function subjectAt(lower: string, begin: number, end: number): Absent['about'] | undefined {
  if (isOfSender(lower, { begin, end })) return 'sender'
  for (const text of besides(lower, { begin, end })) {
    const [mailbox, domain, other] = [lastOf(text, MAILBOX), lastOf(text, DOMAIN), lastOf(text, REASON)]
    if (Math.max(mailbox, domain, other) < 0) continue
    if (other > Math.max(mailbox, domain)) return undefined
    return domain > mailbox ? 'domain' : 'mailbox'
  }
  return undefined
}

/** Returns whether a phrase is about the sender: its sentence names the sender, or something "yours". */
function isOfSender(lower: string, place: { begin: number; end: number }): boolean {
  const near = besides(lower, place)
  return namesSender(near.join(' ')) || hasPhrase(near[0], YOURS)
}

/** Returns the subject that lower-case text reports as missing, also in whole phrases such as "user unknown". */
export function findUnknown(lower: string): Absent | undefined {
  const absent = findAbsent(lower)
  if (absent?.about === 'sender') return absent
  const phrase = UNKNOWN_MAILBOX.find((one) => lower.includes(one))
  if (phrase === undefined) return absent
  const begin = lower.indexOf(phrase)
  const end = begin + phrase.length
  return { about: isOfSender(lower, { begin, end }) ? 'sender' : 'mailbox', begin, end }
}

/**
 * Returns whether the missing subject may exist later, because a lookup failed. Without a phrase about a missing subject, the whole text counts.
 * Chinese and Japanese ask for another attempt in a separate sentence.
 */
export function isForNow(lower: string): boolean {
  const unknown = findUnknown(lower)
  return hasPhrase(unknown ? besides(lower.replaceAll('。', '、'), unknown).join(' ') : lower, AGAIN_LATER)
}

/** Words for an address, which refusals also mention for other reasons. */
const NAMED_ANYWAY: ReadonlySet<string> = new Set(['@', 'email', 'address'])
const MAILBOXES = MAILBOX.filter((word) => !NAMED_ANYWAY.has(word))

/** Returns whether lower-case text says that the mailbox was closed, deleted or blocked. That is no proof, because it may be opened again. */
export function saysClosed(text: string): boolean {
  const lower = text.slice(0, MAX_TEXT)
  return CLOSED.some((phrase) => {
    const begin = lower.indexOf(phrase)
    if (begin < 0) return false
    const place = { begin, end: begin + phrase.length }
    const [before] = besides(lower, place)
    return hasPhrase(before, MAILBOXES) && !hasPhrase(before, MESSAGE) && !isOfSender(lower, place)
  })
}

/** Returns whether lower-case text says that the mailbox is full, in a language other than English. */
export function saysFull(text: string): boolean {
  const lower = text.slice(0, MAX_TEXT)
  return [...FULL, ...FULL_INSIDE].some((written) => {
    const phrase = written.replace('*', '')
    const isAnywhere = FULL_INSIDE.includes(written)
    for (let begin = lower.indexOf(phrase); begin >= 0; begin = lower.indexOf(phrase, begin + 1)) {
      const end = begin + phrase.length
      const isWord = !isInWord(lower[begin - 1]) && (written.endsWith('*') || !isInWord(lower[end]))
      const near = besides(lower, { begin, end })
      if ((isAnywhere || isWord) && near.some((side) => hasPhrase(side, MAILBOXES)) && !namesSender(near.join(' ')))
        return true
    }
    return false
  })
}

const isInWord = (character = ' '): boolean => /\p{L}/u.test(character)

function besides(lower: string, { begin, end }: { begin: number; end: number }): [string, string] {
  const before = lower.slice(Math.max(0, begin - DISTANCE), begin)
  const after = lower.slice(end, end + DISTANCE / 2)
  return [before.slice(sentenceBegin(before)), after.slice(0, sentenceEnd(after))]
}

const lastOf = (text: string, phrases: readonly string[]): number =>
  Math.max(...phrases.map((phrase) => text.lastIndexOf(phrase)))

const ENDS = ['. ', '! ', '? ', '。', '\n\n']
const sentenceBegin = (text: string): number => Math.max(0, ...ENDS.map((end) => text.lastIndexOf(end) + 1))
const sentenceEnd = (text: string): number =>
  Math.min(text.length, ...ENDS.map((end) => text.indexOf(end)).filter((at) => at >= 0))
