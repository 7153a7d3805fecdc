/** Returns why a file cannot be read as CSV and the remedy. Undefined: it may be CSV. */
export function unsupportedReason(head: Uint8Array): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length)
  const starts = (...codes: number[]) => codes.every((code, at) => bytes[at] === code)
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0x50, 0x4b, 0x05, 0x06))
    return archiveReason(bytes.subarray(0, 65_536).toString('latin1'))
  if (starts(0xd0, 0xcf, 0x11, 0xe0))
    return 'This is an Excel workbook (.xls). Open it, save it as CSV, and choose that file.'
  const compressed = COMPRESSED.find(([start]) => starts(...start))
  if (compressed) return `This file is compressed (${compressed[1]}). Unpack it and choose the CSV file inside.`
  if (starts(0xff, 0xfe, 0, 0) || starts(0, 0, 0xfe, 0xff))
    return 'This file is written in UTF-32. Save it as CSV in UTF-8 and choose that file.'
  const text = bytes
    .subarray(0, 4_096)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '')
  return TEXT_FORMATS.find(([pattern]) => pattern.test(text))?.[1]
}

const COMPRESSED: readonly [readonly number[], string][] = [
  [[0x1f, 0x8b], 'gzip'],
  [[0x42, 0x5a, 0x68], 'bzip2'],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], 'xz'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'zstd'],
  [[0x37, 0x7a, 0xbc, 0xaf], '7z'],
  [[0x52, 0x61, 0x72, 0x21], 'RAR'],
]

/** Text formats other than CSV, by their beginning. */
const TEXT_FORMATS: readonly [RegExp, string][] = [
  [/^%PDF/, 'This is a PDF. Export the list as CSV and choose that file.'],
  [/^\{\\rtf/, 'This is a text document (RTF). Export the list as CSV and choose that file.'],
  [
    /^<(?:!--.{0,200}?-->\s*)?(?:table|style|meta|html[^>]*schemas-microsoft-com)/is,
    'This is a web page saved as a spreadsheet. Open it in Excel or LibreOffice, save it as CSV, and choose that file.',
  ],
  [
    /^<(?:!doctype html|html|head|body)/i,
    'This is a web page, not a list: the download may have required you to sign in. Export the list as CSV again.',
  ],
  [/^<(?:\?xml|workbook)/i, 'This is an XML file. Export the list as CSV and choose that file.'],
  [/^(?:\[\s*[[{]|\{\s*")/, 'This is a JSON file. Export the list as CSV and choose that file.'],
  [/^BEGIN:VCARD/i, 'These are contacts (vCard). Export them as CSV and choose that file.'],
]

/** Returns whether decoded text is binary data, such as an image. */
export function isBinary(text: string): boolean {
  const controls = text.slice(0, 65_536).match(CONTROL_CHARACTERS)?.length ?? 0
  return controls > Math.min(text.length, 65_536) / 50
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary data from text
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/g

function archiveReason(start: string): string {
  if (/word\//.test(start)) return 'This is a Word document. Export the list as CSV and choose that file.'
  if (/xl\/|\[Content_Types\]\.xml/.test(start)) {
    return 'This is an Excel workbook. In Excel choose File, Save As, “CSV UTF-8”, and choose that file.'
  }
  if (/opendocument\.spreadsheet/.test(start)) {
    return 'This is a LibreOffice spreadsheet. Choose File, Save As, “Text CSV”, and choose that file.'
  }
  if (/Index\/|Metadata\//.test(start)) {
    return 'This is a Numbers spreadsheet. Choose File, Export To, CSV, and choose that file.'
  }
  return 'This is a ZIP archive. Unpack it and choose the CSV file inside.'
}
