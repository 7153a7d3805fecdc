import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../../core/context.ts'
import { AppError, conflict } from '../../../core/errors.ts'
import { beginning } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { suggestMapping } from '../../../lib/csv/header.ts'
import { type Head, readHead } from '../file/head.ts'
import { storedBytes } from '../file/rows.ts'
import { restoreOriginal } from '../file/text.ts'
import { guessDateOrder, stateOfYes } from '../guesses-schema.ts'
import { lockImport } from '../lock.ts'
import { discardPreview } from '../preview/preview.ts'
import { getImport } from '../records.ts'
import { type ColumnTarget, type FormatInput, type Import, RESULT_COLUMNS, SAMPLE_ROWS } from '../schema.ts'
import { MAX_GUESSED_FIELDS } from '../values-schema.ts'
import { exportingService, isKnownExportColumn } from './known-columns.ts'
import { areStates } from './states.ts'

/**
 * Detects the format of a completely uploaded file and suggests what its columns are. An import whose file is not a table becomes
 * `failed`, with the reason.
 */
export async function analyzeImport(ctx: Ctx, { id }: { id: number }): Promise<Import> {
  const { state, byte_size, received_bytes } = await getImport(ctx, { id })
  if (state !== 'uploading') return getImport(ctx, { id })
  if (received_bytes < byte_size) throw conflict('The file is not completely uploaded yet. Send the rest first.')
  const content_hash = await hashOf(ctx, id)
  try {
    const head = await readHead(ctx, { id })
    const columns = await suggestColumns(ctx, head)
    await saveHead(ctx, id, head, { content_hash, mapping: columns, state: 'ready' })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    await write(ctx, async (tx) => {
      await lockImport(tx, { id, states: ['uploading'], doing: 'analyse' })
      await tx.db.import.updateMany({
        where: { id },
        data: { state: 'failed', error: error.messages.join(' '), content_hash },
      })
      await tx.db.importChunk.deleteMany({ where: { import_id: id } })
    })
  }
  return getImport(ctx, { id })
}

/** Reads the file in another format than the detected one. Throws invalid when it is not a table in that format. */
export async function setFormat(ctx: Ctx, { id, ...format }: FormatInput): Promise<Import> {
  const before = await getImport(ctx, { id })
  if (before.state !== 'ready') throw conflict('The format can be changed only before the import starts')
  const head = await readHead(ctx, {
    id,
    encoding: format.encoding ?? before.encoding ?? undefined,
    separator: format.separator ?? before.separator ?? undefined,
    has_header: format.has_header ?? before.has_header,
  })
  await saveHead(ctx, id, head, { mapping: await suggestColumns(ctx, head) })
  return getImport(ctx, { id })
}

async function hashOf(ctx: Ctx, id: number): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of storedBytes(ctx, { id, from: 0 })) {
    hash.update(bytes)
    await setImmediate()
  }
  return hash.digest('hex')
}

async function saveHead(
  ctx: Ctx,
  id: number,
  { encoding, separator, has_header, headers, rows, total_rows }: Head,
  more: { content_hash?: string; mapping: ColumnTarget[]; state?: 'ready' },
): Promise<void> {
  await write(ctx, async (tx: Tx) => {
    const before = await lockImport(tx, { id, states: ['uploading', 'ready'], doing: 'analyse' })
    if (before.encoding !== null && before.encoding !== encoding) await restoreOriginal(tx, { id })
    await discardPreview(tx, { id })
    const sample = rows.slice(0, SAMPLE_ROWS).map((row) => row.map((cell) => beginning(cell, 200)))
    await tx.db.import.updateMany({
      where: { id },
      data: { encoding, separator, has_header, headers, sample, total_rows, updated_at: tx.now(), ...more },
    })
  })
}

/** Suggests a target for each column. Columns with an unknown name become custom fields of that name, unless they are empty. */
async function suggestColumns(ctx: Ctx, { has_header, headers, rows }: Head): Promise<ColumnTarget[]> {
  const suggested = suggestMapping(has_header ? headers : null, rows.slice(0, 1_000))
  const fields = await ctx.db.customField.findMany({ select: { id: true, label_folded: true, key: true, type: true } })
  const by_label = new Map(
    fields.flatMap(({ id, label_folded, key }) => [[label_folded, id] as const, [key, id] as const]),
  )
  const taken = new Set<string | number>()
  const is_from = exportingService(headers)
  const is_own = [...OWN_COLUMNS].every((name) => headers.includes(name))
  const columns = headers.map((header, at): ColumnTarget => {
    const field = suggested[at]
    if (field === 'email_address' || field === 'first_name' || field === 'tags') return { target: field }
    if (field === 'created_at') return { target: 'created_at', date_order: dateOrderOf(rows, at) }
    const yes = has_header ? stateOfYes(header) : undefined
    const cells = () => rows.map((row) => row[at] ?? '')
    if (field === 'state' && areStates(cells(), yes)) return yes ? { target: 'state', yes } : { target: 'state' }
    if (!has_header || isKnownExportColumn(header, is_from) || RESULT_COLUMNS.includes(header))
      return { target: 'ignore' }
    if (is_own && OWN_COLUMNS.has(header)) return { target: 'ignore' }
    if (rows.every((row) => !row[at]?.trim())) return { target: 'ignore' }
    const label = field === 'last_name' ? 'Last name' : beginning(header, 255)
    const custom_field_id = by_label.get(label.toLowerCase()) ?? by_label.get(header.toLowerCase())
    const name = custom_field_id ?? label.toLowerCase()
    if (taken.has(name)) return { target: 'ignore' }
    taken.add(name)
    if (custom_field_id === undefined) return { target: 'new_field', label }
    const is_date = fields.some(({ id, type }) => id === custom_field_id && type === 'date')
    return { target: 'field', custom_field_id, ...(is_date ? { date_order: dateOrderOf(rows, at) } : {}) }
  })
  const guessed = columns.filter(({ target }) => target === 'new_field').length
  if (guessed <= MAX_GUESSED_FIELDS) return columns
  return columns.map((column) => (column.target === 'new_field' ? { target: 'ignore' } : column))
}

/** Columns of our own exports that an import does not set. */
const OWN_COLUMNS = new Set([
  ...['canceled_at', 'source_type', 'source_name', 'referrer'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  ...['location_city', 'location_region', 'location_country', 'location_time_zone'],
])

const dateOrderOf = (rows: readonly string[][], at: number) =>
  guessDateOrder(rows.map((row) => row[at] ?? ''))?.date_order ?? 'day_first'
