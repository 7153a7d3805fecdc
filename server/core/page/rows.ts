import type { RowBytes } from '../../db/statements/row-bytes.ts'
import { ByteWriter } from '../../lib/bytes/byte-writer.ts'

export type Source = Pick<RowBytes, 'bytes' | 'view'>

/** A property of each row that this process writes, beside the view that PostgreSQL writes. */
export interface RowMember {
  name: string
  /** SQL of its JSON text, over the tables of the view. */
  sql: string
  /** SQL of a value that `writer` needs, evaluated once per page. `$1` is the account. */
  context: string
  /** Returns a function that writes the property from the bytes of a row's text. `context`: the value above. */
  writer: (context: unknown) => (source: Source, from: number, to: number, target: ByteWriter) => void
}

const [OPEN, COMMA, CLOSE, END] = ['[', ',', '}', ']'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]
/** Space before the list for its name, and the expected space after it. */
const MARGIN_BYTES = { before: 64, after: 2_048 }

/** The rows of a page as a JSON list. */
export class PageRows {
  #target: ByteWriter | undefined
  readonly #end: number

  constructor(found: RowBytes, rows: readonly number[], member: RowMember | undefined) {
    const more = rows.length * (member ? member.name.length + 8 : 1)
    const target = new ByteWriter(found.length + more + MARGIN_BYTES.before + MARGIN_BYTES.after)
    target.length = MARGIN_BYTES.before
    target.literal(OPEN)
    const write = rowWriter(found, rows, member)
    rows.forEach((row, i) => {
      if (i > 0) target.literal(COMMA)
      write(row, target)
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

function rowWriter(
  found: RowBytes,
  rows: readonly number[],
  member: RowMember | undefined,
): (row: number, target: ByteWriter) => void {
  const { bytes } = found
  const json = found.column('row')
  if (!member || rows.length === 0) {
    return (row, target) => {
      const [start, end] = [found.start(row, json), found.end(row, json)]
      target.reserve(end - start + 1)
      target.copy(bytes, start, end)
    }
  }
  const name = Buffer.from(`,${JSON.stringify(member.name)}:`)
  const value = found.column('member')
  const write = member.writer(contextOf(found))
  return (row, target) => {
    const [start, end] = [found.start(row, json), found.end(row, json)]
    target.reserve(end - start + name.length + 1)
    target.copy(bytes, start, end - 1)
    target.literal(name)
    write(found, found.start(row, value), found.end(row, value), target)
    target.reserve(2)
    target.literal(CLOSE)
  }
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
