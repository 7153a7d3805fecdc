// Reusable memory for large, short-lived data: received rows, and responses built from rows. V8 counts memory outside of its heap, and
// collecting garbage when there is much of it takes longer than writing a page of a list.

const SIZE = { least: 64 * 2 ** 10, most: 2 * 2 ** 20 }
const MAX_PIECES = 8
/** Smallest first. */
const spare: Buffer<ArrayBuffer>[] = []

/** Returns at least `least` bytes with arbitrary content. */
export function takeMemory(least: number): Buffer<ArrayBuffer> {
  const at = spare.findIndex(({ length }) => length >= least)
  const [found] = at < 0 ? [] : spare.splice(at, 1)
  return found ?? Buffer.allocUnsafeSlow(Math.max(least, SIZE.least))
}

/** Returns memory for reuse. The caller must no longer read or write it. */
export function returnMemory(memory: Buffer<ArrayBuffer>): void {
  if (memory.length < SIZE.least || memory.length > SIZE.most) return
  const at = spare.findIndex(({ length }) => length >= memory.length)
  spare.splice(at < 0 ? spare.length : at, 0, memory)
  if (spare.length > MAX_PIECES) spare.shift()
}
