import type { Ctx } from '../../../core/context.ts'
import { storable } from '../../../core/wire.ts'
import { CSV_ENCODINGS } from '../../../lib/csv/encodings.ts'
import { linesBeyondAscii } from '../../../lib/csv/legacy.ts'
import { decodeCsv } from '../../../lib/csv/text.ts'
import { getImport } from '../records.ts'
import type { Reading } from '../schema.ts'
import { fileHead } from './text.ts'

const SAMPLE_BYTES = 200
const SAMPLE_CHARACTERS = 80

/** Returns the first non-ASCII characters in each encoding, so the user can choose the right one. */
export async function listReadings(ctx: Ctx, { id }: { id: number }): Promise<Reading[]> {
  await getImport(ctx, { id })
  const head = await fileHead(ctx, { id, chunks: 1 })
  const lines = linesBeyondAscii(head, SAMPLE_BYTES)
  // UTF-16 is never ASCII, and its lines do not end at a single byte.
  const sample =
    lines.length > 0 && !head.subarray(0, SAMPLE_BYTES).includes(0) ? lines : head.subarray(0, SAMPLE_BYTES)
  const readings: Reading[] = []
  for (const encoding of CSV_ENCODINGS) {
    let text = ''
    for await (const part of decodeCsv(one(sample), encoding)) text += part
    const shown = storable(text.replace(/\s+/g, ' ').trim())
    readings.push({ encoding, sample: shown.slice(0, SAMPLE_CHARACTERS) })
  }
  return readings
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
