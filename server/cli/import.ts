import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Ctx, systemCtx } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { DATE_ORDERS } from '../lib/time/written-date.ts'
import { runSlice } from '../modules/imports/apply/slice.ts'
import { appendPiece, createImport, findStopped } from '../modules/imports/file/upload.ts'
import { guessDateOrder } from '../modules/imports/guesses-schema.ts'
import { analyzeImport } from '../modules/imports/mapping/analysis.ts'
import { PreviewInput, type PreviewOptions } from '../modules/imports/preview-schema.ts'
import { getImport, getImportProgress } from '../modules/imports/records.ts'
import { type ColumnTarget, type Import, NewImport, NewState, StartInput } from '../modules/imports/schema.ts'
import {
  deleteImport,
  effectiveOptions,
  resumeImport,
  setColumns,
  startImport,
  stopImport,
} from '../modules/imports/service.ts'
import { fold } from '../modules/imports/states/fold.ts'
import { CONSENT_SOURCES, PIECE_BYTES } from '../modules/imports/values-schema.ts'
import { STATES } from '../modules/subscribers/values-schema.ts'
import { accountOf } from './accounts.ts'
import { type Answer, type Command, numeric, required, UsageError, type Values } from './command.ts'
import { previewFile, reportProgress, SLICE_MS, statesLine } from './import-preview.ts'
import { interruptible } from './interrupt.ts'

const TARGETS = ['email_address', 'first_name', 'tags', 'created_at', 'state', 'ignore'] as const

