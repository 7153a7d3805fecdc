import type { Tx } from '../../core/write.ts'
import { type CsvEncoding, decodeCsv } from '../../lib/csv-text.ts'
import { storedBytes } from './rows.ts'
import { CHUNK_BYTES } from './schema.ts'

/** The characters of a file, with `\n` line ends and without what spreadsheets put in front of the first cell. */
export async function* textOf(bytes: AsyncIterable<Uint8Array>, encoding: CsvEncoding): AsyncGenerator<string> {
  let head = ''
  let is_begun = false
  for await (const text of decodeCsv(bytes, encoding)) {
    head += text
    if (!is_begun && head.length < PREAMBLE) continue
    yield is_begun ? head : head.replace(/^\ufeff?(?:sep=[,;\t|]\n)?/i, '')
    is_begun = true
    head = ''
  }
  if (head) yield head.replace(/^\ufeff?(?:sep=[,;\t|]\n)?/i, '')
}

const PREAMBLE = 8

/** Rewrites the stored file as plain UTF-8, once, so that a byte says where a row begins. */
export async function storeAsText(tx: Tx, { id }: { id: number }): Promise<void> {
  const file = await tx.sql.one<{ encoding: CsvEncoding; text_bytes: number | null }>(
    'select encoding, text_bytes from import where account_id = $1 and id = $2',
    [id],
  )
  if (!file || file.text_bytes !== null) return
  let made = 0
  // The new pieces have negative numbers while the old ones are there.
  for await (const bytes of pieces(textOf(storedBytes(tx, { id, from: 0 }), file.encoding))) {
    made += 1
    await tx.sql.run('insert into import_chunk (account_id, import_id, seq, bytes) values ($1, $2, $3, $4)', [
      id,
      -made,
      bytes,
    ])
  }
  await tx.sql.run('delete from import_chunk where account_id = $1 and import_id = $2 and seq >= 0', [id])
  await tx.sql.run('update import_chunk set seq = -seq - 1 where account_id = $1 and import_id = $2', [id])
  await tx.sql.run(
    `update import set text_bytes =
       (select coalesce(sum(length(bytes)), 0) from import_chunk c where c.account_id = $1 and c.import_id = $2)
     where account_id = $1 and id = $2`,
    [id],
  )
}

async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  for await (const text of texts) {
    rest = Buffer.concat([rest, Buffer.from(text)])
    for (; rest.length >= CHUNK_BYTES; rest = rest.subarray(CHUNK_BYTES)) yield rest.subarray(0, CHUNK_BYTES)
  }
  if (rest.length > 0) yield rest
}
