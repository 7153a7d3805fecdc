import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import type { CsvEncoding } from './encodings.ts'
import { guessLegacyEncoding } from './legacy.ts'

export type { CsvEncoding }

/** Detects the encoding of a file by its first bytes. Returns `utf-8` if nothing indicates another encoding. */
export async function detectEncoding(head: Uint8Array): Promise<CsvEncoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (startsWithUtf8Mark(head)) return 'utf-8'
  const zeros = [0, 0]
  const length = Math.min(head.length, 4096)
  for (let at = 0; at < length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > length / 8 && odd > even * 4) return 'utf-16le'
  if (even > length / 8 && even > odd * 4) return 'utf-16be'
  return isUtf8(upToLastCharacter(head)) ? 'utf-8' : guessLegacyEncoding(head)
}

/**
 * Yields text with `\n` line ends, without byte-order mark and NUL. Memory is bounded by the longest line. In a UTF-8 file, a line
 * that is not valid UTF-8 (such as a name in row 90,000 from another program) is read as Windows-1252.
 */
export async function* decodeCsv(source: AsyncIterable<Uint8Array>, encoding?: CsvEncoding): AsyncGenerator<string> {
  let carried = ''
  for await (const text of decodeBytes(source, encoding)) {
    // A CR at the end may be followed by an LF.
    const joined = carried + text
    const end = joined.endsWith('\r') ? joined.length - 1 : joined.length
    carried = joined.slice(end)
    const clean = cleanText(joined.slice(0, end))
    if (clean) yield clean
  }
  if (carried) yield cleanText(carried)
}

const MAX_LINE = 1024 * 1024

async function* decodeBytes(source: AsyncIterable<Uint8Array>, given?: CsvEncoding): AsyncGenerator<string> {
  let rest: Uint8Array = new Uint8Array()
  let encoding = given
  let decoder: iconv.DecoderStream | undefined
  for await (const chunk of source) {
    if (chunk.length === 0) continue
    let bytes: Uint8Array = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    if (!encoding) {
      if (bytes.length < 4) {
        rest = bytes
        continue
      }
      encoding = await detectEncoding(bytes)
      if (startsWithUtf8Mark(bytes)) bytes = bytes.subarray(3)
    }
    if (encoding !== 'utf-8') {
      decoder ??= iconv.getDecoder(encoding, { stripBOM: true }) as iconv.DecoderStream
      rest = new Uint8Array()
      yield decoder.write(Buffer.from(bytes))
      continue
    }
    const whole = bytes.length > MAX_LINE ? bytes : upToLastLine(bytes)
    rest = bytes.subarray(whole.length)
    if (whole.length > 0) yield decodeBlock(whole)
  }
  if (decoder) yield decoder.end() ?? ''
  else if (rest.length > 0) yield decodeBlock(startsWithUtf8Mark(rest) ? rest.subarray(3) : rest)
}

function decodeBlock(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (isUtf8(bytes)) return buffer.toString('utf8')
  // Line by line, so one line in another encoding does not affect the others.
  let text = ''
  for (let from = 0; from < buffer.length; ) {
    const end = buffer.indexOf(0x0a, from)
    const line = buffer.subarray(from, end === -1 ? buffer.length : end + 1)
    text += isUtf8(line) ? line.toString('utf8') : iconv.decode(line, 'windows-1252')
    from += line.length
  }
  return text
}

function startsWithUtf8Mark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

/** Removes an incomplete last UTF-8 character, unless it is the only one: then it is in another encoding. */
function upToLastCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3; back++) {
    const byte = bytes.at(-back) ?? 0
    if (byte < 0x80) return bytes
    if (byte < 0xc0) continue
    const before = bytes.subarray(0, -back)
    return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) && !isAscii(before) ? before : bytes
  }
  return bytes
}

function upToLastLine(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(0x0a)
  return end === -1 ? new Uint8Array() : bytes.subarray(0, end + 1)
}

function cleanText(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return lines.includes('\0') ? lines.replaceAll('\0', '') : lines
}
