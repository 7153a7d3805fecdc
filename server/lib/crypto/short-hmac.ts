import { hash } from 'node:crypto'

/** Block size of SHA-256 in bytes. */
const BLOCK = 64
/** Messages up to this length share one buffer. */
const USUAL = 192

/**
 * Returns a function for HMAC-SHA256 (RFC 2104) under one key, for short messages. Node's `createHmac` takes four times as long for these,
 * because it creates a stream and reads the key each time, and every email has several. A digest as text takes a third of the time of a buffer.
 */
export function shortHmac(key: Uint8Array): (message: Uint8Array) => Buffer {
  if (key.length > BLOCK) throw new RangeError(`A key of shortHmac has at most ${BLOCK} bytes`)
  const inner = Buffer.concat([padded(key, 0x36), Buffer.alloc(USUAL)])
  const outer = Buffer.concat([padded(key, 0x5c), Buffer.alloc(32)])
  return (message) => {
    const isUsual = message.length <= USUAL
    const input = isUsual
      ? inner.subarray(0, BLOCK + message.length)
      : Buffer.concat([inner.subarray(0, BLOCK), message])
    if (isUsual) inner.set(message, BLOCK)
    outer.write(hash('sha256', input, 'binary'), BLOCK, 'latin1')
    return Buffer.from(hash('sha256', outer, 'binary'), 'latin1')
  }
}

function padded(key: Uint8Array, pad: number): Buffer {
  const block = Buffer.alloc(BLOCK, pad)
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad
  return block
}
