import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Ctx } from '../../../core/context.ts'
import { AppError, conflict } from '../../../core/errors.ts'
import { beginning } from '../../../core/wire.ts'
import { type Tx, write } from '../../../core/write/write.ts'
import { type Head, readHead } from '../file/head.ts'
import { storedBytes } from '../file/rows.ts'
import { restoreOriginal } from '../file/text.ts'
import { lockImport } from '../lock.ts'
import { discardPreview } from '../preview/preview.ts'
import { getImport } from '../records.ts'
import { type ColumnTarget, type FormatInput, type Import, SAMPLE_ROWS } from '../schema.ts'
import { suggestColumns } from './suggest.ts'

/**
 * Detects the format of an uploaded file and suggests targets for its columns. If the file is no table, the import becomes `failed`, with
 * the reason.
 */
export async function analyzeImport(ctx: Ctx, { id }: { id: number }): Promise<Import> {
  const { state, byte_size, received_bytes } = await getImport(ctx, { id })
  if (state !== 'uploading') return getImport(ctx, { id })
  if (received_bytes < byte_size) throw conflict('The file is not completely uploaded yet. Send the rest first.')
  const content_hash = await hashOf(ctx, id)
  try {
    const head = await readHead(ctx, { id })
    const columns = await suggestedColumns(ctx, head)
    await saveHead(ctx, id, head, { content_hash, mapping: columns, state: 'ready' })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    await write(ctx, async (tx) => {
      await lockImport(tx, { id, states: ['uploading'], doing: 'analyze' })
      await tx.db.import.updateMany({
        where: { id },
        data: { state: 'failed', error: error.messages.join(' '), content_hash },
      })
      await tx.db.importChunk.deleteMany({ where: { import_id: id } })
    })
  }
  return getImport(ctx, { id })
}

/** Parses the file in another format than the detected one. Throws invalid if it is no table in that format. */
export async function setFormat(ctx: Ctx, { id, ...format }: FormatInput): Promise<Import> {
  const before = await getImport(ctx, { id })
  if (before.state !== 'ready') throw conflict('The format can be changed only before the import starts')
  const head = await readHead(ctx, {
    id,
    encoding: format.encoding ?? before.encoding ?? undefined,
    separator: format.separator ?? before.separator ?? undefined,
    has_header: format.has_header ?? before.has_header,
  })
  await saveHead(ctx, id, head, { mapping: await suggestedColumns(ctx, head) })
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
    const before = await lockImport(tx, { id, states: ['uploading', 'ready'], doing: 'analyze' })
    if (before.encoding !== null && before.encoding !== encoding) await restoreOriginal(tx, { id })
    await discardPreview(tx, { id })
    const sample = rows.slice(0, SAMPLE_ROWS).map((row) => row.map((cell) => beginning(cell, 200)))
    await tx.db.import.updateMany({
      where: { id },
      data: { encoding, separator, has_header, headers, sample, total_rows, updated_at: tx.now(), ...more },
    })
  })
}

async function suggestedColumns(ctx: Ctx, head: Head): Promise<ColumnTarget[]> {
  const fields = await ctx.db.customField.findMany({ select: { id: true, label_folded: true, key: true, type: true } })
  return suggestColumns(head, fields)
}
