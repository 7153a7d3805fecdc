import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Ctx, systemCtx } from '../core/context.ts'
import { invalid } from '../core/errors.ts'
import { analyseImport } from '../modules/imports/analysis.ts'
import { PreviewInput, type PreviewOptions } from '../modules/imports/preview-schema.ts'
import { getImport, getImportProgress } from '../modules/imports/records.ts'
import { runSlice } from '../modules/imports/run.ts'
import {
  CONSENT_SOURCES,
  type ColumnTarget,
  guessDateOrder,
  type Import,
  NewImport,
  NewState,
  PIECE_BYTES,
  StartInput,
  yesMeans,
} from '../modules/imports/schema.ts'
import { removeImport, setColumns, startImport } from '../modules/imports/service.ts'
import { appendPiece, createImport } from '../modules/imports/upload.ts'
import { accountOf } from './accounts.ts'
import { type Command, numeric, required, UsageError, type Values } from './command.ts'
import { foresee, tellPace } from './import-preview.ts'

const TARGETS = ['email_address', 'first_name', 'tags', 'created_at', 'state', 'ignore'] as const

export const importFile: Command = {
  summary: 'brings the people of a CSV file into an account; --dry-run shows what it would do',
  usage: `import <file> --account <id> | --email <owner> --consent ${Object.keys(CONSENT_SOURCES).join('|')} [--consent-note <text>]
      [--map <column>=${TARGETS.join('|')}|field:<label>]... [--tag <name>]... [--state ${NewState.options.join('|')}] [--leave-existing]
      [--form <id>] [--sequence <id>] [--double-opt-in] [--dry-run]`,
  positional: 'file',
  options: {
    account: { type: 'string' },
    email: { type: 'string' },
    consent: { type: 'string' },
    'consent-note': { type: 'string' },
    map: { type: 'string', multiple: true },
    tag: { type: 'string', multiple: true },
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
    const uploaded = await upload(ctx, file)
    const { id } = uploaded
    let is_started = false
    try {
      if (uploaded.state === 'failed') throw invalid(uploaded.error ?? 'This file cannot be read')
      await setColumns(ctx, { id, columns: mapped(uploaded, values.map) })
      const preview = await foresee(ctx, { id, options })
      if (is_dry || preview.failed) return preview
      process.stderr.write(`${preview.lines.join('\n')}\n`)
      await startImport(ctx, StartInput.parse({ ...options, id }))
      is_started = true
    } finally {
      // Of a file that is not imported nothing stays.
      if (!is_started) await removeImport(ctx, { id })
    }
    const began = performance.now()
    // A worker that runs meanwhile may do some of it: whoever comes second to a row passes it over.
    while ((await runSlice(ctx, { id })) || (await isOpen(ctx, id)))
      tellPace(began, await getImportProgress(ctx, { id }))
    const done = await getImport(ctx, { id })
    const counts = Object.entries(done.counts).map(([verdict, count]) => `${count} ${verdict}`)
    return {
      lines: [
        `Import ${id} is ${done.state}: ${done.done_rows} rows, ${counts.join(', ')}.`,
        ...(done.error ? [done.error] : []),
      ],
      data: done,
      failed: done.state !== 'completed',
    }
  },
}

/** Nothing needs to be declared to look. */
function optionsOf(values: Values, is_dry: boolean): PreviewOptions {
  if (values.state !== undefined && !NewState.safeParse(values.state).success)
    throw new UsageError(`--state is one of ${NewState.options.join(', ')}`)
  const parsed = (is_dry ? PreviewInput : StartInput).safeParse({
    id: 1,
    consent_source: is_dry ? values.consent : required(values, 'consent'),
    consent_note: values['consent-note'],
    tags: values.tag,
    state: values.state,
    existing: values['leave-existing'] ? 'leave' : 'update',
    form_id: idOf(values, 'form'),
    sequence_id: idOf(values, 'sequence'),
    double_opt_in: values['double-opt-in'] === true,
  })
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => message).join('. '))
  const { id: _, ...options } = parsed.data
  return options
}

const idOf = (values: Values, name: string) =>
  values[name] === undefined ? null : numeric(values, name, { least: 1, most: 2_147_483_647, otherwise: 0 })

/** The file in pieces, as a browser sends it; one that broke off is gone on with. */
async function upload(ctx: Ctx, file: string): Promise<Import> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(found ? `${file} is not a file` : `There is no file ${file}`)
  const given = NewImport.safeParse({ filename: path.basename(file), byte_size: found.size })
  if (!given.success) throw new UsageError(`${file}: ${given.error.issues.map(({ message }) => message).join('. ')}`)
  const handle = await open(file)
  try {
    const piece = async (offset: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, offset)
      return buffer.subarray(0, bytesRead)
    }
    const hash = createHash('sha256')
    for (let at = 0; at < found.size; at += PIECE_BYTES)
      hash.update(
        createHash('sha256')
          .update(await piece(at))
          .digest(),
      )
    const { id, received_bytes } = await createImport(ctx, { ...given.data, fingerprint: hash.digest('hex') })
    for (let offset = received_bytes; offset < found.size; offset += PIECE_BYTES) {
      await appendPiece(ctx, { id, offset, bytes: await piece(offset) })
    }
    return await analyseImport(ctx, { id })
  } finally {
    await handle.close()
  }
}

/** The columns as they were guessed, except for those that are named. */
function mapped({ headers, columns, sample }: Import, maps: Values[string]): ColumnTarget[] {
  const chosen = [...columns]
  for (const map of Array.isArray(maps) ? maps : []) {
    const at = headers.indexOf(map.slice(0, map.lastIndexOf('=')))
    if (at === -1) throw new UsageError(`--map ${map}: the columns are ${headers.join(', ')}`)
    const cells = sample.map((row) => row[at] ?? '')
    const column = targetOf(map.slice(map.lastIndexOf('=') + 1), { map, header: headers[at] ?? '', cells })
    // What is named takes the place of what was guessed.
    const is_single = !['ignore', 'tags', 'new_field'].includes(column.target)
    chosen.forEach((other, i) => {
      if (is_single && other.target === column.target) chosen[i] = { target: 'ignore' }
    })
    chosen[at] = column
  }
  return chosen
}

function targetOf(
  name: string,
  { map, header, cells }: { map: string; header: string; cells: readonly string[] },
): ColumnTarget {
  if (name.startsWith('field:')) return { target: 'new_field', label: name.slice('field:'.length) }
  const target = TARGETS.find((known) => known === name)
  if (!target) throw new UsageError(`--map ${map}: a column is one of ${TARGETS.join(', ')} or field:<label>`)
  if (target === 'state') return { target, yes: yesMeans(header) }
  return target === 'created_at' ? { target, date_order: guessDateOrder(cells)?.date_order ?? 'day_first' } : { target }
}

async function isOpen(ctx: Ctx, id: number): Promise<boolean> {
  const { state } = await getImportProgress(ctx, { id })
  return state === 'queued' || state === 'running'
}
