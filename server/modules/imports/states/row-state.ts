import type { DateOrder } from '../../../lib/time/written-date.ts'
import type { State } from '../../subscribers/schema.ts'
import type { ReadDate } from '../mapping/dates.ts'
import type { ColumnTarget, StateColumn } from '../schema.ts'
import { cellState } from './columns.ts'
import { fold } from './fold.ts'
import { isLeft, saysNothing, stricter } from './words.ts'

/** A word that needs a user's decision. `""`: an empty cell. */
export interface UnknownWord {
  column: number
  word: string
}

/** Combined meaning of a row's state columns. */
export interface RowState {
  state: State
  /** When the subscriber left. */
  at?: Date
  notes: string[]
  unknown: UnknownWord[]
}

/** Returns a parser of a row's state columns, of which the strictest counts. Undefined without such a column. */
export function rowStateParser(
  columns: readonly ColumnTarget[],
  dates: (order: DateOrder) => ReadDate,
): ((cells: readonly string[]) => RowState) | undefined {
  const parsers = columns.flatMap((column, at) =>
    column.target === 'state' ? [{ at, column, readDate: dates(column.date_order ?? 'day_first') }] : [],
  )
  if (parsers.length === 0) return undefined
  return (cells) => {
    const row: RowState = { state: 'active', notes: [], unknown: [] }
    const open: number[] = []
    let isAgreed = false
    for (const { at, column, readDate } of parsers) {
      const text = cells[at] ?? ''
      const read = cellOf(text, column)
      if (read === 'empty') {
        if (column.empty === 'unknown') open.push(at)
      } else if (read === 'unknown') {
        row.state = stricter(row.state, 'inactive')
        row.unknown.push({ column: at, word: text.trim() })
        row.notes.push(`“${text.trim().slice(0, 40)}” is not a known state: not active until you decide`)
      } else {
        isAgreed ||= read.is_consent
        const strict = stricter(row.state, read.state)
        if (strict !== row.state) delete row.at
        row.state = strict
        const isOwn = strict !== 'active' && read.state === strict
        const left = read.at === undefined || !isOwn ? undefined : readDate(read.at)
        if (left) row.at ??= left
      }
    }
    if (isAgreed || open.length === 0 || isLeft(row.state)) return row
    row.state = stricter(row.state, 'inactive')
    row.unknown.push(...open.map((column) => ({ column, word: '' })))
    row.notes.push('No state is given: not active until you decide')
    return row
  }
}

/** Returns the meaning of a cell, or that it is empty or unknown. */
export function cellOf(text: string, column: StateColumn): (ReturnType<typeof cellState> & {}) | 'empty' | 'unknown' {
  const folded = fold(text)
  if (text.trim() === '' || (saysNothing(folded) && column.words?.[folded] === undefined)) {
    const decided = column.words?.['']
    return decided ? { state: decided, is_decided: true, is_consent: decided === 'active' } : 'empty'
  }
  return cellState(text, column) ?? 'unknown'
}
