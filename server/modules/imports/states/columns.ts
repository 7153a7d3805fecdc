import type { State } from '../../subscribers/schema.ts'
import type { Head } from '../file/head.ts'
import { guessDateOrder } from '../guesses-schema.ts'
import { SERIAL } from '../mapping/dates.ts'
import { isDate } from '../mapping/field-types.ts'
import type { ColumnTarget, StateColumn } from '../schema.ts'
import { fold } from './fold.ts'
import { type HeaderKind, headerKind } from './headers.ts'
import { NEVER, NO_EMAILS, PLANS } from './vocabulary.ts'
import { isLeft, isWordForLeft, readAnswer, readWord, saysNothing } from './words.ts'

/** Columns with more different texts have something else, such as reasons. */
const MAX_STATES = 20

/** Returns the meaning of a state column from its header or most of its words. Undefined: not a state column. */
export function suggestStateColumn(header: string | undefined, cells: readonly string[]): StateColumn | undefined {
  const kind = header === undefined ? undefined : headerKind(header)
  const texts = cells.filter((cell) => !saysNothing(fold(cell)))
  if (texts.length === 0 || kind?.kind === 'other') return undefined
  if (kind?.kind === 'detail' && !mostOf(texts, namesLeft)) return undefined
  if (!(kind?.kind === 'flag' ? isFlag(kind, texts) : hasStates(kind, texts))) return undefined
  return completeStateColumn({ target: 'state' }, { header, cells })
}

/** Completes a chosen column from its header and cells: the meanings of yes and no, and whether empty cells need a decision. */
export function completeStateColumn(
  column: StateColumn,
  { header, cells }: { header: string | undefined; cells: readonly string[] },
): StateColumn {
  const kind = header === undefined ? undefined : headerKind(header)
  const complete = { ...column, ...(column.yes === undefined ? answersOf(kind, cells) : {}) }
  const saysActive = (cell: string) => cellState(cell, complete)?.state === 'active'
  const isOpen = complete.yes === undefined ? cells.some(saysActive) : complete.yes === 'active'
  const { empty: _, ...rest } = complete
  const date_order = guessDateOrder(cells)?.date_order
  return { ...rest, ...(date_order ? { date_order } : {}), ...(isOpen ? { empty: 'unknown' as const } : {}) }
}

/** Returns the meanings of yes and no in a column. */
function answersOf(kind: HeaderKind | undefined, cells: readonly string[]): Pick<StateColumn, 'yes' | 'no'> {
  if (kind?.kind === 'flag') return { yes: kind.yes, no: kind.no }
  if (kind?.kind !== 'status' || kind.no === undefined) return {}
  // A number may be a code.
  const areAnswers = mostOf(cells, (cell) => /\p{L}/u.test(cell) && readAnswer(fold(cell)) !== undefined)
  return areAnswers ? { yes: 'active', no: kind.no } : {}
}

/** Completes all columns of a file. */
export const completeStateColumns = (
  columns: readonly ColumnTarget[],
  { has_header, headers, rows }: Pick<Head, 'has_header' | 'headers' | 'rows'>,
): ColumnTarget[] =>
  withOrderOfFile(
    columns.map((column, at) => {
      if (column.target !== 'state') return column
      return completeStateColumn(column, {
        header: has_header ? headers[at] : undefined,
        cells: rows.map((row) => row[at] ?? ''),
      })
    }),
    rows,
  )

/** Uses the file's date order for ambiguous dates of leaving. */
export function withOrderOfFile(columns: ColumnTarget[], rows: readonly (readonly string[])[]): ColumnTarget[] {
  const guesses = columns.map((_, at) => guessDateOrder(rows.map((row) => row[at] ?? '')))
  const orders = columns.map((column, at) => {
    const guess = guesses[at]
    if (guess?.certain) return guess.date_order
    return guess && column.target !== 'state' && 'date_order' in column ? column.date_order : undefined
  })
  const date_order = orders.find((order) => order !== undefined)
  if (date_order === undefined) return columns
  return columns.map((column, at) =>
    column.target === 'state' && guesses[at]?.certain === false ? { ...column, date_order } : column,
  )
}

