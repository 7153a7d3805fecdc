/** What to tell somebody whose file is no table of text. Undefined when it may be one. */
export function refusalOf(head: Uint8Array): string | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.length)
  const starts = (...codes: number[]) => codes.every((code, at) => bytes[at] === code)
  if (starts(0x50, 0x4b, 0x03, 0x04)) return archiveRefusal(bytes.subarray(0, 65_536).toString('latin1'))
  if (starts(0xd0, 0xcf, 0x11, 0xe0))
    return 'This is an Excel workbook (.xls). Open it, save it as CSV, and choose that file.'
  if (starts(0x1f, 0x8b)) return 'This file is compressed (gzip). Unpack it and choose the CSV file inside.'
  if (starts(0x25, 0x50, 0x44, 0x46)) return 'This is a PDF. Export the list as CSV and choose that file.'
  const text = bytes.subarray(0, 4_096).toString('latin1').trimStart().toLowerCase()
  if (/^(?:\xef\xbb\xbf)?<(?:!doctype html|html|head|body)/.test(text)) {
    return 'This is a web page, not a list: the download may have asked to log in. Export the list as CSV again.'
  }
  if (/^(?:\xef\xbb\xbf)?<\?xml/.test(text)) return 'This is an XML file. Export the list as CSV and choose that file.'
  return undefined
}

/** Whether decoded text is in truth something else: an image, a program. */
export function isBinary(text: string): boolean {
  const controls = text.slice(0, 65_536).match(CONTROLS)?.length ?? 0
  return controls > Math.min(text.length, 65_536) / 50
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what tells text from other data
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/g

function archiveRefusal(start: string): string {
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
