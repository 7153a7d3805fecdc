import type { Ctx } from '../../../core/context.ts'
import { invalid } from '../../../core/errors.ts'
import { readHead } from '../file/head.ts'
import { type PredictedRow, predictRows } from '../preview/dry-run.ts'
import { roomLeft } from '../preview/preview.ts'
import { type ImportCheck, PreviewOptions } from '../preview-schema.ts'
import { getImport } from '../records.ts'
import { type MappingInput, Outcome } from '../schema.ts'
import { completeStateColumns } from '../states/columns.ts'
import { statesOf } from '../states/counts.ts'
import { foundWords } from '../states/found-words.ts'
import { questionsIn } from '../states/questions.ts'
import { compileColumns, findTypedFields } from './columns.ts'
import { isOwnExport } from './known-columns.ts'
import { resolveColumns } from './resolve-columns.ts'

const SHOWN = 5

/**
 * Returns the effect of these columns on the file's beginning while the creator chooses them. Writes nothing. The preview of the whole file
 * follows later.
 */
export async function checkImport(ctx: Ctx, { id, columns }: MappingInput): Promise<ImportCheck> {
  const { encoding, separator, has_header, headers, filename, state } = await getImport(ctx, { id })
  if (state !== 'ready' || !encoding || !separator)
    throw invalid('This file cannot be checked: it is not ready to be imported')
  const head = await readHead(ctx, { id, encoding, separator, has_header })
  const { rows, is_complete } = head
  const { time_zone, subscriber_limit } = await ctx.db.account.findFirstOrThrow({
    select: { time_zone: true, subscriber_limit: true },
  })
  const complete = completeStateColumns(columns, head)
  const resolved = await resolveColumns(ctx, complete)
  const typed = await findTypedFields(ctx, resolved.columns, resolved.fields)
  const read = compileColumns(resolved.columns, { time_zone, now: ctx.now(), typed, is_exact: isOwnExport(headers) })
  const first = has_header ? 2 : 1
  const room = await roomLeft(ctx)
  const predicted = await predictRows(ctx, {
    rows: rows.map((cells, at) => read(cells, first + at)),
    options: DEFAULT_OPTIONS,
    fields: resolved.fields,
    subscriber_limit,
    state: { done: new Set(), room, new_tags: new Set() },
  })
  const of = (outcome: Outcome) => predicted.filter((one) => one.outcome === outcome)
  const noted = predicted.filter(({ row }) => row.subscriber !== undefined && row.message !== undefined)
  const counts = Object.fromEntries(Outcome.options.map((outcome) => [outcome, of(outcome).length]))
  return {
    rows: predicted.length,
    complete: is_complete,
    counts: counts as ImportCheck['counts'],
    states: statesOf(predicted),
    words: foundWords(rows, complete),
    questions: questionsIn(head, { filename, columns: complete, typed, options: DEFAULT_OPTIONS }),
    room: room && Math.max(0, room),
    changes: of('updated')
      .slice(0, SHOWN)
      .map(({ row: { row_number, email_address }, written }) => ({
        row_number,
        email_address,
        values: written?.values ?? [],
      })),
    problems: toNotedRows(of('invalid')),
    noted_count: noted.length,
    notes: toNotedRows(noted),
  }
}

const toNotedRows = (found: readonly PredictedRow[]) =>
  found.slice(0, SHOWN).map(({ row: { row_number, email_address, message } }) => ({
    row_number,
    email_address: email_address.slice(0, 100),
    message: message ?? '',
  }))

/** The creator chooses options after columns. */
const DEFAULT_OPTIONS = PreviewOptions.parse({})
