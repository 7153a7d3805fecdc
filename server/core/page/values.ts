import type { Column, RowBytes } from '../../db/statements/row-bytes.ts'
import type { ByteWriter } from '../../lib/bytes/byte-writer.ts'

// JSON of a column from the text that PostgreSQL sends. `row_to_json` for each row took as long in PostgreSQL as the rest of a list.

export type Source = Pick<RowBytes, 'bytes' | 'view'>

/** Writes the JSON of a value whose text is in `source` between `from` and `to`. */
export type ValueWriter = (source: Source, from: number, to: number, target: ByteWriter) => void

/** Types of PostgreSQL by their id (pg_type.dat), if their text is JSON: bigint, smallint, integer, real, double precision, numeric, json, jsonb. */
const JSON_TYPES = new Set([20, 21, 23, 700, 701, 1700, 114, 3802])
/** Types whose text is the JSON string: name, text, date, character, varying, uuid, inet. */
const TEXT_TYPES = new Set([19, 25, 1082, 1042, 1043, 2950, 869])
const BOOLEAN = 16
/** Types with higher ids belong to the database. Ours are enumerations. */
const LAST_BUILT_IN = 16_383

/** Returns the function for a column. Throws for types whose text is not what `to_json` would make of it, such as arrays and times. */
export function writerOf({ name, type }: Column): ValueWriter {
  if (JSON_TYPES.has(type)) return copied
  if (TEXT_TYPES.has(type) || type > LAST_BUILT_IN) return quoted
  if (type === BOOLEAN) return asBoolean
  throw new Error(`The column ${name} of a list has the type ${type}. Convert it by to_json()`)
}

const copied: ValueWriter = ({ bytes }, from, to, target) => {
  target.reserve(to - from)
  target.copy(bytes, from, to)
}

const [TRUE, FALSE] = [Buffer.from('true'), Buffer.from('false')]
const CHARACTER_T = 0x74

const asBoolean: ValueWriter = ({ bytes }, from, _to, target) => {
  target.reserve(FALSE.length)
  target.literal(bytes[from] === CHARACTER_T ? TRUE : FALSE)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const SPACE = 0x20

/** Copies byte by byte, which is faster than a call out of JavaScript for a few, until one must be escaped. */
const quoted: ValueWriter = ({ bytes }, from, to, target) => {
  target.reserve(to - from + 2)
  const written = target.bytes
  let at = target.length
  written[at++] = QUOTE
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) {
      return target.text(JSON.stringify(bytes.toString('utf8', from, to)))
    }
    written[at++] = byte
  }
  written[at++] = QUOTE
  target.length = at
}
