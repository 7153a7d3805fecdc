import { imageKind } from '../../media/processing/kind.ts'

/** A format that a form can give away, with the name under which browsers save it. */
export interface FileKind {
  extension: string
  media_type: string
}

const PICTURES: Record<string, FileKind> = {
  jpeg: { extension: 'jpg', media_type: 'image/jpeg' },
  png: { extension: 'png', media_type: 'image/png' },
  gif: { extension: 'gif', media_type: 'image/gif' },
  webp: { extension: 'webp', media_type: 'image/webp' },
  avif: { extension: 'avif', media_type: 'image/avif' },
}

/** File names in a ZIP that mark an archive of programs or of another format. */
const REFUSED_IN_ZIP =
  /^META-INF\/|^AndroidManifest\.xml$|\.(?:exe|dll|scr|com|bat|cmd|msi|ps1|vbs|js|wsf|hta|lnk|jar|sh|html?|svg)$/i

/** Returns the format of a file by its first bytes, never by its name. Undefined if not accepted; programs, HTML and SVG never are. */
export function fileKind(bytes: Buffer): FileKind | undefined {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  if (text(0, 5) === '%PDF-') return { extension: 'pdf', media_type: 'application/pdf' }
  if (text(0, 4) === 'PK\x03\x04') return zipKind(bytes)
  if (text(0, 3) === 'ID3' || isMpegFrame(bytes)) return { extension: 'mp3', media_type: 'audio/mpeg' }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return { extension: 'wav', media_type: 'audio/wav' }
  if (text(0, 4) === 'OggS') return { extension: 'ogg', media_type: 'audio/ogg' }
  if (text(0, 4) === 'fLaC') return { extension: 'flac', media_type: 'audio/flac' }
  if (text(4, 8) === 'ftyp' && /^M4[AB] $/.test(text(8, 12))) return { extension: 'm4a', media_type: 'audio/mp4' }
  const picture = imageKind(bytes)
  return typeof picture === 'string' ? PICTURES[picture] : undefined
}

/** An EPUB identifies itself in its first entry. A ZIP ends with the names of all entries. */
function zipKind(bytes: Buffer): FileKind | undefined {
  if (bytes.toString('latin1', 30, 58) === 'mimetypeapplication/epub+zip')
    return { extension: 'epub', media_type: 'application/epub+zip' }
  return namesInZip(bytes).some((name) => REFUSED_IN_ZIP.test(name))
    ? undefined
    : { extension: 'zip', media_type: 'application/zip' }
}

const ENTRY = Buffer.from('PK\x01\x02', 'latin1')
const MAX_ENTRIES = 100_000

function namesInZip(bytes: Buffer): string[] {
  const names: string[] = []
  for (let at = bytes.indexOf(ENTRY); at >= 0 && at + 46 <= bytes.length; at = bytes.indexOf(ENTRY, at + 46)) {
    const length = bytes.readUInt16LE(at + 28)
    names.push(bytes.toString('latin1', at + 46, at + 46 + length))
    if (names.length > MAX_ENTRIES) break
  }
  return names
}

/** Returns whether a frame of MPEG audio, layer III, starts here: eleven set bits, a version, the layer, and a valid bit rate. */
function isMpegFrame(bytes: Buffer): boolean {
  const [first = 0, second = 0, third = 0] = bytes
  return first === 0xff && (second & 0xe6) === 0xe2 && third >> 4 !== 0 && third >> 4 !== 15
}
