/** Size of shared memory for smaller results, because allocating 20 KB for each message takes longer than writing it. */
const SHARED = 256 * 1024

let shared = Buffer.alloc(0)

/** Returns the pieces as one buffer. Strings must be Latin-1. */
export function joinBytes(pieces: readonly (string | Uint8Array)[]): Buffer {
  let length = 0
  for (const piece of pieces) length += piece.length
  const result = allocate(length)
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') result.write(piece, at, 'latin1')
    else result.set(piece, at)
    at += piece.length
  }
  return result
}

function allocate(length: number): Buffer {
  if (length > SHARED / 8) return Buffer.allocUnsafeSlow(length)
  if (length > shared.length) shared = Buffer.allocUnsafeSlow(SHARED)
  const allocated = shared.subarray(0, length)
  shared = shared.subarray(length)
  return allocated
}
