import type { Ctx } from '../../core/context.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import { type Tx, write } from '../../core/write.ts'
import { createCustomField } from '../custom-fields/service.ts'
import { checkPlaces } from './placing.ts'
import { getImport } from './records.ts'
import type { ColumnTarget, Import, ImportOptions, ImportState, MappingInput, StartInput } from './schema.ts'

/** Says what each column is. Throws invalid when it cannot be applied: no address, a target twice, a field that is not there. */
export function setColumns(ctx: Ctx, { id, columns }: MappingInput): Promise<Import> {
  return write(ctx, async (tx) => {
    const { headers } = await lockedImport(tx, { id, states: ['ready'], doing: 'change' })
    if (columns.length !== headers.length) throw invalid('columns must name every column of the file')
    await checkColumns(tx, columns)
    await tx.db.import.updateMany({ where: { id }, data: { mapping: columns, updated_at: tx.now() } })
    return getImport(tx, { id })
  })
}

/** Creates the fields and tags that the import names, and queues it. The consent source is a must (L8). */
export function startImport(ctx: Ctx, { id, ...options }: StartInput): Promise<Import> {
  return write(ctx, async (tx) => {
    const { columns } = await lockedImport(tx, { id, states: ['ready'], doing: 'start' })
    const resolved: ColumnTarget[] = []
    for (const column of columns) resolved.push(await withField(tx, column))
    await checkColumns(tx, resolved)
    await checkPlaces(tx, options)
    // Who is to confirm is not subscribed before.
    if (options.double_opt_in) options.state = 'inactive'
    await tx.db.import.updateMany({
      where: { id },
      data: {
        state: 'queued',
        mapping: resolved,
        options: options satisfies ImportOptions,
        consent_source: options.consent_source,
        updated_at: tx.now(),
      },
    })
    tx.emit('import.requested', { import_id: id })
    return getImport(tx, { id })
  })
}

/** Ends the work after the rows in hand; what was applied stays, and the import can be resumed. */
export function stopImport(ctx: Ctx, { id }: { id: number }): Promise<Import> {
  return write(ctx, async (tx) => {
    const { state } = await lockedImport(tx, {
      id,
      states: ['queued', 'running', 'stopping', 'stopped'],
      doing: 'stop',
    })
    const next = state === 'queued' ? 'stopped' : state === 'running' ? 'stopping' : state
    await tx.db.import.updateMany({ where: { id }, data: { state: next, updated_at: tx.now() } })
    return getImport(tx, { id })
  })
}

/** Goes on with the row after the last one that was applied. */
export function resumeImport(ctx: Ctx, { id }: { id: number }): Promise<Import> {
  return write(ctx, async (tx) => {
    await lockedImport(tx, { id, states: ['stopped'], doing: 'resume' })
    await tx.db.import.updateMany({ where: { id }, data: { state: 'queued', error: null, updated_at: tx.now() } })
    tx.emit('import.requested', { import_id: id })
    return getImport(tx, { id })
  })
}

/** Forgets the file and its result. The people that it brought stay. */
export function removeImport(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return write(ctx, async (tx) => {
    await lockedImport(tx, { id, states: ['uploading', 'ready', 'stopped', 'completed', 'failed'], doing: 'remove' })
    await tx.db.import.deleteMany({ where: { id } })
  })
}

/** The import, held until the transaction ends. Throws a conflict when its state does not allow what is asked. */
export async function lockedImport(
  ctx: Ctx,
  { id, states, doing }: { id: number; states: readonly ImportState[]; doing: string },
): Promise<{ state: ImportState; headers: string[]; columns: ColumnTarget[] }> {
  const row = await ctx.sql.one<{ state: ImportState; headers: string[]; columns: ColumnTarget[] }>(
    `select state::text as state, coalesce(headers, '[]') as headers, coalesce(mapping, '[]') as columns
     from import where account_id = $1 and id = $2 for update`,
    [id],
  )
  if (!row) throw notFound()
  if (!states.includes(row.state))
    throw conflict(`This import is ${WORDS[row.state]}: it is not possible to ${doing} it`)
  return row
}

const WORDS: Record<ImportState, string> = {
  uploading: 'still being uploaded',
  ready: 'not started yet',
  queued: 'waiting to run',
  running: 'running',
  stopping: 'being stopped',
  stopped: 'stopped',
  completed: 'finished',
  failed: 'not readable',
}

async function checkColumns(ctx: Ctx, columns: readonly ColumnTarget[]): Promise<void> {
  const names = columns.map(targetName).filter((name) => name !== 'ignore' && name !== 'tags')
  if (!names.includes('email_address')) throw invalid('Choose the column that holds the email addresses')
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw invalid(`Two columns are read as the same thing: ${twice.replace(/^[a-z_]+:/, '')}`)
  const ids = columns.flatMap((column) => (column.target === 'field' ? [column.custom_field_id] : []))
  const known = await ctx.db.customField.count({ where: { id: { in: ids } } })
  if (known !== ids.length) throw invalid('A custom field that a column is read as does not exist any more')
}

function targetName(column: ColumnTarget): string {
  if (column.target === 'field') return `field:${column.custom_field_id}`
  return column.target === 'new_field' ? `new_field:${column.label.toLowerCase()}` : column.target
}

async function withField(tx: Tx, column: ColumnTarget): Promise<ColumnTarget> {
  if (column.target !== 'new_field') return column
  const field = await createCustomField(tx, { label: column.label })
  return { target: 'field', custom_field_id: field.value.id }
}
