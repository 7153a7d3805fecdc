import { createHash } from 'node:crypto'
import type { Ctx } from '../../../core/context.ts'
import { AppError } from '../../../core/errors.ts'
import { CHUNK_BYTES } from '../schema.ts'

/** The export was canceled, or restarted by another process. */
export class Superseded extends Error {
  override name = 'Superseded'
}

/** The file cannot be made, even on a retry. The creator sees the message. */
export class PermanentFailure extends AppError {
  constructor(message: string) {
    super('conflict', [message])
  }
}

export interface StoredFile {
  byte_size: number
  content_hash: string
}

/**
 * Stores a file in chunks, writing one while the next one fills, and reads `done_rows` with each chunk. Throws Superseded when another
 * attempt has started.
 */
export async function storeFile(
  ctx: Ctx,
  {
    id,
    attempt,
    bytes,
    done_rows,
  }: { id: number; attempt: number; bytes: AsyncIterable<Uint8Array>; done_rows: () => number },
): Promise<StoredFile> {
  const hash = createHash('sha256')
  let writing = Promise.resolve()
  let seq = 0
  let byte_size = 0
  const put = async (chunk: Buffer) => {
    const before = writing
    hash.update(chunk)
    byte_size += chunk.length
    writing = before.then(() => storeChunk(ctx, { id, attempt, seq: seq++, chunk, done_rows: done_rows() }))
    // The next caller gets the failure; until then it must not count as unhandled.
    writing.catch(() => undefined)
    await before
  }
  for await (const chunk of chunks(bytes)) await put(chunk)
  await writing
  return { byte_size, content_hash: hash.digest('hex') }
}

/** Yields the stored bytes from `start` to `end`, inclusive. Throws if the file is deleted during the download. */
export async function* fileBytes(
  ctx: Ctx,
  { id, start, end }: { id: number; start: number; end: number },
): AsyncGenerator<Uint8Array> {
  for (let seq = Math.floor(start / CHUNK_BYTES); seq * CHUNK_BYTES <= end; seq++) {
    const chunk = await ctx.sql.one<{ bytes: Buffer }>(
      `select c.bytes from export_chunk c join export x on x.account_id = c.account_id and x.id = c.export_id
       where c.account_id = $1 and c.export_id = $2 and c.seq = $3 and x.content_hash is not null`,
      [id, seq],
    )
    // Throw instead of ending early, so the download visibly fails.
    if (!chunk) throw new Error(`Chunk ${seq} of export ${id} does not exist`)
    const from = seq * CHUNK_BYTES
    yield chunk.bytes.subarray(Math.max(0, start - from), Math.min(chunk.bytes.length, end - from + 1))
  }
}

async function* chunks(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  let length = 0
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + CHUNK_BYTES - length)
      chunk.set(part, length)
      length += part.length
      at += part.length
      if (length < CHUNK_BYTES) continue
      yield chunk
      chunk = Buffer.allocUnsafe(CHUNK_BYTES)
      length = 0
    }
  }
  if (length > 0) yield chunk.subarray(0, length)
}

async function storeChunk(
  ctx: Ctx,
  {
    id,
    attempt,
    seq,
    chunk,
    done_rows,
  }: { id: number; attempt: number; seq: number; chunk: Buffer; done_rows: number },
): Promise<void> {
  const rowCount = await ctx.sql.run(
    `with mine as (
       update export set byte_size = byte_size + length($5::bytea), done_rows = $6::int, updated_at = $7
       where account_id = $1 and id = $2 and attempt = $3 and state = 'running' returning account_id, id
     )
     insert into export_chunk (account_id, export_id, seq, bytes) select account_id, id, $4::int, $5::bytea from mine`,
    [id, attempt, seq, chunk, done_rows, ctx.now()],
  )
  if (rowCount === 0) throw new Superseded()
}
