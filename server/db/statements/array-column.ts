// PostgreSQL's binary form of an array. It is faster to write and to read than the text that node-postgres uses.

/** The JavaScript type of an element for each PostgreSQL type. */
interface Elements {
  int4: number
  text: string
  bytea: Uint8Array
  timestamptz: Date
  /** Text of a JSON document. */
  jsonb: string
}
const OID: Record<keyof Elements, number> = { int4: 23, text: 25, bytea: 17, timestamptz: 1184, jsonb: 3802 }

const HEADER_BYTES = 20
const NULL_LENGTH = -1
const JSONB_VERSION = 1
/** PostgreSQL stores microseconds since 2000. */
const EPOCH_MS = Date.UTC(2000, 0)

/** One column of many rows, as a parameter of `unnest`. Cast it to the array type: `$2::text[]`. */
export class ArrayColumn<Type extends keyof Elements> {
  readonly #type: Type
  #bytes = Buffer.allocUnsafe(512)
  #end = HEADER_BYTES
  #count = 0
  #has_values = false

  constructor(type: Type) {
    this.#type = type
  }

  add(value: Elements[Type] | null | undefined): void {
    this.#count += 1
    if (value === null || value === undefined) {
      this.#reserve(4)
      this.#end = this.#bytes.writeInt32BE(NULL_LENGTH, this.#end)
      return
    }
    this.#has_values = true
    if (typeof value === 'string') this.#addText(value)
    else if (typeof value === 'number') this.#addInt4(value)
    else if (value instanceof Date) this.#addTime(value)
    else this.#addBytes(value)
  }

  /** A column without any value is an empty array, because `unnest` pads shorter arrays with nulls. */
  parameter(): Buffer {
    const count = this.#has_values ? this.#count : 0
    const bytes = this.#bytes.subarray(0, count === 0 ? HEADER_BYTES - 8 : this.#end)
    bytes.writeInt32BE(count === 0 ? 0 : 1, 0)
    bytes.writeInt32BE(1, 4)
    bytes.writeInt32BE(OID[this.#type], 8)
    if (count === 0) return bytes
    bytes.writeInt32BE(count, 12)
    bytes.writeInt32BE(1, 16)
    return bytes
  }

  #addText(text: string): void {
    const extra = this.#type === 'jsonb' ? 1 : 0
    // A UTF-16 unit takes at most three bytes of UTF-8.
    this.#reserve(4 + extra + text.length * 3)
    if (extra) this.#bytes[this.#end + 4] = JSONB_VERSION
    const length = extra + this.#bytes.write(text, this.#end + 4 + extra, 'utf8')
    this.#end = this.#bytes.writeInt32BE(length, this.#end) + length
  }

  #addBytes(bytes: Uint8Array): void {
    this.#reserve(4 + bytes.length)
    this.#end = this.#bytes.writeInt32BE(bytes.length, this.#end)
    this.#bytes.set(bytes, this.#end)
    this.#end += bytes.length
  }

  #addInt4(number: number): void {
    this.#reserve(8)
    this.#bytes.writeInt32BE(4, this.#end)
    this.#end = this.#bytes.writeInt32BE(number, this.#end + 4)
  }

  #addTime(time: Date): void {
    this.#reserve(12)
    this.#bytes.writeInt32BE(8, this.#end)
    this.#end = this.#bytes.writeBigInt64BE(BigInt(time.getTime() - EPOCH_MS) * 1_000n, this.#end + 4)
  }

  #reserve(length: number): void {
    if (this.#end + length <= this.#bytes.length) return
    const bytes = Buffer.allocUnsafe(2 * (this.#end + length))
    this.#bytes.copy(bytes, 0, 0, this.#end)
    this.#bytes = bytes
  }
}
