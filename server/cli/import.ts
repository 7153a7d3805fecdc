import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import path from 'node:path'
import { type Ctx, systemCtx } from '../core/context.ts'
import { analyseImport } from '../modules/imports/analysis.ts'
import { checkImport } from '../modules/imports/check.ts'
import { getImport, getImportProgress } from '../modules/imports/records.ts'
import { runSlice } from '../modules/imports/run.ts'
import { CONSENT_SOURCES, type ColumnTarget, type Import, PIECE_BYTES, StartInput } from '../modules/imports/schema.ts'
import { setColumns, startImport } from '../modules/imports/service.ts'
import { appendPiece, createImport } from '../modules/imports/upload.ts'
import { accountOf } from './accounts.ts'
import { type Command, required, UsageError, type Values } from './command.ts'

const TARGETS = ['email_address', 'first_name', 'tags', 'created_at', 'state', 'ignore'] as const

export const importFile: Command = {
  summary: 'brings the people of a CSV file into an account; --dry-run shows what it would do',
  usage: `import <file> --account <id> | --email <owner> --consent ${Object.keys(CONSENT_SOURCES).join('|')} [--consent-note <text>]
      [--map <column>=${TARGETS.join('|')}|field:<label>]... [--tag <name>]... [--state active|inactive|cancelled] [--leave-existing] [--dry-run]`,
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
    'dry-run': { type: 'boolean', default: false },
  },
  async run(values) {
    const file = required(values, 'file')
    const ctx = systemCtx(await accountOf(values))
    const options = values['dry-run'] ? undefined : optionsOf(values)
    const uploaded = await upload(ctx, file)
    if (uploaded.state === 'failed') throw new UsageError(uploaded.error ?? 'This file cannot be read')
    const columns = mapped(uploaded, values.map)
    const { id } = await setColumns(ctx, { id: uploaded.id, columns })
    if (!options) return planned(await checkImport(ctx, { id, columns }))
    await startImport(ctx, { id, ...options })
    const began = performance.now()
    // A worker that runs meanwhile may do some of it: whoever comes second to a row passes it over.
    while ((await runSlice(ctx, { id })) || (await isOpen(ctx, id))) await tell(ctx, id, began)
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

type Check = Awaited<ReturnType<typeof checkImport>>

function planned(check: Check) {
  const { rows, complete, existing, changed, duplicate, invalid, suppressed, over_limit } = check
  const fresh = rows - existing - duplicate - invalid - suppressed
  return {
    lines: [
      `${complete ? 'All' : 'The first'} ${rows} rows: ${fresh} new, ${changed} changed, ${existing - changed} unchanged,`,
      `${duplicate} twice in the file, ${invalid} invalid, ${suppressed} not to be mailed, ${over_limit} over the plan's limit.`,
      ...check.changes.flatMap(({ row_number, email_address, values }) =>
        values.map(
          ({ label, before, after }) => `  row ${row_number} ${email_address}: ${label}: ${before ?? '–'} -> ${after}`,
        ),
      ),
      ...check.problems.map(({ row_number, message }) => `  row ${row_number}: ${message}`),
    ],
    data: check,
  }
}

function optionsOf(values: Values): Omit<StartInput, 'id'> {
  const parsed = StartInput.safeParse({
    id: 1,
    consent_source: required(values, 'consent'),
    consent_note: values['consent-note'],
    tags: values.tag,
    state: values.state,
    existing: values['leave-existing'] ? 'leave' : 'update',
  })
  if (!parsed.success) throw new UsageError(parsed.error.issues.map(({ message }) => message).join('. '))
  const { id: _, ...options } = parsed.data
  return options
}

/** The file in pieces, as a browser sends it; one that broke off is gone on with. */
async function upload(ctx: Ctx, file: string): Promise<Import> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new UsageError(`There is no file ${file}`)
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
    const announced = { filename: path.basename(file), byte_size: found.size, fingerprint: hash.digest('hex') }
    const { id, received_bytes } = await createImport(ctx, announced)
    for (let offset = received_bytes; offset < found.size; offset += PIECE_BYTES) {
      await appendPiece(ctx, { id, offset, bytes: await piece(offset) })
    }
    return await analyseImport(ctx, { id })
  } finally {
    await handle.close()
  }
}

/** The columns as they were guessed, except for those that are named. */
function mapped({ headers, columns }: Import, maps: Values[string]): ColumnTarget[] {
  const chosen = [...columns]
  for (const map of Array.isArray(maps) ? maps : []) {
    const at = headers.indexOf(map.slice(0, map.lastIndexOf('=')))
    if (at === -1) throw new UsageError(`--map ${map}: the columns are ${headers.join(', ')}`)
    chosen[at] = targetOf(map.slice(map.lastIndexOf('=') + 1), map)
  }
  return chosen
}

function targetOf(name: string, map: string): ColumnTarget {
  if (name.startsWith('field:')) return { target: 'new_field', label: name.slice('field:'.length) }
  const target = TARGETS.find((known) => known === name)
  if (!target) throw new UsageError(`--map ${map}: a column is one of ${TARGETS.join(', ')} or field:<label>`)
  return target === 'created_at' ? { target, date_order: 'day_first' } : { target }
}

async function isOpen(ctx: Ctx, id: number): Promise<boolean> {
  const { state } = await getImportProgress(ctx, { id })
  return state === 'queued' || state === 'running'
}

/** To people who wait; what programs read comes at the end. */
async function tell(ctx: Ctx, id: number, began: number): Promise<void> {
  const { done_rows, progress } = await getImportProgress(ctx, { id })
  const seconds = (performance.now() - began) / 1000
  const left = Math.ceil(seconds / Math.max(progress, 0.001) - seconds)
  const pace = `${Math.round(done_rows / seconds)} rows/s, ${left} s left`
  process.stderr.write(`${done_rows} rows, ${Math.floor(progress * 100)}%, ${pace}\n`)
}
