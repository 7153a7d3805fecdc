import { DATE_ORDERS, readWrittenDate } from '../../../lib/time/written-date.ts'
import { type FieldType, fitsType, readFieldValue } from '../../custom-fields/field-types-schema.ts'
import { guessDateOrder } from '../guesses-schema.ts'
import { fold } from '../states/fold.ts'

/** Digits in columns with such a name are names of something, and their zeros count. */
const NUMBERED = new Set(
  `id ids zip zipcode zipcodes postal postcode plz cap cep code codes phone mobile tel telefon telephone telefono fax sku isbn vat ean number nr no
   nummer numero account cpf cnpj siret`.split(/\s+/),
)
const YES_NO = new Set(['yes', 'no', 'true', 'false'])

/** Returns the type of a new field whose values all have one form; undefined for text. Values of our own exports must stay as they are. */
export function guessFieldType(
  header: string,
  cells: readonly string[],
  { is_own }: { is_own: boolean },
): Exclude<FieldType, 'text' | 'choice' | 'choices'> | undefined {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (texts.length === 0) return undefined
  const type = texts.every((text) => YES_NO.has(text.toLowerCase()))
    ? 'yes_no'
    : texts.every(isNumber)
      ? !fold(header)
          .split(' ')
          .some((word) => NUMBERED.has(word)) && 'number'
      : areDays(texts) && 'date'
  if (!type || (is_own && !cells.every((cell) => cell === '' || fitsType({ type, choices: [] }, cell))))
    return undefined
  return type
}

/** Whether at least half of the texts are dates in either order. */
export const areDates = (texts: readonly string[]): boolean =>
  texts.length > 0 && texts.filter(isDate).length * 2 >= texts.length

/** Seconds or milliseconds since 1970. */
const EPOCH = /^1\d{9}(?:\d{3})?$/

/** Whether a text is a date in either order, or such a number. */
export const isDate = (text: string): boolean =>
  EPOCH.test(text.trim()) || DATE_ORDERS.some((order) => readWrittenDate(text.trim(), order) !== undefined)

/** Without leading zeros, a plus sign, and commas, which may be decimal or between thousands. */
const isNumber = (text: string): boolean =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(text) &&
  'value' in readFieldValue({ type: 'number', choices: [] }, text)

/** Whether all texts are days without a time, in one form. */
function areDays(texts: readonly string[]): boolean {
  const order = guessDateOrder(texts)?.date_order ?? 'day_first'
  return texts.every((text) => !/^\d+$|:/.test(text) && readWrittenDate(text, order) !== undefined)
}
