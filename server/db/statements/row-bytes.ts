import type { Duplex } from 'node:stream'
import pg from 'pg'
import { returnMemory, takeMemory } from '../../lib/bytes/spare-memory.ts'
import { readingSocket } from './reading-socket.ts'

// Rows as bytes. node-postgres decodes each column of each row into a string, which a list's response encodes again. For a page of 500
// subscribers with 50 fields, that took longer than all other work in this process (decision 0006).

export interface Column {
  name: string
  /** Its type's id in PostgreSQL. */
  type: number
}

/** The rows of a result: the UTF-8 text of each column, as received. */
export class RowBytes {
  bytes: Buffer<ArrayBuffer>
  /** Reads the same bytes, four at a time. Four more bytes follow the last row. */
  view: DataView
  readonly count: number
  /** Size of the whole result in bytes. */
  readonly length: number
  readonly columns: readonly Column[]
  /** Start and end of each column of each row; -1 for null. */
  readonly #places: Int32Array

  constructor({ bytes, length, starts }: Collected, columns: readonly Column[]) {
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    this.count = starts.length
    this.length = length
    this.columns = columns
    this.#places = new Int32Array(starts.length * columns.length * 2)
    let place = 0
    for (const start of starts) {
      let offset = start + COLUMN_COUNT_BYTES
      for (let column = 0; column < columns.length; column++) {
        const size = bytes.readInt32BE(offset)
        offset += LENGTH_BYTES
        this.#places[place++] = size < 0 ? -1 : offset
        if (size > 0) offset += size
        this.#places[place++] = size < 0 ? -1 : offset
      }
    }
  }

  /** Returns the column's index for the methods below. */
  column(name: string): number {
    const column = this.columns.findIndex((known) => known.name === name)
    if (column < 0) throw new Error(`The rows have no column ${name}`)
    return column
  }

  /** Returns the start of a value in `bytes`; -1 for null. */
  start(row: number, column: number): number {
    return this.#places[2 * (row * this.columns.length + column)] as number
  }

  end(row: number, column: number): number {
    return this.#places[2 * (row * this.columns.length + column) + 1] as number
  }

  text(row: number, column: number): string | null {
    const start = this.start(row, column)
    return start < 0 ? null : this.bytes.toString('utf8', start, this.end(row, column))
  }

  /** Returns the memory for reuse. The rows can no longer be read. */
  release(): void {
    returnMemory(this.bytes)
    this.bytes = NOTHING
    this.view = new DataView(NOTHING.buffer)
  }
}

const NOTHING = Buffer.from(new ArrayBuffer(0))

/** Rows that a collector has received: the memory, its used bytes, and the start of each row. */
interface Collected {
  bytes: Buffer<ArrayBuffer>
  length: number
  starts: readonly number[]
}

const MESSAGE = { data_row: 0x44, ready: 0x5a }
const LENGTH_BYTES = 4
const HEAD_BYTES = 1 + LENGTH_BYTES
const READY_BYTES = HEAD_BYTES + 1
const COLUMN_COUNT_BYTES = 2
const FIRST_BYTES = 65_536
/** Number of bytes that `view` reads past the end of a row. */
const VIEW_BYTES = 4

/** Collects the rows of a result from the messages of the protocol. */
class RowCollector {
  #bytes = takeMemory(FIRST_BYTES)
  #length = 0
  /** Start of the incomplete message. */
  #next = 0
  readonly #starts: number[] = []

