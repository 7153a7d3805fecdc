import { isDeepStrictEqual } from 'node:util'
import type { Ctx } from '../../core/context.ts'
import { conflict, invalid } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write/write.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { createTypedField } from '../custom-fields/typed.ts'
import { checkEnrollTargets } from './apply/forms-and-sequences.ts'
import { readHead } from './file/head.ts'
import { lockImport } from './lock.ts'
import { checkColumns } from './mapping/check-columns.ts'
import { discardPreview, notePreviewed } from './preview/preview.ts'
import { getImport } from './records.ts'
import type { ColumnTarget, Import, ImportOptions, MappingInput, StartInput } from './schema.ts'
import { completeStateColumns } from './states/columns.ts'
import { findQuestions } from './states/questions.ts'

/** Sets the targets of columns. Throws invalid without an address column, for a repeated target, or for an unknown field. */
export async function setColumns(ctx: Ctx, { id, ...given }: MappingInput): Promise<Import> {
  const columns = await withStates(ctx, { id, ...given })
  return write(ctx, async (tx) => {
    const { headers, columns: before } = await lockImport(tx, { id, states: ['ready'], doing: 'change' })
    if (columns.length !== headers.length) throw invalid('Columns must have a target for every column of the file')
    await checkColumns(tx, columns)
    if (isDeepStrictEqual(columns, before)) return getImport(tx, { id })
    await tx.db.import.updateMany({ where: { id }, data: { mapping: columns, updated_at: tx.now() } })
    await discardPreview(tx, { id })
    return getImport(tx, { id })
  })
}

/**
 * Creates new fields and enqueues the import. A consent source is required (L8). Throws invalid while a user must decide whether some
 * subscribers left, or how dates are written.
 */
export async function startImport(ctx: Ctx, { id, ...options }: StartInput): Promise<Import> {
  const asked = await getImport(ctx, { id })
  const [question, ...others] = await findQuestions(ctx, asked, effectiveOptions(options))
  if (question) throw invalid([question, ...others].map(({ message }) => message))
  await notePreviewed(ctx, { id, ...effectiveOptions(options) })
  return write(ctx, async (tx) => {
    const { columns } = await lockImport(tx, { id, states: ['ready'], doing: 'start' })
    if (!isDeepStrictEqual(columns, asked.columns)) throw conflict('The columns were changed. Check them again.')
    const resolved: ColumnTarget[] = []
    for (const column of columns) resolved.push(await withField(tx, column))
    await checkColumns(tx, resolved)
    await checkEnrollTargets(tx, options)
    await tx.db.import.updateMany({
      where: { id },
      data: {
        state: 'queued',
        mapping: resolved,
        options: effectiveOptions(options),
        consent_source: options.consent_source,
        updated_at: tx.now(),
      },
    })
    // The format cannot change any more, so the original file is obsolete.
    await tx.db.importChunk.deleteMany({ where: { import_id: id, seq: { lt: 0 } } })
    await discardPreview(tx, { id })
    tx.emit('import.requested', { import_id: id })
    return getImport(tx, { id })
  })
}

/** Returns the applied options: with double opt-in, new subscribers are unconfirmed. */
export const effectiveOptions = ({ id: _, ...options }: ImportOptions & { id?: number }): ImportOptions =>
  options.double_opt_in ? { ...options, state: 'inactive' } : options

/** Stops the import after the current batch. Applied rows stay, and the import can be resumed. */
export function stopImport(ctx: Ctx, { id }: { id: number }): Promise<Import> {
  return write(ctx, async (tx) => {
    const { state } = await lockImport(tx, {
      id,
      states: ['queued', 'running', 'stopping', 'stopped'],
      doing: 'stop',
    })
    const next = state === 'queued' ? 'stopped' : state === 'running' ? 'stopping' : state
    await tx.db.import.updateMany({ where: { id }, data: { state: next, updated_at: tx.now() } })
    return getImport(tx, { id })
  })
}

/** Enqueues a stopped import, which resumes after the last applied row. */
export function resumeImport(ctx: Ctx, { id }: { id: number }): Promise<Import> {
  return write(ctx, async (tx) => {
    await lockImport(tx, { id, states: ['stopped'], doing: 'resume' })
    await tx.db.import.updateMany({ where: { id }, data: { state: 'queued', error: null, updated_at: tx.now() } })
    tx.emit('import.requested', { import_id: id })
    return getImport(tx, { id })
  })
}

/** Deletes the import, its file and its result. Its subscribers stay. */
export function deleteImport(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    await lockImport(tx, { id, states: ['uploading', 'ready', 'stopped', 'completed', 'failed'], doing: 'remove' })
    await tx.db.import.deleteMany({ where: { id } })
  })
}

/** Completes state columns from their cells. */
async function withStates(ctx: Ctx, { id, columns }: MappingInput): Promise<ColumnTarget[]> {
  if (!columns.some(({ target }) => target === 'state')) return columns
  const { state, encoding, separator, has_header } = await getImport(ctx, { id })
  if (state !== 'ready' || !encoding || !separator) return columns
  return completeStateColumns(columns, await readHead(ctx, { id, encoding, separator, has_header }))
}

async function withField(tx: Tx, column: ColumnTarget): Promise<ColumnTarget> {
  if (column.target !== 'new_field') return column
  const { label, type, choices = [], date_order } = column
  // Without a type, an existing field with this label keeps its own.
  const { value } = await (type ? createTypedField(tx, { label, type, choices }) : createCustomField(tx, { label }))
  return { target: 'field', custom_field_id: value.id, ...(date_order ? { date_order } : {}) }
}
