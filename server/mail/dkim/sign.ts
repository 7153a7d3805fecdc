import { createHash, type KeyObject, sign } from 'node:crypto'

/** A private key whose public half is published at `<selector>._domainkey.<domain>`. */
export interface SigningKey {
  domain: string
  selector: string
  algorithm: 'rsa-sha256' | 'ed25519-sha256'
  private_key: KeyObject
}

/**
 * Headers to sign when present, as often as they occur. Headers with `true` are listed once more, so adding a copy in transit breaks the
 * signature (RFC 6376 section 8.15).
 */
const SIGNED: readonly [name: string, is_oversigned: boolean][] = [
  ['From', true],
  ['To', true],
  ['Subject', true],
  ['Reply-To', true],
  ['Date', true],
  ['Message-ID', true],
  ['MIME-Version', false],
  ['Content-Type', true],
  ['Content-Transfer-Encoding', false],
  ['List-Id', false],
  ['List-Unsubscribe', true],
  ['List-Unsubscribe-Post', true],
  ['Feedback-ID', false],
  ['Auto-Submitted', false],
]

/**
 * Returns one DKIM-Signature header per key (RFC 6376, RFC 8463), relaxed/relaxed, each ending with CRLF. `signed_at` is in seconds. Throws for a
 * message without From or without an end of its header.
 */
export function dkimHeaders(raw: Buffer, keys: readonly SigningKey[], signed_at: number): string {
  const end = raw.indexOf('\r\n\r\n')
  if (end < 0) throw new Error('The message has no end of its header')
  const { names, canonical } = signedHeaders(raw.toString('latin1', 0, end))
  const body_hash = createHash('sha256')
    .update(relaxedBody(raw.subarray(end + 4)))
    .digest('base64')
  let headers = ''
  for (const key of keys) {
    const { algorithm, domain, selector } = key
    const unsigned = [
      `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain};`,
      `s=${selector}; t=${signed_at};`,
      ...foldNames(names),
      `bh=${body_hash};`,
      'b=',
    ].join('\r\n ')
    const signature = signatureOf(key, canonical + relaxedHeader(unsigned))
    headers += `${unsigned}${signature.replace(/.{1,72}/g, '\r\n $&').slice(3)}\r\n`
  }
  return headers
}

function signatureOf({ algorithm, private_key }: SigningKey, text: string): string {
  const data = Buffer.from(text, 'latin1')
  return algorithm === 'rsa-sha256'
    ? sign('sha256', data, private_key).toString('base64')
    : sign(null, createHash('sha256').update(data).digest(), private_key).toString('base64')
}

function signedHeaders(head: string): { names: string[]; canonical: string } {
  const headers = new Map<string, string[]>()
  // A line that begins with white space continues the previous one.
  for (const line of head.split(/\r\n(?![ \t])/)) {
    const name = line.slice(0, line.indexOf(':')).trimEnd().toLowerCase()
    const known = headers.get(name)
    if (known) known.push(line)
    else headers.set(name, [line])
  }
  if (headers.get('from')?.length !== 1) throw new Error('The message must have one From header')
  const names: string[] = []
  let canonical = ''
  for (const [name, isOversigned] of SIGNED) {
    const lines = headers.get(name.toLowerCase()) ?? []
    // Verifiers take repeated headers from the last to the first (RFC 6376 section 5.4.2).
    for (const line of lines.toReversed()) {
      names.push(name)
      canonical += `${relaxedHeader(line)}\r\n`
    }
    if (isOversigned) names.push(name)
  }
  return { names, canonical }
}

/** Returns the `h=` tag in lines of at most 78 characters. */
function foldNames(names: readonly string[]): string[] {
  const lines: string[] = []
  let line = 'h='
  for (const [at, name] of names.entries()) {
    const part = at === names.length - 1 ? `${name};` : `${name}:`
    if (line.length + part.length > 76) {
      lines.push(line)
      line = ''
    }
    line += part
  }
  return [...lines, line]
}

/** Canonicalizes a header (RFC 6376 section 3.4.2). */
function relaxedHeader(line: string): string {
  const colon = line.indexOf(':')
  const value = line
    .slice(colon + 1)
    .replace(/[\r\n]/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
  return `${line.slice(0, colon).trimEnd().toLowerCase()}:${value}`
}

const [TAB, LF, CR, BLANK] = [9, 10, 13, 32]

/** Canonicalizes a body (RFC 6376 section 3.4.4). One pass over bytes: patterns over text take several times as long. */
export function relaxedBody(body: Buffer): Buffer {
  const relaxed = Buffer.allocUnsafe(body.length + 2)
  let length = 0
  /** End of the content, without trailing empty lines. */
  let content = 0
  let hasBlank = false
  for (let index = 0; index < body.length; index++) {
    const byte = body[index] as number
    if (byte === BLANK || byte === TAB) {
      hasBlank = true
      continue
    }
    if (byte === CR && body[index + 1] === LF) {
      relaxed[length++] = CR
      relaxed[length++] = LF
      index++
    } else {
      if (hasBlank) relaxed[length++] = BLANK
      relaxed[length++] = byte
      content = length
    }
    hasBlank = false
  }
  if (content === 0) return relaxed.subarray(0, 0)
  relaxed[content] = CR
  relaxed[content + 1] = LF
  return relaxed.subarray(0, content + 2)
}
