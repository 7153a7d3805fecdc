import { t } from '../../lib/locale/texts.ts'
import { type DateOrder, readWrittenDate } from '../../lib/time/written-date.ts'

// Types of custom fields: the texts that each type accepts, and the form in which its values are stored. Values are text everywhere else,
// including the API, which accepts any text for any type (decision 0016).

export const FIELD_TYPES = ['text', 'number', 'date', 'choice', 'choices', 'yes_no'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export interface FieldFormat {
  type: FieldType
  /** Labels of `choice` and `choices`, in display order. Empty for other types. */
  choices: readonly string[]
}

export const hasChoices = (type: string): type is 'choice' | 'choices' => type === 'choice' || type === 'choices'

/** Separates chosen labels. Labels cannot contain commas or semicolons. */
const CHOICE_SEPARATOR = ', '
export const YES = 'Yes'
export const NO = 'No'

/** The value stored for a text, or the accepted format. An empty text is stored as it is and clears the value. */
export type ReadValue = { value: string } | { problem: string }

/**
 * Reads text from an input or a file. A number has a decimal point and may have commas between thousands, or the reverse where that is the
 * only possible reading. `date_order` decides which part of 03/04/2026 is the month.
 */
export function readFieldValue(
  { type, choices }: FieldFormat,
  given: string,
  date_order: DateOrder = 'month_first',
): ReadValue {
  const text = given.trim()
  if (type === 'text') return { value: given }
  if (text === '') return { value: '' }
  switch (type) {
    case 'number':
      return orProblem(readNumber(text), () => t`must be a number such as 12.5`)
    case 'date':
      return orProblem(readDay(text, date_order), () => t`must be a date such as 2026-11-24`)
    case 'choice':
      return orProblem(findChoice(choices, text), () => t`must be one of: ${shortList(choices)}`)
    case 'choices':
      return orProblem(readChoices(choices, text), () => t`must be some of: ${shortList(choices)}`)
    case 'yes_no':
      return orProblem(readYesNo(text), () => t`must be ${t`Yes`} or ${t`No`}`)
  }
}

/** Returns the chosen labels of a stored value, including labels that are no longer offered. */
export const splitChoices = (value: string): string[] =>
  value
    .split(/[,;]/)
    .map((label) => label.trim())
    .filter((label) => label !== '')

/** Returns the stored value of chosen labels, in the order of the field's choices. */
export function joinChoices(choices: readonly string[], chosen: readonly string[]): string {
  const known = choices.filter((label) => chosen.includes(label))
  const others = chosen.filter((label) => !choices.includes(label))
  return [...known, ...others].join(CHOICE_SEPARATOR)
}

/** Returns whether a stored value has the form of its type. Values in other forms stay until someone changes them. */
export function fitsType(format: FieldFormat, value: string): boolean {
  if (format.type === 'choices') return value.split(CHOICE_SEPARATOR).every((label) => format.choices.includes(label))
  const read = readFieldValue(format, value)
  return 'value' in read && read.value === value
}

const orProblem = (value: string | undefined, problem: () => string): ReadValue =>
  value === undefined ? { problem: problem() } : { value }

const SHOWN_CHOICES = 5
const shortList = (choices: readonly string[]) =>
  choices.slice(0, SHOWN_CHOICES).join(', ') + (choices.length > SHOWN_CHOICES ? ', …' : '')

const MAX_DIGITS = 50

/** Returns the number without plus sign, thousands separators and redundant zeros: `12.5`. */
function readNumber(text: string): string | undefined {
  if (text.length > MAX_DIGITS) return undefined
  const plain = text.replace('−', '-')
  const match = POINTED.exec(plain) ?? WITH_COMMA.exec(plain)
  if (!match) return undefined
  const [, sign, whole = '', decimals = ''] = match
  if (whole === '' && decimals === '') return undefined
  const left = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0'
  let right = decimals
  while (right.endsWith('0')) right = right.slice(0, -1)
  const number = right === '' ? left : `${left}.${right}`
  return sign === '-' && number !== '0' ? `-${number}` : number
}

const POINTED = /^([-+]?)([1-9]\d{0,2}(?:,\d{3})+|\d*)(?:\.(\d*))?$/
/** `1,5` and `1.234,50`. A comma before exactly three digits separates thousands, and a single point is a decimal point. */
const WITH_COMMA = /^([-+]?)(\d+|[1-9]\d{0,2}(?:[. \u00a0\u202f'’]\d{3})+)(?:,(\d+))?$/

/** Returns the calendar day as YYYY-MM-DD, without a time after it. */
function readDay(text: string, order: DateOrder): string | undefined {
  const date = readWrittenDate(text, order)
  if (!date) return undefined
  const two = (part: number) => String(part).padStart(2, '0')
  return `${String(date.year).padStart(4, '0')}-${two(date.month)}-${two(date.day)}`
}

function findChoice(choices: readonly string[], text: string): string | undefined {
  const folded = text.toLowerCase()
  return choices.find((label) => label.toLowerCase() === folded)
}

function readChoices(choices: readonly string[], text: string): string | undefined {
  const found = splitChoices(text).map((label) => findChoice(choices, label))
  return found.length === 0 || found.includes(undefined)
    ? undefined
    : joinChoices(
        choices,
        found.filter((label) => label !== undefined),
      )
}

const words = (text: string) => new Set(text.split(/\s+/))
const YES_WORDS = words(
  'yes y true t 1 on x ✓ ja j wahr oui o vrai sí si s sim verdadero verdadeiro vero waar tak да はい 是',
)
const NO_WORDS = words('no n false f 0 off nein falsch non faux falso não nao nee onwaar nej nei nie нет いいえ 否')

function readYesNo(text: string): string | undefined {
  const folded = text.toLowerCase()
  return YES_WORDS.has(folded) ? YES : NO_WORDS.has(folded) ? NO : undefined
}
