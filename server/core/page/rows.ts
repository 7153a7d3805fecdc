import type { RowBytes } from '../../db/statements/row-bytes.ts'
import { ByteWriter } from '../../lib/bytes/byte-writer.ts'
import { type ValueWriter, writerOf } from './values.ts'

/** A property after the view's, for which the text of its column is not enough. */
export interface RowMember {
  name: string
  /** SQL of its column, over the tables of the view. */
  sql: string
  /** SQL of a value that `writer` needs, evaluated once per page. `$1` is the account. */
  context: string
  /** Returns a function that writes the JSON of the property. `context`: the value above. */
  writer: (context: unknown) => ValueWriter
}

const [OPEN, COMMA, CLOSE, END, NULL] = ['[', ',', '}', ']', 'null'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
/** Space before the list for its name, and the expected space after it. */
const MARGIN_BYTES = { before: 64, after: 2_048 }

/** The rows of a page as a JSON list. Their properties are the columns from `first_column` on. */
export class PageRows {
  #target: ByteWriter | undefined
  readonly #end: number

  constructor(
    found: RowBytes,
    { rows, first_column, member }: { rows: readonly number[]; first_column: number; member: RowMember | undefined },
  ) {
    const properties = propertiesOf(found, { first_column, member })
    const more = rows.length * properties.reduce((sum, { start }) => sum + start.length, 1)
    const target = new ByteWriter(found.length + more + MARGIN_BYTES.before + MARGIN_BYTES.after)
    target.length = MARGIN_BYTES.before
    target.literal(OPEN)
    rows.forEach((row, i) => {
      target.reserve(1)
      if (i > 0) target.literal(COMMA)
      writeRow(found, row, properties, target)
    })
    target.reserve(1)
    target.literal(END)
    this.#target = target
    this.#end = target.length
  }

  /** Returns the bytes of a JSON object with the list under `name`, followed by `more`: the rest of the object. */
  object(name: string, more: string): Buffer<ArrayBuffer> {
    const target = this.#written()
    const before = Buffer.from(`{${JSON.stringify(name)}:`)
    const begin = MARGIN_BYTES.before - before.length
    if (begin < 0) throw new Error(`${name} is too long for the name of a list`)
    target.length = this.#end
    target.text(more)
    before.copy(target.bytes, begin)
    return target.bytes.subarray(begin, target.length)
  }

  parsed(): unknown {
    return JSON.parse(this.#written().bytes.toString('utf8', MARGIN_BYTES.before, this.#end))
  }

  /** Releases the memory for reuse. The object and rows become invalid. */
  release(): void {
    this.#target?.release()
    this.#target = undefined
  }

  #written(): ByteWriter {
    if (!this.#target) throw new Error('The rows of this page are released')
    return this.#target
  }
}

interface Property {
  column: number
  /** The bytes before its value. */
  start: Buffer
  write: ValueWriter
}

function propertiesOf(
  found: RowBytes,
  { first_column, member }: { first_column: number; member: RowMember | undefined },
): Property[] {
  return found.columns.slice(first_column).map((column, i) => ({
    column: first_column + i,
    start: Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(column.name)}:`),
    write: column.name === member?.name ? member.writer(contextOf(found)) : writerOf(column),
  }))
}

function writeRow(found: RowBytes, row: number, properties: readonly Property[], target: ByteWriter): void {
  for (const { column, start, write } of properties) {
    const [from, to] = [found.start(row, column), found.end(row, column)]
    target.reserve(start.length + NULL.length)
    target.literal(start)
    if (from < 0) target.literal(NULL)
    else write(found, from, to, target)
  }
  target.reserve(1)
  target.literal(CLOSE)
}

/** Reads the context from the row that has it. Null is a valid value. */
function contextOf(found: RowBytes): unknown {
  const context = found.column('context')
  for (let row = 0; row < found.count; row++) {
    const text = found.text(row, context)
    if (text !== null) return JSON.parse(text)
  }
  return null
}
