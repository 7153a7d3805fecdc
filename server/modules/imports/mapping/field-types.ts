import { DATE_ORDERS, readWrittenDate } from '../../../lib/time/written-date.ts'
import { type FieldType, fitsType, readFieldValue } from '../../custom-fields/field-types-schema.ts'
import { guessDateOrder } from '../guesses-schema.ts'
import { fold } from '../states/fold.ts'
import { SERIAL } from './dates.ts'

/** Digits in columns with such a word are identifiers or times, so leading zeros matter. */
const NUMBERED = new Set(
  'id ids plz cap cep cp psc kod code codes cod fax sku isbn vat ssn pin siret ean number nr no n nummer numero account konto cpf cnpj year timestamp version'.split(
    ' ',
  ),
)
const NUMBERED_PARTS =
  /^(?:zip|post|codigo|tel|phone|fon|mobil|movil|handy|cell|gsm|whatsapp)|(?:nummer|numer|nr|phone|fon|zahl|番号)\d*$/

/** In columns with such a word, "NO" is Norway or its language. */
const CODED = new Set(
  `country countries nation nationality land region state locale lang language languages cc pays langue pais idioma paese lingua sprache staat taal
   kraj jezyk sprog sprak zeme jazyk страна язык 国 国籍 言語`.split(/\s+/),
)

/** Returns the type of a new field whose values all have one format. Undefined: text. Values of our own exports must not change. */
export function guessFieldType(
  header: string,
  cells: readonly string[],
  { is_own }: { is_own: boolean },
): Exclude<FieldType, 'text' | 'choice' | 'choices'> | undefined {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (texts.length === 0) return undefined
  const words = fold(header).split(' ')
  const type = areAnswers(texts)
    ? !words.some((word) => CODED.has(word)) && 'yes_no'
    : areNumbers(texts)
      ? !words.some((word) => NUMBERED.has(word) || NUMBERED_PARTS.test(word)) && 'number'
      : areDays(texts) && 'date'
  if (!type || (is_own && !cells.every((cell) => cell === '' || fitsType({ type, choices: [] }, cell))))
    return undefined
  return type
}

/** Returns whether at least half of the texts are dates in either order, or serial days in a column with a date header. */
export const areDates = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.filter((text) => isDate(text) || SERIAL.test(text.trim())).length * 2 >= texts.length

/** Seconds or milliseconds since 1970. */
const EPOCH = /^1\d{9}(?:\d{3})?$/

/** Returns whether a text is a date in either order, or such a number. */
export const isDate = (text: string): boolean =>
  EPOCH.test(text.trim()) || DATE_ORDERS.some((order) => readWrittenDate(text.trim(), order) !== undefined)

/** Returns whether all texts are yes or no. Single characters count only together with their opposite. */
function areAnswers(texts: readonly string[]): boolean {
  const answers = texts.map((text) => readFieldValue({ type: 'yes_no', choices: [] }, text))
  const found = new Set(answers.map((answer) => 'value' in answer && answer.value))
  return !found.has(false) && (found.size > 1 || texts.every((text) => text.length > 1))
}

/** Returns whether all texts are numbers in one format, and none is a phone number, a year or another identifier of fixed length. */
function areNumbers(texts: readonly string[]): boolean {
  if (!NUMBER_FORMS.some((form) => texts.every((text) => form.test(text)))) return false
  if (texts.some((text) => THOUSANDS.test(text)) && texts.every((text) => THOUSANDS.test(text) || !text.includes('.')))
    return false
  if (!texts.every((text) => /^\d+$/.test(text))) return true
  const lengths = new Set(texts.map((text) => text.length))
  const longest = Math.max(...lengths)
  return longest < 9 && (longest < 4 || lengths.size > 1)
}

/** 1.234 is one thousand in half of Europe, and just above one elsewhere. */
const THOUSANDS = /^-?[1-9]\d{0,2}\.\d{3}$/

/** Without leading zeros and plus sign. A comma before three digits may separate thousands, and so may a point beside commas. */
const NUMBER_FORMS = [
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/,
  /^-?(?:(?:0|[1-9]\d{0,14})(?:,(?:\d{1,2}|\d{4,10}))?|[1-9]\d{0,2}(?:[. ]\d{3}){1,4},\d{1,2})$/,
]

/** Returns whether all texts are days without a time, in one format. */
function areDays(texts: readonly string[]): boolean {
  const order = guessDateOrder(texts)?.date_order ?? 'day_first'
  return texts.every(
    (text) => !/^\d+$|:| \d{1,2}\.\d{2}(?!\d)/.test(text) && readWrittenDate(text, order) !== undefined,
  )
}
