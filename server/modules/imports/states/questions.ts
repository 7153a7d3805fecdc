import type { Ctx } from '../../../core/context.ts'
import type { State } from '../../subscribers/schema.ts'
import { type Head, readHead } from '../file/head.ts'
import { guessDateOrder } from '../guesses-schema.ts'
import { findTypedFields, type TypedFields } from '../mapping/columns.ts'
import { exportingService, isKnownExportColumn, isOwnExport } from '../mapping/known-columns.ts'
import { tagNames } from '../mapping/tags.ts'
import type { PreviewOptions, Question } from '../preview-schema.ts'
import type { ColumnTarget, Import, TagSeparator } from '../schema.ts'
import { areNumbersOf, cellState, looksLeft, suggestStateColumn } from './columns.ts'
import { fold } from './fold.ts'
import { type HeaderKind, headerKind, stateOfFile } from './headers.ts'
import { doubtIn, isDoubtOpen } from './hints.ts'
import { rowStateParser } from './row-state.ts'
import { isWordForLeft, readAnswer, saysNothing } from './words.ts'

type Service = ReturnType<typeof exportingService>
type Options = Pick<PreviewOptions, 'state' | 'has_no_unsubscribes'>

/** Returns the questions to answer before an import starts, from the file's beginning. */
export async function findQuestions(ctx: Ctx, file: Import, options: Options): Promise<Question[]> {
  const { id, encoding, separator, has_header, columns } = file
  if (file.state !== 'ready' || !encoding || !separator) return []
  const head = await readHead(ctx, { id, encoding, separator, has_header })
  return questionsIn(head, { filename: file.filename, columns, typed: await findTypedFields(ctx, columns), options })
}

/** Returns the questions in a parsed head. */
export function questionsIn(
  head: Pick<Head, 'headers' | 'has_header' | 'rows' | 'is_complete'>,
  {
    filename,
    columns,
    typed,
    options,
  }: { filename: string; columns: readonly ColumnTarget[]; typed: TypedFields; options: Options },
): Question[] {
  const cellsAt = (at: number) => head.rows.map((row) => row[at] ?? '')
  const questions: Question[] = []
  for (const [at, column] of columns.entries()) {
    if (isDateColumn(column, typed) && guessDateOrder(cellsAt(at))?.certain === false)
      questions.push(dateQuestion(head.headers[at] ?? '', at))
  }
  if (options.has_no_unsubscribes || options.state !== 'active') return questions
  const read = rowStateParser(columns, () => () => undefined)
  const active = head.rows.filter((row) => (read?.(row).state ?? 'active') === 'active')
  // Custom fields of our own exports never mean states.
  const service = exportingService(head.headers)
  const others = isOwnExport(head.headers) ? [] : columns
  for (const [at, column] of others.entries()) {
    const { target } = column
    if (target === 'email_address' || target === 'first_name' || target === 'state') continue
    const header = head.has_header ? head.headers[at] : undefined
    const saysLeft = column.target === 'tags' ? tagsParser(column.separator) : leftParser(header, cellsAt(at), service)
    const left = active.filter((row) => saysLeft(row[at] ?? ''))
    const isOpen = !head.is_complete && isEmptyState(header, cellsAt(at), service)
    if (left.length > 0 || isOpen) questions.push(columnQuestion(head.headers[at] ?? '', at))
  }
  const state = stateOfFile(filename)
  if (state && active.length === head.rows.length) questions.unshift(fileQuestion(filename, state))
  return questions
}

/** Returns a parser that decides whether a cell of an ignored column means leaving. */
function leftParser(header: string | undefined, cells: readonly string[], service: Service): (cell: string) => boolean {
  const suggested = suggestStateColumn(header, cells)
  if (!suggested) {
    if (header === undefined) return () => false
    const kind = headerKind(header)
    const texts = cells.filter((cell) => !saysNothing(fold(cell)))
    if (kind?.kind === 'flag' && areNumbersOf(kind.yes, texts)) return () => false
    const is_doubtful = (kind === undefined || isBroad(kind)) && !isKnownExportColumn(header, service)
    const isDoubtful = is_doubtful ? doubtIn(header, cells) : undefined
    return (cell) => looksLeft(header, cell) || isDoubtful?.(cell) === true
  }
  return (cell) => {
    const said = saysNothing(fold(cell)) ? undefined : cellState(cell, suggested)?.state
    return said !== undefined && said !== 'active'
  }
}

/** Returns whether a column may have states or something else. */
const isBroad = (kind: HeaderKind): boolean => kind.kind === 'status' && kind.is_broad

/** Returns a parser that decides whether a tag in a cell means leaving. */
const tagsParser =
  (separator: TagSeparator = ',') =>
  (cell: string): boolean =>
    tagNames(cell, separator).some((name) => isWordForLeft(name))

/**
 * Returns whether all rows read so far leave a column about leaving empty or no, or in doubt: the others may contain subscribers who left.
 */
function isEmptyState(header: string | undefined, cells: readonly string[], service: Service): boolean {
  if (header === undefined) return false
  const kind = headerKind(header)
  if (kind === undefined || isBroad(kind)) return !isKnownExportColumn(header, service) && isDoubtOpen(header, cells)
  if (kind.kind === 'other') return false
  if (kind.kind === 'flag' && kind.yes === 'active') return false
  return cells.every((cell) => saysNothing(fold(cell)) || readAnswer(fold(cell)) === 'no')
}

const isDateColumn = (column: ColumnTarget, typed: TypedFields): boolean => {
  if (column.target === 'created_at') return column.date_order === undefined
  if (column.target === 'field')
    return column.date_order === undefined && typed.get(column.custom_field_id)?.type === 'date'
  return column.target === 'new_field' && column.type === 'date' && column.date_order === undefined
}

const LEFT: Partial<Record<State, string>> = {
  inactive: 'have not agreed to get emails or no longer get them',
  cancelled: 'unsubscribed',
  bounced: 'bounced',
  complained: 'complained',
}

const dateQuestion = (header: string, column: number): Question => ({
  kind: 'date_order',
  column,
  message: `The dates in “${header}” can be read in two ways. Choose whether the day or the month comes first.`,
})

const fileQuestion = (filename: string, state: State): Question => ({
  kind: 'file_name',
  column: null,
  message: `“${filename}” sounds like a list of subscribers who ${LEFT[state]}, and they would become active. Import them as ${state === 'inactive' ? 'unconfirmed' : 'unsubscribed'}, or confirm that they agreed to get your emails.`,
})

const columnQuestion = (header: string, column: number): Question => ({
  kind: 'column',
  column,
  message: `“${header}” may say who unsubscribed, and is not imported as “Subscriber state”. Choose that for the column, or confirm that these subscribers agreed to get your emails.`,
})
