import type { Ctx } from '../core/context.ts'
import { conflict } from '../core/errors.ts'
import { DATE_ORDERS } from '../lib/time/written-date.ts'
import { getPreview, listPreviewRows, previewImport } from '../modules/imports/preview/preview.ts'
import { previewSlice } from '../modules/imports/preview/slice.ts'
import type { ImportPreview, PreviewOptions, PreviewRow, Question } from '../modules/imports/preview-schema.ts'
import type { StateCounts } from '../modules/imports/schema.ts'
import type { Answer } from './command.ts'

/** Returns the preview of the whole file, as in the dashboard. */
export async function previewFile(
  ctx: Ctx,
  {
    id,
    headers,
    options,
    ended,
  }: { id: number; headers: readonly string[]; options: PreviewOptions; ended: AbortSignal },
): Promise<Answer> {
  await previewImport(ctx, { id, ...options })
  const began = performance.now()
  for (;;) {
    if (ended.aborted) throw conflict('Nothing was imported, and the file was deleted.')
    const isOpen = await previewSlice(ctx, { id, budget_ms: SLICE_MS })
    const preview = await getPreview(ctx, { id })
    if (!preview) throw conflict('Someone else changed the columns of this file. Run the command again.')
    if (isOpen || preview.state === 'running' || preview.state === 'queued') reportProgress(began, preview)
    else return previewAnswer(preview, { ...(await shownRows(ctx, id)), headers })
  }
}

/** Short, for a quick response to Ctrl-C and frequent progress. */
export const SLICE_MS = 1_000
const SHOWN = 5

async function shownRows(ctx: Ctx, id: number): Promise<{ changes: PreviewRow[]; problems: PreviewRow[] }> {
  const first = async (result: 'updated' | 'invalid') =>
    (await listPreviewRows(ctx, { id, result })).rows.slice(0, SHOWN)
  return { changes: await first('updated'), problems: await first('invalid') }
}

function previewAnswer(
  preview: ImportPreview,
  { headers, ...rows }: { headers: readonly string[]; changes: PreviewRow[]; problems: PreviewRow[] },
): Answer {
  const { counts, done_rows, error, unknown, questions } = preview
  const also = [
    [counts.suppressed, 'never to be mailed again'],
    [counts.over_limit, "over the plan's limit"],
    [counts.blank, 'empty'],
  ].flatMap(([count, words]) => (count ? [`, ${count} ${words}`] : []))
  const foreseen = `${counts.created} new, ${counts.updated} changed, ${counts.unchanged} unchanged`
  const skipped = `${counts.duplicate} twice in the file, ${counts.invalid} invalid`
  return {
    lines: [
      ...(error === null ? [] : [error]),
      `${error === null ? 'All' : 'Before that'} ${done_rows} rows: ${foreseen}, ${skipped}${also.join('')}.`,
      statesLine(preview.states),
      ...unknown.map(
        ({ column, word, count }) =>
          `  ${headers[column]}: “${word}” in ${count} rows is not a known state. They are not active, unless you decide: --word "${word}=active"`,
      ),
      ...rows.changes.flatMap(({ row_number, email_address, values }) =>
        values.map(
          ({ label, before, after }) => `  row ${row_number} ${email_address}: ${label}: ${before ?? '–'} -> ${after}`,
        ),
      ),
      ...rows.problems.map(({ row_number, message }) => `  row ${row_number}: ${message}`),
      ...questions.map(({ kind, message }) => `${message} ${ANSWERS[kind]}`),
    ],
    data: { ...preview, ...rows },
    failed: preview.state !== 'completed',
  }
}

const ANSWERS: Record<Question['kind'], string> = {
  file_name: 'The options are --state cancelled and --no-unsubscribes.',
  column: 'The options are --map <column>=state and --no-unsubscribes.',
  date_order: `The option is --date-order ${DATE_ORDERS.join('|')}.`,
}

/** Returns a line with the number of subscribers for each state. */
export const statesLine = ({ active, cancelled, bounced, complained, inactive }: StateCounts): string =>
  `${active} become active, ${cancelled} unsubscribed, ${bounced} bounced, ${complained} complained, ${inactive} unconfirmed.`

/** Prints progress to stderr. Programs read the result at the end. */
export function reportProgress(
  began: number,
  { done_rows, progress }: { done_rows: number; progress: number },
  before = 0,
): void {
  const seconds = (performance.now() - began) / 1000
  const rate = (done_rows - before) / seconds
  const left = rate > 0 ? `, ${Math.ceil((done_rows / Math.max(progress, 0.001) - done_rows) / rate)} s left` : ''
  const pace = `${Math.round(rate)} rows/s${left}`
  process.stderr.write(`${done_rows} rows, ${Math.floor(progress * 100)}%, ${pace}\n`)
}
