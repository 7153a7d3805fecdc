import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import type { AwkwardFile } from './awkward-files.ts'

/** Returns the entries of a ZIP archive with these names, without its central directory. */
function zip(...names: string[]): Buffer {
  return Buffer.concat(
    names.map((name) => {
      const content = deflateRawSync(`${name} `.repeat(50))
      const head = Buffer.alloc(30)
      head.writeUInt32LE(0x04034b50)
      head.writeUInt16LE(20, 4)
      head.writeUInt16LE(8, 8)
      head.writeUInt32LE(crc32(`${name} `.repeat(50)), 14)
      head.writeUInt32LE(content.length, 18)
      head.writeUInt32LE(51 * name.length, 22)
      head.writeUInt16LE(name.length, 26)
      return Buffer.concat([head, Buffer.from(name), content])
    }),
  )
}

/** Files without a readable row, and the error shown to their owner. */
export const UNREADABLE_FILES: AwkwardFile[] = [
  {
    name: 'an Excel workbook',
    bytes: zip('[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml'),
    error: /Excel workbook/,
  },
  {
    name: 'an old Excel workbook',
    bytes: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    error: /Excel workbook \(\.xls\)/,
  },
  {
    name: 'a LibreOffice spreadsheet',
    bytes: Buffer.concat([zip('mimetype'), Buffer.from('application/vnd.oasis.opendocument.spreadsheet')]),
    error: /LibreOffice/,
  },
  {
    name: 'a Numbers spreadsheet',
    bytes: zip('preview.jpg', 'Index/Document.iwa', 'Metadata/Properties.plist'),
    error: /Numbers/,
  },
  { name: 'a ZIP archive', bytes: zip('people.csv'), error: /ZIP archive/ },
  { name: 'a gzip archive', bytes: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), error: /compressed/ },
  {
    name: 'a zip bomb that is called CSV',
    bytes: Buffer.concat([zip('people.csv'), deflateRawSync(Buffer.alloc(64 * 2 ** 20))]),
    error: /ZIP archive/,
  },
  { name: 'a gzip bomb that is called CSV', bytes: gzipSync(Buffer.alloc(64 * 2 ** 20)), error: /compressed/ },
  { name: 'a PDF', bytes: Buffer.from('%PDF-1.7 ...'), error: /PDF/ },
  {
    name: 'a web page',
    bytes: Buffer.from('\n<!DOCTYPE html><html><body>Please log in</body></html>'),
    error: /web page/,
  },
  {
    name: 'an image',
    bytes: Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7919) % 251)),
    error: /not a text file/,
  },
  { name: 'nothing but a byte order mark', bytes: Buffer.from('\ufeff'), error: /no rows/ },
  { name: 'blank lines alone', bytes: Buffer.from('\r\n\n\r\n'), error: /no rows/ },
  { name: 'NUL bytes alone', bytes: Buffer.alloc(4_096), error: /no(t a text file| rows)/ },
  { name: 'a header alone', bytes: Buffer.from('Email,First name\n'), error: /no rows/ },
  {
    name: 'no address anywhere',
    bytes: Buffer.from('Name,City\nZoë,Oslo\nJosé,Lima\n'),
    error: /Choose the column with the email addresses/,
  },
  {
    name: 'a line of 10 MB',
    bytes: Buffer.from(`Email,First name\n${'x'.repeat(10 * 2 ** 20)}`),
    error: /longer than 1 MB/,
  },
  {
    name: 'a quote that never ends',
    bytes: Buffer.from(`Email,First name\nzoe@example.com,"Zoë\n${'jose@example.com,José\n'.repeat(3)}`),
    error: /never closed/,
  },
  { name: 'a Word document', bytes: zip('[Content_Types].xml', 'word/document.xml'), error: /Word document/ },
  { name: 'an empty ZIP archive', bytes: Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`), error: /ZIP archive/ },
  { name: 'a RAR archive', bytes: Buffer.from('Rar!\x1a\x07\0'), error: /compressed \(RAR\)/ },
  {
    name: 'UTF-32',
    bytes: Buffer.from([0xff, 0xfe, 0, 0, ...[...'Email'].flatMap((char) => [char.charCodeAt(0), 0, 0, 0])]),
    error: /UTF-32/,
  },
  {
    name: 'a web page that is called .xls',
    bytes: Buffer.from(
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Email</td></tr></table></html>',
    ),
    error: /saved as a spreadsheet/,
  },
  {
    name: 'a bare table that is called .xls',
    bytes: Buffer.from('\ufeff<table border="1"><tr><td>zoe@example.com</td></tr></table>'),
    error: /saved as a spreadsheet/,
  },
  {
    name: 'an XML spreadsheet',
    bytes: Buffer.from('<?xml version="1.0"?><Workbook><Row><Cell>zoe@example.com</Cell></Row></Workbook>'),
    error: /XML file/,
  },
  { name: 'JSON', bytes: Buffer.from('[\n  {"email": "zoe@example.com"}\n]'), error: /JSON file/ },
  { name: 'JSON of one object', bytes: Buffer.from('{"people": [{"email": "zoe@example.com"}]}'), error: /JSON file/ },
  { name: 'contacts', bytes: Buffer.from('BEGIN:VCARD\r\nEMAIL:zoe@example.com\r\nEND:VCARD\r\n'), error: /vCard/ },
  { name: 'a text document', bytes: Buffer.from('{\\rtf1 zoe@example.com}'), error: /RTF/ },
  {
    name: 'ten thousand columns',
    bytes: Buffer.from(`Email${',x'.repeat(9_999)}\nzoe@example.com${',1'.repeat(9_999)}\n`),
    error: /10,000 columns, and at most 1,000 can be read/,
  },
  {
    name: 'NUL bytes among random ones',
    bytes: Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at % 3 === 0 ? 0 : (at * 31) % 256))),
    error: /not a text file/,
  },
]
