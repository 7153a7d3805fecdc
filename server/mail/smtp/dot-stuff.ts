/** Doubles dots at the beginning of lines and ends the last line, so the final dot can follow. */
export function dotStuff(raw: Buffer): Buffer {
  const pieces: Buffer[] = []
  let from = 0
  if (raw[0] === 0x2e) pieces.push(DOT)
  for (let at = raw.indexOf(LINE_DOT); at !== -1; at = raw.indexOf(LINE_DOT, from)) {
    pieces.push(raw.subarray(from, at + 3), DOT)
    from = at + 3
  }
  const ended = raw.length >= 2 && raw[raw.length - 2] === 0x0d && raw[raw.length - 1] === 0x0a
  if (pieces.length === 0 && ended) return raw
  pieces.push(raw.subarray(from))
  if (!ended) pieces.push(LINE_END)
  return Buffer.concat(pieces)
}

const DOT = Buffer.from('.')
const LINE_DOT = Buffer.from('\r\n.')
const LINE_END = Buffer.from('\r\n')
