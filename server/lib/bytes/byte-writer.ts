import { returnMemory, takeMemory } from './spare-memory.ts'

export class ByteWriter {
  bytes: Buffer<ArrayBuffer>
  length = 0

  constructor(size: number) {
    this.bytes = takeMemory(size)
  }

  /** Makes room for `more` bytes. Required before `copy` and `literal`, not before `text`. */
  reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = takeMemory(Math.max(2 * this.bytes.length, this.length + more))
    this.bytes.copy(larger, 0, 0, this.length)
    returnMemory(this.bytes)
    this.bytes = larger
  }

  copy(source: Buffer, from: number, to: number): void {
    source.copy(this.bytes, this.length, from, to)
    this.length += to - from
  }

  /** For a few bytes, a loop is faster than a call out of JavaScript. */
  literal(source: Buffer): void {
    const { bytes } = this
    let at = this.length
    for (let i = 0; i < source.length; i++) bytes[at++] = source[i] as number
    this.length = at
  }

  text(text: string): void {
    this.reserve(Buffer.byteLength(text))
    this.length += this.bytes.write(text, this.length)
  }

  /** Returns the memory for reuse. Its bytes can no longer be read. */
  release(): void {
    returnMemory(this.bytes)
    this.bytes = NOTHING
    this.length = 0
  }
}

const NOTHING = Buffer.alloc(0)
