import { setImmediate } from 'node:timers/promises'

// JSON.parse takes a second for 10 MB of brackets, and blocks the process. So the values of a large text are counted before it is parsed.

/** Shorter texts are parsed uncounted, in a millisecond or two. */
const LARGE_BYTES = 64 * 1024
const MAX_VALUES = 100_000
const MAX_LEVELS = 200
/** Bytes read before the event loop runs again. */
const SLICE_BYTES = 2 ** 20
const NEAR_BYTES = 32

const [QUOTE, ESCAPE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 44, 91, 93, 123, 125]

let last: Promise<unknown> = Promise.resolve()

/**
 * Returns the reason why a JSON text must not be parsed, or undefined. Large texts are checked one by one, with a run of the event loop before
 * each, so other requests are answered in between.
 */
export function refuseJson(bytes: Uint8Array): Promise<string | undefined> | undefined {
  if (bytes.length < LARGE_BYTES) return undefined
  const found = last.then(() => inspect(bytes))
  last = found
  return found
}

async function inspect(bytes: Uint8Array): Promise<string | undefined> {
  const findQuote = finder(bytes, QUOTE)
  const findEscape = finder(bytes, ESCAPE)
  let [position, values, level, isText] = [0, 0, 0, false]
  while (position < bytes.length) {
    await setImmediate()
    const end = position + SLICE_BYTES
    while (position < end && position < bytes.length) {
      if (isText) {
        // A call costs as much as reading several bytes, so it is made only where escapes are rare.
        const near = Math.min(position + NEAR_BYTES, bytes.length)
        let hasEscape = false
        while (isText && position < near) {
          const byte = bytes[position++]
          if (byte === QUOTE) isText = false
          else if (byte === ESCAPE) {
            position++
            hasEscape = true
          }
        }
        if (isText && !hasEscape) position = Math.min(findQuote(position), findEscape(position))
        continue
      }
      const byte = bytes[position++]
      if (byte === QUOTE) isText = true
      else if (byte === COMMA) values++
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        values++
        if (++level > MAX_LEVELS) return `Request body is nested more than ${MAX_LEVELS} levels deep`
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) level--
      if (values > MAX_VALUES) return `Request body has more than ${MAX_VALUES.toLocaleString('en')} values`
    }
  }
  return undefined
}

/** Returns a function that finds the next of these bytes from a position. Positions increase, so no byte is read twice. */
function finder(bytes: Uint8Array, wanted: number): (from: number) => number {
  let next = -1
  return (from) => {
    if (next < from) {
      const found = bytes.indexOf(wanted, from)
      next = found < 0 ? bytes.length : found
    }
    return next
  }
}