  /** Forwards every message that is not a row. Once the end of the result has arrived, returns it and everything after it. */
  take(chunk: Buffer, pass: (messages: Buffer) => void): Buffer | undefined {
    this.#reserve(chunk.length)
    chunk.copy(this.#bytes, this.#length)
    this.#length += chunk.length
    while (this.#next + HEAD_BYTES <= this.#length) {
      const begin = this.#next
      const end = begin + 1 + this.#bytes.readUInt32BE(begin + 1)
      if (end > this.#length) break
      const code = this.#bytes[begin]
      // Copied, because node-postgres may keep an incomplete message that follows.
      if (code === MESSAGE.ready) return Buffer.from(this.#bytes.subarray(begin, this.#length))
      if (code === MESSAGE.data_row) this.#starts.push(begin + HEAD_BYTES)
      else pass(this.#bytes.subarray(begin, end))
      this.#next = end
    }
    return undefined
  }

  /** Adds a row that node-postgres has read. */
  add(texts: readonly (string | null)[]): void {
    const sizes = texts.map((text) => (text === null ? -1 : Buffer.byteLength(text)))
    this.#reserve(sizes.reduce((sum, size) => sum + LENGTH_BYTES + Math.max(size, 0), COLUMN_COUNT_BYTES))
    this.#starts.push(this.#length)
    let at = this.#bytes.writeInt16BE(texts.length, this.#length)
    texts.forEach((text, column) => {
      at = this.#bytes.writeInt32BE(sizes[column] as number, at)
      if (text !== null) at += this.#bytes.write(text, at)
    })
    this.#length = at
  }

  rows(columns: readonly Column[]): RowBytes {
    return new RowBytes({ bytes: this.#bytes, length: this.#length, starts: this.#starts }, columns)
  }

  #reserve(more: number): void {
    const needed = this.#length + more + VIEW_BYTES
    if (needed <= this.#bytes.length) return
    const larger = takeMemory(Math.max(2 * this.#bytes.length, needed))
    this.#bytes.copy(larger, 0, 0, this.#length)
    returnMemory(this.#bytes)
    this.#bytes = larger
  }
}

/** Internals of a node-postgres connection (lib/connection.js). */
interface Connection {
  stream: Duplex
  ssl: unknown
  attachListeners: (stream: Stream) => void
}
interface Stream {
  on: (event: string, listener: (chunk: Buffer) => void) => unknown
}

/** Intercepts the data of a connection before node-postgres reads it. */
export class Received {
  #collector: RowCollector | undefined
  /** True if the last message was complete and no query runs. */
  #is_between_answers = false

  /** The connection must not be connected yet. A connection with its own stream keeps it, and TLS reads decrypted data itself. */
  constructor(connection: pg.Connection, { has_own_stream }: { has_own_stream: boolean }) {
    const internals = connection as unknown as Connection
    if (!has_own_stream && !internals.ssl) internals.stream = readingSocket()
    const attach = internals.attachListeners.bind(internals)
    internals.attachListeners = (stream) =>
      attach({
        on: (event, listener) => stream.on(event, event === 'data' ? (chunk) => this.#take(chunk, listener) : listener),
      })
  }

  /** Collects the rows of the next result, unless part of another message may still be pending. */
  collect(collector: RowCollector): void {
    if (this.#is_between_answers) this.#collector = collector
  }

  #take(chunk: Buffer, pass: (messages: Buffer) => void): void {
    const messages = this.#collector ? this.#collector.take(chunk, pass) : chunk
    this.#is_between_answers = messages !== undefined && endsAnswer(messages)
    if (!messages) return
    this.#collector = undefined
    // Copied, because the memory of a read is reused and node-postgres keeps incomplete messages.
    pass(messages === chunk ? Buffer.from(chunk) : messages)
  }
}

/** Returns whether the last of these messages means that the connection is ready for a query. */
function endsAnswer(messages: Buffer): boolean {
  const at = messages.length - READY_BYTES
  return at >= 0 && messages[at] === MESSAGE.ready && messages.readUInt32BE(at + 1) === READY_BYTES - 1
}

/** Internals of a node-postgres query (lib/query.js). */
interface Query {
  _result: BytesResult
  submit(connection: pg.Connection): Error | null
  handleDataRow(message: { fields: (string | null)[] }): void
  handleReadyForQuery(connection: pg.Connection): void
}
const Query = pg.Query as unknown as new (config: pg.QueryConfig) => Query

export type BytesResult = pg.QueryResult & { row_bytes?: RowBytes }

/** A query whose result has `row_bytes` and no rows. */
export class BytesQuery extends Query {
  readonly #collector = new RowCollector()
  readonly #received: () => Received | undefined

  /** `received` is called when the query is sent. If it returns undefined, node-postgres reads the rows. */
  constructor(config: pg.QueryConfig, received: () => Received | undefined) {
    super(config)
    this.#received = received
  }

  override submit(connection: pg.Connection): Error | null {
    const refusal = super.submit(connection)
    if (!refusal) this.#received()?.collect(this.#collector)
    return refusal
  }

  override handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#collector.add(fields)
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    this._result.row_bytes = this.#collector.rows(
      this._result.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })),
    )
    super.handleReadyForQuery(connection)
  }
}
