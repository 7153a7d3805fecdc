import { type Ctx, memberOf } from '../../../core/context.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { t } from '../../../lib/locale/texts.ts'
import { getImport } from '../records.ts'
import type { Import, NewImport } from '../schema.ts'
import { CHUNK_BYTES, PIECE_BYTES } from '../values-schema.ts'

/**
 * Creates an import; its bytes follow through `appendPiece`. If an upload of the same content was interrupted, returns that one, with
 * `received_bytes` to resume at.
 */
export async function createImport(ctx: Ctx, { filename, byte_size, fingerprint }: NewImport): Promise<Import> {
  const begun =
    fingerprint &&
    (await ctx.db.import.findFirst({
      where: { state: 'uploading', byte_size, fingerprint },
      orderBy: { id: 'desc' },
      select: { id: true },
    }))
  if (begun) return getImport(ctx, { id: begun.id })
  const { id } = await ctx.db.import.create({
    data: {
      account_id: ctx.account_id,
      filename,
      byte_size,
      fingerprint: fingerprint ?? null,
      created_by: memberOf(ctx),
      created_at: ctx.now(),
    },
  })
  return getImport(ctx, { id })
}

/** Returns the newest import of the same content that was stopped before its last row, or null. */
export async function findStopped(ctx: Ctx, { byte_size, fingerprint }: NewImport): Promise<Import | null> {
  if (fingerprint === undefined) return null
  const found = await ctx.db.import.findFirst({
    where: { state: 'stopped', byte_size, fingerprint, undo_state: null },
    orderBy: { id: 'desc' },
    select: { id: true },
  })
  return found ? getImport(ctx, { id: found.id }) : null
}

/**
 * Stores the piece at `offset`: up to PIECE_BYTES, in whole chunks except at the file's end. Ignores bytes that are already stored, so a
 * browser can repeat a piece after losing the response. Returns the number of stored bytes.
 */
export function appendPiece(
  ctx: Ctx,
  { id, offset, bytes }: { id: number; offset: number; bytes: Uint8Array },
): Promise<{ received_bytes: number }> {
  return write(ctx, async (tx) => {
    const file = await tx.sql.one<{ state: string; byte_size: number; received_bytes: number }>(
      `select state, byte_size, received_bytes from import where account_id = $1 and id = $2 for update`,
      [id],
    )
    if (!file) throw notFound()
    if (file.state !== 'uploading') throw conflict('This file has been uploaded already')
    const end = offset + bytes.length
    const isAligned = offset % CHUNK_BYTES === 0 && (end === file.byte_size || end % CHUNK_BYTES === 0)
    if (!isAligned || end > file.byte_size || bytes.length > PIECE_BYTES || bytes.length === 0) {
      throw invalid('This part of the file has the wrong size. The file may have changed: upload it again.')
    }
    if (offset > file.received_bytes) throw conflict(t`The next piece begins at byte ${file.received_bytes}`)
    for (let at = Math.max(offset, file.received_bytes); at < end; at += CHUNK_BYTES) {
      const chunk = Buffer.from(bytes.subarray(at - offset, at - offset + CHUNK_BYTES))
      await tx.sql.run('insert into import_chunk (account_id, import_id, seq, bytes) values ($1, $2, $3, $4)', [
        id,
        at / CHUNK_BYTES,
        chunk,
      ])
    }
    const received_bytes = Math.max(end, file.received_bytes)
    await tx.sql.run('update import set received_bytes = $3, updated_at = $4 where account_id = $1 and id = $2', [
      id,
      received_bytes,
      tx.now(),
    ])
    return { received_bytes }
  })
}