const namesLeft = (text: string): boolean => isLeft(readWord(text)?.state)

function isFlag({ yes, no }: { yes: State; no: State }, texts: readonly string[]): boolean {
  if (areNumbersOf(yes, texts) || mostOf(texts, (text) => /:\/\/|@/.test(text))) return false
  const isKnown = (text: string) => readAnswer(fold(text)) !== undefined || readWord(text) !== undefined
  // A column called "newsletter" may contain names of newsletters.
  if (yes === 'active') return mostOf(texts, isKnown) || (no === 'inactive' && mostOf(texts, isDay))
  return distinct(texts.filter((text) => !isKnown(text) && !isDay(text))).size <= MAX_STATES
}

function hasStates(kind: HeaderKind | undefined, texts: readonly string[]): boolean {
  if (mostOf(texts, isDay)) return false
  const isPlan = (text: string) => kind?.kind === 'status' && kind.has_plans === true && PLANS.has(fold(text))
  const areKnown = mostOf(texts, (text) => readWord(text) !== undefined && !isPlan(text))
  if (kind?.kind !== 'status') return areKnown && texts.some((text) => readWord(text)?.is_weak === false)
  return areKnown || (!kind.is_broad && distinct(texts).size <= MAX_STATES)
}

/** A cell of a state column: state, date, and folded word. */
interface CellState {
  state: State
  is_decided: boolean
  /** True for consent, unlike "not bounced" and "verified". */
  is_consent: boolean
  at?: string
}

/** Parses a cell of a state column. Undefined: unknown text that needs a user's decision. */
export function cellState(text: string, { yes, no, words }: StateColumn): CellState | undefined {
  const folded = fold(text)
  const decided = words?.[folded]
  if (decided) return { state: decided, is_decided: true, is_consent: decided === 'active' }
  const answer = yes === undefined ? undefined : readAnswer(folded)
  const is_consent = yes === 'active' && no === 'cancelled'
  if (answer)
    return {
      state: (answer === 'yes' ? yes : no) ?? 'inactive',
      is_decided: false,
      is_consent: is_consent && answer === 'yes',
    }
  if (yes !== undefined && isDay(text)) return { state: yes, is_decided: false, is_consent, at: text }
  const known = readWord(text)
  return known && { state: known.state, is_decided: false, is_consent: known.state === 'active' && !known.is_weak }
}

/** Returns whether a cell of an unmapped column suggests that someone left. */
export function looksLeft(header: string, cell: string): boolean {
  const folded = fold(cell)
  const kind = headerKind(header)
  const means_left = kind?.kind === 'flag' && kind.yes === 'active' ? 'no' : 'yes'
  const answer = readAnswer(folded)
  if (kind?.kind === 'flag' && kind.yes === 'active' && NO_EMAILS.has(folded)) return true
  if (saysNothing(folded) || (answer && answer !== means_left) || /:\/\//.test(cell)) return false
  if (kind === undefined) return isWordForLeft(cell)
  if (kind.kind === 'other') return false
  if (kind.kind === 'status') return isWordForLeft(cell)
  if (kind.kind === 'flag' && kind.yes === 'active') return answer === 'no' || isWordForLeft(cell) || NEVER.has(folded)
  return readWord(cell)?.state !== 'active'
}

/** Returns whether the flag's cells are counts, such as bounces. No one leaves more than once, and a 2 beside a 1 may be a no. */
export function areNumbersOf(yes: State, texts: readonly string[]): boolean {
  if (yes === 'cancelled' || texts.every((text) => text.trim() === '0' || isSerialDay(text))) return false
  const numbers = texts.map((text) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : -1))
  return !numbers.includes(-1) && Math.max(...numbers) > (yes === 'active' ? 2 : 1)
}

/** Serial day of a spreadsheet, from 1982 to 2064. */
const isSerialDay = (text: string): boolean => SERIAL.test(text.trim())
const isDay = (text: string): boolean => isDate(text) || isSerialDay(text)

const distinct = (texts: readonly string[]) => new Set(texts.map(fold))

const mostOf = (texts: readonly string[], is: (text: string) => boolean): boolean =>
  texts.filter(is).length * 2 >= texts.length && texts.length > 0
