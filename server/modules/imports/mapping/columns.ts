import type { Ctx } from '../../../core/context.ts'
import { storable } from '../../../core/wire.ts'
import { writtenAddress } from '../../../lib/text/email-address.ts'
import { singleLine } from '../../../lib/text/single-line.ts'
import { trimCharacters } from '../../../lib/text/trim-characters.ts'
import { type FieldFormat, readFieldValue } from '../../custom-fields/field-types-schema.ts'
import type { State } from '../../subscribers/schema.ts'
import type { ColumnTarget } from '../schema.ts'
import { rowStateParser, type UnknownWord } from '../states/row-state.ts'
import { dateParser, type ReadDate } from './dates.ts'
import type { FieldLabels } from './resolve-columns.ts'
import { tagNames } from './tags.ts'

/** A row of the file, parsed by its columns. */
export interface ReadRow {
  row_number: number
  cells: string[]
  /** Normalized if valid, otherwise the cell's text. */
  email_address: string
  subscriber: ReadSubscriber | undefined
  /** Why there is no subscriber, or which values were ignored. */
  message: string | undefined
  blank: boolean
  /** Words of state columns that need a user's decision. */
  unknown: readonly UnknownWord[]
}

/** Properties come only from filled cells: an empty cell never erases a stored value. */
export interface ReadSubscriber {
  email_address: string
  first_name?: string
  created_at?: Date
  /** Absent for active subscribers, whose state follows the import's options. */
  state?: State
  /** When the subscriber left elsewhere. */
  state_at?: Date
  values: { custom_field_id: number; value: string }[]
  tags: string[]
}

export type ReadCells = (cells: string[], row_number: number) => ReadRow

/** Further facts for parsing columns. */
export interface ColumnContext {
  /** For dates without a time zone. */
  time_zone: string
  now: Date
  /** Custom fields other than text, by id. */
  typed: TypedFields
  /** The file is our own export, whose blanks belong to values. */
  is_exact?: boolean
}

export type TypedFields = ReadonlyMap<number, FieldFormat & { label: string }>

/** Returns the mapped fields with a type to parse, including those in `created`, which the import would create. */
export async function findTypedFields(
  ctx: Ctx,
  columns: readonly ColumnTarget[],
  created: FieldLabels = new Map(),
): Promise<TypedFields> {
  const ids = columns.flatMap((column) => (column.target === 'field' ? [column.custom_field_id] : []))
  const fields = await ctx.sql.rows<FieldFormat & { id: number; label: string }>(
    `select id, label, type, choices from custom_field where account_id = $1 and id = any ($2::int[]) and type <> 'text'`,
    [ids],
  )
  const typed = new Map<number, FieldFormat & { label: string }>(fields.map((field) => [field.id, field]))
  for (const [id, { label, new_format }] of created)
    if (new_format && new_format.type !== 'text') typed.set(id, { ...new_format, label })
  return typed
}

/** Compiles the columns into a function that parses a row in a few microseconds. */
export function compileColumns(columns: readonly ColumnTarget[], context: ColumnContext): ReadCells {
  const address_at = columns.findIndex(({ target }) => target === 'email_address')
  const readState = rowStateParser(columns, (date_order) => dateParser({ ...context, date_order }))
  const clean = context.is_exact ? exactText : cleanText
  const parsers = columns.map((column, at) => ({ at, read: columnParser(column, context) })).filter(({ read }) => read)
  return (cells, row_number) => {
    const written = cleanText(cells[address_at])
    const email_address = writtenAddress(written)
    const row: ReadRow = {
      row_number,
      cells,
      email_address: email_address ?? written,
      subscriber: undefined,
      message: undefined,
      blank: false,
      unknown: [],
    }
    if (email_address === undefined) {
      row.blank = written === '' && cells.every((cell) => cell.trim() === '')
      row.message = row.blank
        ? 'The row is empty'
        : written === ''
          ? 'There is no email address'
          : 'Email address is invalid'
      return row
    }
    const subscriber: ReadSubscriber = { email_address, values: [], tags: [] }
    const notes: string[] = []
    for (const { at, read } of parsers) {
      const text = clean(cells[at])
      const note = text === '' ? undefined : read?.(subscriber, text)
      if (note) notes.push(note)
    }
    const said = readState?.(cells)
    if (said) {
      if (said.state !== 'active') subscriber.state = said.state
      if (said.at) subscriber.state_at = said.at
      row.unknown = said.unknown
      notes.push(...said.notes)
    }
    if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      notes.push(`The row has ${cells.length} cells, the header ${columns.length}: the rest was ignored`)
    }
    row.subscriber = subscriber
    if (notes.length > 0) row.message = notes.join('; ')
    return row
  }
}

/** Applies one cell. Returns a note if its text is unusable. */
type ReadCell = (subscriber: ReadSubscriber, text: string) => string | undefined

function columnParser(column: ColumnTarget, context: ColumnContext): ReadCell | undefined {
  switch (column.target) {
    case 'first_name':
      return (subscriber, text) => {
        if (text.length > 255) return 'First name is too long and was ignored'
        subscriber.first_name = singleLine(text)
      }
    case 'tags':
      return (subscriber, text) => {
        const names = tagNames(text, column.separator ?? ',', context)
        subscriber.tags.push(...names.filter((name) => name.length <= 255))
        return names.some((name) => name.length > 255) ? 'A tag name is too long and was ignored' : undefined
      }
    case 'created_at':
      return createdAtParser(dateParser({ ...context, date_order: column.date_order ?? 'day_first' }))
    case 'field': {
      const { custom_field_id, date_order } = column
      const format = context.typed.get(custom_field_id)
      if (format)
        return (subscriber, text) => {
          const read = readFieldValue(format, text, date_order)
          if ('problem' in read) return `${format.label} ${read.problem}: “${text.slice(0, 40)}” was ignored`
          if (read.value !== '') subscriber.values.push({ custom_field_id, value: read.value })
        }
      return (subscriber, value) => {
        if (value.length > MAX_VALUE_BYTES / 4 && Buffer.byteLength(value) > MAX_VALUE_BYTES) {
          return 'A value is too long and was ignored'
        }
        subscriber.values.push({ custom_field_id, value })
      }
    }
    default:
      return undefined
  }
}

const createdAtParser =
  (read: ReadDate): ReadCell =>
  (subscriber, text) => {
    const date = read(text)
    if (!date) return `"${text.slice(0, 40)}" is not a date in the past: the date of the import was used`
    subscriber.created_at = date
  }

const MAX_VALUE_BYTES = 65_535

/** Returns storable text without the whitespace and invisible characters that spreadsheets add around it. */
function cleanText(cell: string | undefined): string {
  if (cell === undefined || PLAIN.test(cell)) return cell ?? ''
  return trimCharacters(storable(cell), (character) => INVISIBLE.test(character)).replace(NEUTRALIZED, '')
}

/** Returns storable text, including blanks. */
function exactText(cell: string | undefined): string {
  if (cell === undefined || PLAIN.test(cell)) return cell ?? ''
  return storable(cell).replace(NEUTRALIZED, '')
}

/**
 * Fast path for most cells: ASCII that starts and ends with an alphanumeric character, so nothing needs trimming. Runs in linear time: one
 * class, then one character.
 */
const PLAIN = /^(?:[A-Za-z0-9](?:[ -~]*[A-Za-z0-9])?)?$/

/** The apostrophe that exports prepend to text that a spreadsheet would treat as a formula (S4). */
export const NEUTRALIZED = /^'(?='*[=+\-@\t\r＝＋－＠])/

const INVISIBLE = /[\s\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/
