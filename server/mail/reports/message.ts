import PostalMime, { type Address, type Email } from 'postal-mime'

/** Longer messages are truncated: the explanation of a report is at the beginning, the returned message at the end. */
const MAX_BYTES = 256 * 1024
const MAX_HEADER_BYTES = 128 * 1024
const MAX_DEPTH = 12
const MAX_PARTS = 50

/** A received message, decoded. All texts are bounded by the size of the message. */
export interface ReceivedMail {
  /** By name in lower case; for repeated names, the first value. */
  headers: ReadonlyMap<string, string>
  from: string
  subject: string
  /** The text of the body, without HTML. */
  text: string
  /** Other parts in order, decoded. */
  parts: { type: string; text: string }[]
}

/** Decodes a message. Returns undefined if it cannot be parsed. */
export async function readMail(raw: Uint8Array): Promise<ReceivedMail | undefined> {
  let mail: Email
  try {
    mail = await PostalMime.parse(raw.subarray(0, MAX_BYTES), {
      forceRfc822Attachments: true,
      maxNestingDepth: MAX_DEPTH,
      maxHeadersSize: MAX_HEADER_BYTES,
    })
  } catch {
    // Nested too deep, or with too many headers: no mail server writes such reports.
    return undefined
  }
  const headers = new Map<string, string>()
  for (const { key, value } of mail.headers) if (!headers.has(key)) headers.set(key, value)
  return {
    headers,
    from: addressOf(mail.from),
    subject: mail.subject ?? '',
    text: mail.text ?? textOf(mail.html ?? ''),
    parts: mail.attachments
      .slice(0, MAX_PARTS)
      .map(({ mimeType, content }) => ({ type: mimeType.toLowerCase(), text: decode(content) })),
  }
}

const addressOf = (address: Address | undefined): string =>
  (address?.address ?? address?.group?.[0]?.address ?? '').toLowerCase()

const decode = (content: ArrayBuffer | Uint8Array | string): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

/** Returns the text between tags, in one pass. */
function textOf(html: string): string {
  const texts: string[] = []
  for (let position = 0; position < html.length; ) {
    const begin = html.indexOf('<', position)
    texts.push(html.slice(position, begin < 0 ? undefined : begin))
    if (begin < 0) break
    const end = html.indexOf('>', begin)
    if (end < 0) break
    texts.push('\n')
    position = end + 1
  }
  return texts.join('')
}

/** Reads the fields of a block, such as in RFC 3464, unfolded, by name in lower case. For repeated names, the first value counts. */
export function readFields(block: string): Map<string, string> {
  const fields = new Map<string, string>()
  let name = ''
  for (const line of block.split('\n')) {
    if (/^[ \t]/.test(line)) {
      if (name) fields.set(name, `${fields.get(name)} ${line.trim()}`)
      continue
    }
    const colon = line.indexOf(':')
    name = colon > 0 ? line.slice(0, colon).trim().toLowerCase() : ''
    if (!name || name.includes(' ') || fields.has(name)) name = ''
    else fields.set(name, line.slice(colon + 1).trim())
  }
  return fields
}

/** Splits a text at empty lines. */
export function readBlocks(text: string, max_blocks: number): string[] {
  const blocks: string[] = []
  let lines: string[] = []
  for (const line of text.split('\n')) {
    const bare = line.endsWith('\r') ? line.slice(0, -1) : line
    if (bare.trim() !== '') lines.push(bare)
    else if (lines.length > 0) {
      blocks.push(lines.join('\n'))
      lines = []
      if (blocks.length >= max_blocks) return blocks
    }
  }
  if (lines.length > 0) blocks.push(lines.join('\n'))
  return blocks
}

/** Returns the first email address in lower-case text, such as in `rfc822; <ann@example.net> (Ann)`. */
export function findAddress(text: string): string | undefined {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let [begin, end] = [at, at + 1]
    while (begin > 0 && at - begin < 64 && /[\w.!#$%&'*+/=?^`{|}~-]/.test(text[begin - 1] ?? '')) begin--
    while (end < text.length && end - at < 255 && /[\w.-]/.test(text[end] ?? '')) end++
    while (/[.-]/.test(text[end - 1] ?? '')) end--
    if (begin < at && text.slice(at + 1, end).includes('.')) return text.slice(begin, end).toLowerCase()
  }
  return undefined
}
