/** Consecutive items of a list, by their position in the document's bytes. */
export interface Cut {
  from: number
  to: number
  count: number
}

/** Limits in bytes. */
export interface CutLimits {
  most_items: number
  most_bytes: number
  /** For one item, and for the text before the list. */
  longest: number
}

export class LongItemError extends Error {
  override name = 'LongItemError'
}

/**
 * Cuts the list under `name` in a JSON object into pieces of whole items without parsing it, so a document of hundreds of megabytes is scanned
 * once and parsed piece by piece. Returns the position of the list's content, or undefined if there is no such list. Brackets are counted, not
 * checked: an invalid piece is found when it is parsed. Throws LongItemError.
 */
export function* cutList(
  bytes: Uint8Array,
  name: string,
  { most_items, most_bytes, longest }: CutLimits,
): Generator<Cut, { from: number; to: number } | undefined> {
  const begin = findList(bytes, name, longest)
  if (begin === undefined) return undefined
  let [position, depth, from, count, item] = [begin, 0, begin, 0, begin]
  for (; position < bytes.length; position++) {
    if (position - item > longest) throw new LongItemError(`An item is longer than ${longest} bytes`)
    const byte = bytes[position]
    if (byte === QUOTE) position = endOfString(bytes, position, item + longest)
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (depth === 0) break
      depth--
    } else if (byte === COMMA && depth === 0) {
      count++
      item = position + 1
      if (count < most_items && position - from < most_bytes) continue
      yield { from, to: position, count }
      from = position + 1
      count = 0
    }
  }
  // The text after the last comma is an item, too. A list without a comma may be empty.
  if (count > 0 || from > begin || !isBlank(bytes, from, position)) yield { from, to: position, count: count + 1 }
  return { from: begin, to: position }
}

/** Returns the position of the list's content, after its bracket, within the document's first `longest` bytes. */
function findList(bytes: Uint8Array, name: string, longest: number): number | undefined {
  let depth = 0
  let text: [number, number] | undefined
  let key: string | undefined
  for (let position = 0; position < Math.min(bytes.length, longest); position++) {
    const byte = bytes[position]
    if (byte === QUOTE) {
      const end = endOfString(bytes, position, longest)
      if (depth === 1) text = [position, end + 1]
      position = end
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      if (depth === 0 && byte === OPEN_LIST) return undefined
      if (depth === 1 && key === name && byte === OPEN_LIST) return position + 1
      depth++
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) depth--
    else if (depth === 1 && byte === COLON && text) key = stringAt(bytes, text)
    else if (depth === 1 && byte === COMMA) key = undefined
  }
  return undefined
}

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]

/** Returns the position of the closing quote, or the end of the search. */
function endOfString(bytes: Uint8Array, quote: number, until: number): number {
  let at = quote + 1
  while (at < bytes.length && at <= until && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function stringAt(bytes: Uint8Array, [from, to]: [number, number]): string | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(bytes.subarray(from, to)))
  } catch {
    return undefined
  }
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!/\s/.test(String.fromCharCode(bytes[at] ?? 0))) return false
  return true
}