export const importFile: Command = {
  summary: 'imports the subscribers of a CSV file into an account; --dry-run shows what it would do',
  usage: `import <file> --account <id> | --email <owner> --consent ${Object.keys(CONSENT_SOURCES).join('|')} [--consent-note <text>]
      [--map <column>=${TARGETS.join('|')}|field:<label>]... [--tag <name>]... [--state ${NewState.options.join('|')}] [--leave-existing]
      [--word <word of a state column>=${STATES.join('|')}]... [--no-unsubscribes] [--date-order ${DATE_ORDERS.join('|')}]
      [--form <id>] [--sequence <id>] [--double-opt-in] [--dry-run]`,
  positional: 'file',
  options: {
    account: { type: 'string' },
    email: { type: 'string' },
    consent: { type: 'string' },
    'consent-note': { type: 'string' },
    map: { type: 'string', multiple: true },
    tag: { type: 'string', multiple: true },
    word: { type: 'string', multiple: true },
    'no-unsubscribes': { type: 'boolean', default: false },
    'date-order': { type: 'string' },
    state: { type: 'string' },
    'leave-existing': { type: 'boolean', default: false },
    form: { type: 'string' },
    sequence: { type: 'string' },
    'double-opt-in': { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
  async run(values) {
    const { file } = values
    if (typeof file !== 'string') throw new UsageError('Name the file to import')
    const ctx = systemCtx(await accountOf(values))
    const is_dry = values['dry-run'] === true
    const options = optionsOf(values, is_dry)
    return interruptible(async (ended) => {
      const new_import = await announced(file)
      const stopped_import = is_dry ? null : await findStopped(ctx, new_import)
      if (
        stopped_import &&
        isDeepStrictEqual(
          stopped_import.options,
          effectiveOptions(StartInput.parse({ ...options, id: stopped_import.id })),
        )
      ) {
        process.stderr.write(`Continuing import ${stopped_import.id} after ${stopped_import.done_rows} rows.\n`)
        await resumeImport(ctx, { id: stopped_import.id })
        return apply(ctx, { id: stopped_import.id, ended })
      }
      const begun = await begin(ctx, { file, read: new_import, options, values, is_dry, ended })
      return 'answer' in begun ? begun.answer : apply(ctx, { id: begun.id, ended })
    })
  },
}

interface Beginning {
  file: string
  read: NewImport
  options: PreviewOptions
  values: Values
  is_dry: boolean
  ended: AbortSignal
}

/** Uploads the file and shows a preview, then starts the import unless only a preview was requested. */
async function begin(
  ctx: Ctx,
  { file, read, options, values, is_dry, ended }: Beginning,
): Promise<{ id: number } | { answer: Answer }> {
  const uploaded = await upload(ctx, { file, read })
  const { id } = uploaded
  let isStarted = false
  try {
    if (uploaded.state === 'failed') throw invalid(uploaded.error ?? 'This file cannot be read')
    await setColumns(ctx, { id, columns: mapped(uploaded, values) })
    const answer = await previewFile(ctx, { id, headers: uploaded.headers, options, ended })
    if (is_dry || answer.failed) return { answer }
    process.stderr.write(`${answer.lines.join('\n')}\n`)
    await startImport(ctx, StartInput.parse({ ...options, id }))
    isStarted = true
    return { id }
  } finally {
    // A file that is not imported is deleted.
    if (!isStarted) await deleteImport(ctx, { id })
  }
}

/** Applies rows until the end, or until the import is stopped here or on its page. */
async function apply(ctx: Ctx, { id, ended }: { id: number; ended: AbortSignal }): Promise<Answer> {
  const began = performance.now()
  const { done_rows: earlier_rows } = await getImportProgress(ctx, { id })
  for (let isStopping = false; ; ) {
    if (ended.aborted && !isStopping && (await isOpen(ctx, id))) {
      isStopping = true
      await stopImport(ctx, { id })
    }
    // A worker may apply rows at the same time. Applied rows are skipped.
    const hasMore = await runSlice(ctx, { id, budget_ms: SLICE_MS })
    if (!hasMore && !(await isOpen(ctx, id))) break
    reportProgress(began, await getImportProgress(ctx, { id }), earlier_rows)
  }
  const ended_import = await getImport(ctx, { id })
  const counts = Object.entries(ended_import.counts).map(([result, count]) => `${count} ${result}`)
  return {
    lines: [
      `Import ${id} is ${ended_import.state}: ${ended_import.done_rows} rows, ${counts.join(', ')}.`,
      statesLine(ended_import.states),
      ...(ended_import.error ? [ended_import.error] : []),
      ...(ended_import.state === 'stopped'
        ? ['What was added stays. The same command continues with the next row.']
        : []),
    ],
    data: ended_import,
    failed: ended_import.state !== 'completed',
  }
}

/** A dry run needs no declared consent. */
function optionsOf(values: Values, isDry: boolean): PreviewOptions {
  if (values.state !== undefined && !NewState.safeParse(values.state).success)
    throw new UsageError(`--state is one of ${NewState.options.join(', ')}`)
  const result = (isDry ? PreviewInput : StartInput).safeParse({
    id: 1,
    consent_source: isDry ? values.consent : required(values, 'consent'),
    consent_note: values['consent-note'],
    tags: values.tag,
    state: values.state,
    existing: values['leave-existing'] ? 'leave' : 'update',
    form_id: idOf(values, 'form'),
    sequence_id: idOf(values, 'sequence'),
    double_opt_in: values['double-opt-in'] === true,
    has_no_unsubscribes: values['no-unsubscribes'] === true,
  })
  if (!result.success) throw new UsageError(result.error.issues.map(({ message }) => message).join('. '))
  const { id: _, ...options } = result.data
  return options
}

const idOf = (values: Values, name: string) =>
  values[name] === undefined ? null : numeric(values, name, { least: 1, most: 2_147_483_647, otherwise: 0 })

/** Identifies the file by its content, to continue an earlier upload. Throws UsageError if there is no file. */
async function announced(file: string): Promise<NewImport> {
  const stats = await stat(file).catch(() => undefined)
  if (!stats?.isFile()) throw new UsageError(stats ? `${file} is not a file` : `There is no file ${file}`)
  const hash = createHash('sha256')
  for await (const piece of pieces(file, 0)) hash.update(createHash('sha256').update(piece).digest())
  const input = NewImport.safeParse({
    filename: path.basename(file),
    byte_size: stats.size,
    fingerprint: hash.digest('hex'),
  })
  if (!input.success) throw new UsageError(`${file}: ${input.error.issues.map(({ message }) => message).join('. ')}`)
  return input.data
}

/** Uploads the file in pieces, like a browser, and continues an interrupted upload. */
async function upload(ctx: Ctx, { file, read }: { file: string; read: NewImport }): Promise<Import> {
  const { id, received_bytes } = await createImport(ctx, read)
  let offset = received_bytes
  for await (const bytes of pieces(file, offset)) {
    await appendPiece(ctx, { id, offset, bytes })
    offset += bytes.length
  }
  return analyzeImport(ctx, { id })
}

async function* pieces(file: string, from: number): AsyncGenerator<Uint8Array> {
  const handle = await open(file)
  try {
    for (let at = from; ; at += PIECE_BYTES) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, at)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

/** Returns the guessed columns, changed by `--map`, `--word` and `--date-order`. */
function mapped({ headers, columns, sample }: Import, values: Values): ColumnTarget[] {
  const chosen = [...columns]
  for (const map of listOf(values.map)) {
    const index = headers.indexOf(map.slice(0, map.lastIndexOf('=')))
    if (index === -1) throw new UsageError(`--map ${map}: the columns are ${headers.join(', ')}`)
    const cells = sample.map((row) => row[index] ?? '')
    const column = targetOf(map.slice(map.lastIndexOf('=') + 1), { map, cells })
    // A column of `--map` replaces the guessed one.
    const isSingle = !['ignore', 'tags', 'state', 'new_field'].includes(column.target)
    chosen.forEach((other, i) => {
      if (isSingle && other.target === column.target) chosen[i] = { target: 'ignore' }
    })
    chosen[index] = column
  }
  const words = decidedWords(listOf(values.word))
  const date_order = DATE_ORDERS.find((order) => order === values['date-order'])
  if (values['date-order'] !== undefined && !date_order)
    throw new UsageError(`--date-order is one of ${DATE_ORDERS.join(', ')}`)
  return chosen.map((column) => {
    if (column.target === 'state') return { ...column, words: { ...column.words, ...words } }
    const isDate = column.target === 'created_at' || (column.target === 'new_field' && column.type === 'date')
    return date_order && (isDate || column.target === 'field') ? { ...column, date_order } : column
  })
}

const listOf = (value: Values[string]): string[] => (Array.isArray(value) ? value : [])

/** Returns the states of `--word`. An empty word means empty cells. */
function decidedWords(given: readonly string[]): Record<string, (typeof STATES)[number]> {
  return Object.fromEntries(
    given.map((one) => {
      const at = one.lastIndexOf('=')
      const state = STATES.find((known) => known === one.slice(at + 1))
      if (!state) throw new UsageError(`--word ${one}: a state is one of ${STATES.join(', ')}`)
      return [fold(one.slice(0, at)), state]
    }),
  )
}

function targetOf(name: string, { map, cells }: { map: string; cells: readonly string[] }): ColumnTarget {
  if (name.startsWith('field:')) return { target: 'new_field', label: name.slice('field:'.length) }
  const target = TARGETS.find((known) => known === name)
  if (!target) throw new UsageError(`--map ${map}: a column is one of ${TARGETS.join(', ')} or field:<label>`)
  if (target !== 'created_at') return { target }
  const guess = guessDateOrder(cells)
  return guess && !guess.certain ? { target } : { target, date_order: guess?.date_order ?? 'day_first' }
}

async function isOpen(ctx: Ctx, id: number): Promise<boolean> {
  const { state } = await getImportProgress(ctx, { id })
  return state === 'queued' || state === 'running' || state === 'stopping'
}
