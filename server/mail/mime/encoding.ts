/**
 * Encodes a piece of text that starts at the beginning of a line as quoted-printable (RFC 2045 6.7). `column` is its end. Only a soft line break
 * may follow on that line before the next piece. No line begins with a dot, so no relay needs to double one (RFC 5321 4.5.2).
 */
export function quotedPrintable(text: string, isLast = false): { encoded: string; column: number } {
  if (!isLast && text.length <= TEXT_LINE && text.charCodeAt(0) !== DOT && SAFE_LINE.test(text))
    return { encoded: text, column: text.length }
  const lines = text.replace(/\r\n?|\n/g, '\n').split('\n')
  const encoded = lines.map((line, at) =>
    at < lines.length - 1 || isLast ? encodeWholeLine(line) : softBreaks(encodeLine(line), TEXT_LINE),
  )
  const last = encoded.at(-1) ?? ''
  return { encoded: encoded.join('\r\n'), column: last.length - (last.lastIndexOf('\n') + 1) }
}

/** Returns Base64 of the text's UTF-8 bytes in lines of 76 characters, separated by CRLF. */
export function base64Lines(text: string): string {
  const encoded = Buffer.from(text.replace(/\r\n?|\n/g, '\r\n')).toString('base64')
  if (encoded.length <= LINE) return encoded
  const lines: string[] = []
  for (let at = 0; at < encoded.length; at += LINE) lines.push(encoded.slice(at, at + LINE))
  return lines.join('\r\n')
}

/** Returns whether quoted-printable is shorter than Base64, which it is for few scripts other than Latin. */
export function prefersQuotedPrintable(text: string): boolean {
  const bytes = Buffer.byteLength(text)
  let plain = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 128 && code !== 61) plain++
  }
  return plain + (bytes - plain) * 3 <= (bytes * 4) / 3
}

const LINE = 76
const TEXT_LINE = LINE - 1
const SAFE_LINE = /^[\t !-<>-~]*$/
const DOT = 0x2e

// A space at the end of a line could be lost in transit.
function encodeWholeLine(line: string): string {
  const coded = encodeLine(line)
  const blank = coded.at(-1)
  return softBreaks(
    blank === ' ' || blank === '\t' ? coded.slice(0, -1) + (blank === ' ' ? '=20' : '=09') : coded,
    LINE,
  )
}

function encodeLine(line: string): string {
  if (SAFE_LINE.test(line)) return line
  return line.replace(/[^\t !-<>-~]+/g, (unsafe) => {
    let coded = ''
    for (const byte of Buffer.from(unsafe)) coded += HEX[byte] ?? ''
    return coded
  })
}

const HEX = Array.from({ length: 256 }, (_, byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`)

// Breaks anywhere except within `=XX`, and encodes a dot at the beginning of a line. Collects pieces, because a joined rest would be copied for
// each dot.
function softBreaks(line: string, limit: number): string {
  const pieces: string[] = []
  let from = 0
  for (;;) {
    const head = line.charCodeAt(from) === DOT ? '=2E' : ''
    const begin = head ? from + 1 : from
    const most = pieces.length === 0 ? limit : TEXT_LINE
    if (head.length + line.length - begin <= most) {
      pieces.push(head + line.slice(begin))
      return pieces.join('=\r\n')
    }
    let to = begin + TEXT_LINE - head.length
    if (line[to - 1] === '=') to -= 1
    else if (line[to - 2] === '=') to -= 2
    pieces.push(head + line.slice(begin, to))
    from = to
  }
}
