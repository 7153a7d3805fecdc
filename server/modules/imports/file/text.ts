import { createHash } from 'node:crypto'
import type { Ctx } from '../../../core/context.ts'
import { conflict } from '../../../core/errors.ts'
import { acquireAdvisoryLock, type Tx } from '../../../core/write/write.ts'
import { type CsvEncoding, decodeCsv } from '../../../lib/csv/text.ts'
import { CHUNK_BYTES } from '../values-schema.ts'
import { storedBytes } from './rows.ts'

/** Yields a file's text with `\n` line ends, without byte order mark and Excel's `sep=` line. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, encoding: CsvEncoding): AsyncGenerator<string> {
  let head = ''
  let isBegun = false
  for await (const text of decodeCsv(bytes, encoding)) {
    head += text
    if (!isBegun && head.length < PREAMBLE) continue
    yield isBegun ? head : head.replace(/^\ufeff?(?:sep=[,;\t|]\n)?/i, '')
    isBegun = true
    head = ''
  }
  if (head) yield head.replace(/^\ufeff?(?:sep=[,;\t|]\n)?/i, '')
}

const PREAMBLE = 8

interface StoredFile {
  encoding: CsvEncoding
  text_bytes: number | null
  content_hash: string | null
  state: string
}

/**
 * Rewrites the stored file as plain UTF-8, once, so a row's position is a byte. Until the import starts, the original stays under negative
 * chunk numbers, because the creator can still change the encoding. Throws a conflict if that happens at the same time.
 */
export async function storeAsText(tx: Tx, { id }: { id: number }): Promise<void> {
  // An import and its preview may get here together. The share lock still allows changes of columns.
  await tx.sql.one('select 1 from import where account_id = $1 and id = $2 for key share', [id])
  await acquireAdvisoryLock(tx, `text of import ${id}`)
  const file = await tx.sql.one<StoredFile>(
    'select encoding, text_bytes, content_hash, state::text as state from import where account_id = $1 and id = $2',
    [id],
  )
  // The chunks of a failed import are being deleted.
  if (!file || file.text_bytes !== null || file.state === 'failed') return
  const text_bytes = (await isText(tx, id, file)) ? 'byte_size' : String(await rewrite(tx, id, file))
  const isStillSo = await tx.sql.run(
    `update import set text_bytes = ${text_bytes} where account_id = $1 and id = $2 and encoding = $3`,
    [id, file.encoding],
  )
  if (isStillSo === 0) throw conflict('The encoding of this file was changed. Start again.')
}

/** Restores the uploaded file for reading in another encoding. */
export async function restoreOriginal(tx: Tx, { id }: { id: number }): Promise<void> {
  const kept = await tx.sql.one('select 1 from import_chunk where account_id = $1 and import_id = $2 and seq < 0', [id])
  if (kept) {
    await tx.sql.run('delete from import_chunk where account_id = $1 and import_id = $2 and seq >= 0', [id])
    await tx.sql.run('update import_chunk set seq = -seq - 1 where account_id = $1 and import_id = $2', [id])
  }
  await tx.sql.run('update import set text_bytes = null where account_id = $1 and id = $2', [id])
}

/** Returns the first bytes of the uploaded file. */
export async function fileHead(ctx: Ctx, { id, chunks }: { id: number; chunks: number }): Promise<Buffer> {
  const rows = await ctx.sql.rows<{ bytes: Buffer }>(
    `select bytes from import_chunk c where account_id = $1 and import_id = $2
       and (seq < 0) = exists (select from import_chunk o where o.account_id = $1 and o.import_id = $2 and o.seq < 0)
       and exists (select from import i where i.account_id = $1 and i.id = $2 and i.state <> 'failed')
     order by abs(seq) limit $3`,
    [id, chunks],
  )
  return Buffer.concat(rows.map(({ bytes }) => bytes))
}

/** Returns whether the file already equals what `rewrite` would store, as most files do. */
async function isText(tx: Tx, id: number, { encoding, content_hash }: StoredFile): Promise<boolean> {
  if (encoding !== 'utf-8') return false
  const hash = createHash('sha256')
  for await (const text of decodeText(storedBytes(tx, { id, from: 0 }), encoding)) hash.update(text)
  return hash.digest('hex') === content_hash
}

/** Above the chunk numbers of any file. New chunks use temporary numbers until the old ones are moved. */
const TEMPORARY_SEQ = 1_000_000

async function rewrite(tx: Tx, id: number, { encoding, state }: StoredFile): Promise<number> {
  let [made, text_bytes] = [0, 0]
  for await (const bytes of chunksOf(decodeText(storedBytes(tx, { id, from: 0 }), encoding))) {
    await tx.sql.run('insert into import_chunk (account_id, import_id, seq, bytes) values ($1, $2, $3, $4)', [
      id,
      -TEMPORARY_SEQ - made,
      bytes,
    ])
    made += 1
    text_bytes += bytes.length
  }
  const move = (to: string, which: string) =>
    tx.sql.run(`update import_chunk set seq = ${to} where account_id = $1 and import_id = $2 and seq ${which}`, [id])
  if (state === 'ready') await move('-seq - 1', '>= 0')
  else await tx.sql.run('delete from import_chunk where account_id = $1 and import_id = $2 and seq >= 0', [id])
  await move(`-seq - ${TEMPORARY_SEQ}`, `<= -${TEMPORARY_SEQ}`)
  return text_bytes
}

async function* chunksOf(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const text of texts) {
    rest = Buffer.concat([rest, Buffer.from(text)])
    for (; rest.length >= CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES)) yield rest.subarray(0, CHUNK_BYTES)
  }
  if (rest.length > 0) yield rest
}
