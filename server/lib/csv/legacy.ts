import { isAscii } from 'node:buffer'
import iconv from 'iconv-lite'
import { CSV_ENCODINGS, type CsvEncoding } from './encodings.ts'
import { guessByWords } from './few-words.ts'

/** Guesses the encoding of a text that is not Unicode from its non-ASCII lines. */
export async function guessLegacyEncoding(bytes: Uint8Array): Promise<CsvEncoding> {
  const sample = linesBeyondAscii(bytes, SAMPLE_BYTES)
  const guess = await guessOf(sample, bytes)
  // The generic currency sign is not used in practice. It is the euro sign of the later standard, which has no characters where Windows has
  // quotes.
  const isLater = guess === WESTERN && sample.includes(0xa4) && !sample.some((byte) => byte >= 0x80 && byte < 0xa0)
  return isLater ? 'iso-8859-15' : guess
}

async function guessOf(sample: Buffer, bytes: Uint8Array): Promise<CsvEncoding> {
  const western = iconv.decode(sample, WESTERN)
  // Quotation marks and the euro sign alone do not indicate an alphabet.
  const count = western.replace(/[\P{L}]/gu, '').replace(/[A-Za-z]/g, '').length
  if (count < FEW) {
    const guess = guessByWords(sample, { is_mac: bytes.includes(CR) && !bytes.includes(LF) })
    if (guess) return guess
    if (count === 0) return WESTERN
  }
  // Loaded on demand: its models are an eighth of all code that a start would load.
  const { detectAll } = await import('jschardet')
  const guesses = detectAll(sample).flatMap(({ encoding, confidence }) => {
    const name = offered(encoding)
    return name && !UNICODE.has(name) ? [{ name, confidence }] : []
  })
  const [best] = guesses
  if (!best || iconv.decode(sample, best.name) === western) return WESTERN
  const other = guesses.find(({ name }) => name === WESTERN)
  // Short texts in a Western language match neighboring encodings almost as well.
  return other && other.confidence >= best.confidence * NEARLY ? WESTERN : best.name
}

const WESTERN = 'windows-1252'
const NEARLY = 0.9
const FEW = 20
const [LF, CR] = [0x0a, 0x0d]
const UNICODE: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be'])
const SAMPLE_BYTES = 4_096

/** Other names for encodings, and names of encodings that are a subset of one here. */
const SAME: Readonly<Record<string, CsvEncoding>> = {
  'iso-8859-1': WESTERN,
  'iso8859-15': 'iso-8859-15',
  macroman: 'macintosh',
  cp850: 'ibm850',
  cp858: 'ibm850',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  cp1258: 'windows-1258',
  'iso-8859-13': 'windows-1257',
  'iso-8859-8': 'windows-1255',
}

function offered(encoding: string | null): CsvEncoding | undefined {
  const name = encoding?.toLowerCase() ?? ''
  return SAME[name] ?? CSV_ENCODINGS.find((known) => known === name)
}

/** Returns lines with bytes above 127, about `limit` bytes in total. */
export function linesBeyondAscii(bytes: Uint8Array, limit: number): Buffer {
  const lines: Buffer[] = []
  let length = 0
  for (const line of linesOf(bytes, limit)) {
    if (length >= limit) break
    if (isAscii(line)) continue
    lines.push(line)
    length += line.length
  }
  return Buffer.concat(lines)
}

/** Yields the lines including their end, `\n` or `\r`, truncated after `limit` bytes. */
export function* linesOf(bytes: Uint8Array, limit: number): Generator<Buffer> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const end_byte = all.includes(LF) ? LF : CR
  for (let from = 0; from < all.length; ) {
    const found = all.indexOf(end_byte, from)
    const end = found === -1 ? all.length : found + 1
    yield all.subarray(from, Math.min(end, from + limit))
    from = end
  }
}
