import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'

export interface DkimKey {
  /** The `d=` domain; aligned with the From domain for DMARC (B2). */
  domain: string
  selector: string
  /** PEM, RSA of at least 1,024 bits (2,048 for new keys) or Ed25519. */
  private_key: string
}

export interface DkimSigner {
  /** The message with a DKIM-Signature in front. RSA runs on the thread pool, so that signing does not stop the process. */
  sign(message: Buffer): Promise<Buffer>
}

/** Signs relaxed/relaxed (RFC 6376). Throws when the key cannot be read or is too weak. */
export function createDkimSigner({ domain, selector, private_key }: DkimKey): DkimSigner {
  const key = createPrivateKey(private_key)
  const algorithm = algorithmOf(key)
  return {
    async sign(message) {
      const end = message.indexOf('\r\n\r\n')
      if (end === -1) throw new Error('A message without a body cannot be signed')
      const headers = splitHeaders(message.subarray(0, end).toString('utf8'))
      const names = signedNames(headers)
      const hash = createHash('sha256')
        .update(relaxBody(message.subarray(end + 4).toString('latin1')), 'latin1')
        .digest('base64')
      const unsigned =
        `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed;\r\n d=${domain}; s=${selector};\r\n` +
        ` h=${foldList(names)};\r\n bh=${hash};\r\n b=`
      const input = `${selectHeaders(headers, names).map(relaxHeader).join('\r\n')}\r\n${relaxHeader(unsigned)}`
      const signature = await signText(input, key)
      return Buffer.concat([Buffer.from(`${unsigned}${foldBase64(signature)}\r\n`), message])
    },
  }
}

/** The body as relaxed canonicalisation sees it. */
export function relaxBody(body: string): string {
  const relaxed = body.replace(/[ \t]+/g, ' ').replace(/ (?=\r\n)| $/g, '')
  let end = relaxed.length
  while (relaxed.endsWith('\r\n', end)) end -= 2
  return end === 0 ? '' : `${relaxed.slice(0, end)}\r\n`
}

/** A header as relaxed canonicalisation sees it. */
export function relaxHeader(header: string): string {
  const colon = header.indexOf(':')
  const value = header
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
  return `${header.slice(0, colon).trim().toLowerCase()}:${value}`
}

// B5: both unsubscribe headers are in here. The names listed twice are signed once more than they occur, so that nobody can
// add a second From or Subject to a signed message.
const SIGNED = [
  'from',
  'from',
  'reply-to',
  'subject',
  'subject',
  'date',
  'message-id',
  'to',
  'to',
  'cc',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
]

function algorithmOf(key: KeyObject): string {
  if (key.asymmetricKeyType === 'ed25519') return 'ed25519-sha256'
  if (key.asymmetricKeyType !== 'rsa') throw new Error('A DKIM key must be RSA or Ed25519')
  if ((key.asymmetricKeyDetails?.modulusLength ?? 0) < 1024) throw new Error('A DKIM key needs at least 1,024 bits')
  return 'rsa-sha256'
}

function splitHeaders(head: string): string[] {
  return head.split(/\r\n(?![ \t])/)
}

function nameOf(header: string): string {
  return header.slice(0, header.indexOf(':')).trim().toLowerCase()
}

function signedNames(headers: readonly string[]): string[] {
  const present = new Set(headers.map(nameOf))
  return SIGNED.filter((name) => present.has(name))
}

// RFC 6376 5.4.2: equal names take the headers from the bottom up; one more than there are takes the empty string.
function selectHeaders(headers: readonly string[], names: readonly string[]): string[] {
  const left = [...headers]
  return names.flatMap((name) => {
    const at = left.findLastIndex((header) => nameOf(header) === name)
    return at === -1 ? [] : left.splice(at, 1)
  })
}

function signText(text: string, key: KeyObject): Promise<string> {
  // RFC 8463: Ed25519 signs the SHA-256 of the input.
  const ed25519 = key.asymmetricKeyType === 'ed25519'
  const data = ed25519 ? createHash('sha256').update(text).digest() : Buffer.from(text)
  return new Promise((resolve, reject) => {
    sign(ed25519 ? null : 'sha256', data, key, (error, signature) =>
      error ? reject(error) : resolve(signature.toString('base64')),
    )
  })
}

function foldList(names: readonly string[]): string {
  const lines: string[] = []
  for (const name of names) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + name.length < MAX_LIST_LINE) lines[lines.length - 1] = `${last}:${name}`
    else lines.push(name)
  }
  return lines.join(':\r\n  ')
}

const MAX_LIST_LINE = 68

function foldBase64(signature: string): string {
  return (signature.match(/.{1,72}/g) ?? []).join('\r\n ')
}
