import { deflateRawSync, gzipSync } from 'node:zlib'
import iconv from 'iconv-lite'

/** A file as people really have it, and what an import of it must come to. */
export interface AwkwardFile {
  name: string
  bytes: Buffer
  /** The people that are there afterwards: address and first name. */
  people?: Record<string, string | null>
  /** How many rows are refused. */
  invalid?: number
  /** Or what the creator is told instead of any row. */
  error?: RegExp
}

const PEOPLE = { 'zoe@example.com': 'Zoë', 'jose@example.com': 'José' }
const TABLE = [
  ['Email', 'First name', 'Note'],
  ['zoe@example.com', 'Zoë', 'first, second'],
  ['jose@example.com', 'José', 'a "quote"'],
]

const cell = (text: string, separator: string) =>
  text.includes(separator) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
const csv = (separator = ',', line_end = '\n') =>
  TABLE.map((row) => row.map((text) => cell(text, separator)).join(separator) + line_end).join('')
const zip = (inside: string) =>
  Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), Buffer.from(`....${inside}....`)])

export const AWKWARD_FILES: AwkwardFile[] = [
  { name: 'Excel for Windows, CSV UTF-8', bytes: Buffer.from(`\ufeff${csv(';', '\r\n')}`), people: PEOPLE },
  { name: 'Excel for Windows, CSV', bytes: iconv.encode(csv(';', '\r\n'), 'windows-1252'), people: PEOPLE },
  { name: 'Excel, Unicode text', bytes: iconv.encode(csv('\t', '\r\n'), 'utf-16le', { addBOM: true }), people: PEOPLE },
  { name: 'Excel for old Mac, CR line ends', bytes: Buffer.from(csv(',', '\r')), people: PEOPLE },
  { name: 'UTF-16 big endian', bytes: iconv.encode(csv(), 'utf-16be', { addBOM: true }), people: PEOPLE },
  { name: 'UTF-16 without a mark', bytes: iconv.encode(csv(), 'utf-16le'), people: PEOPLE },
  { name: 'Numbers', bytes: Buffer.from(csv(',', '\n').trimEnd()), people: PEOPLE },
  {
    name: 'LibreOffice, every cell quoted',
    bytes: Buffer.from(csv().replace(/^Email,First name,Note/, '"Email","First name","Note"')),
    people: PEOPLE,
  },
  { name: 'separator announced in the first line', bytes: Buffer.from(`sep=|\r\n${csv('|', '\r\n')}`), people: PEOPLE },
  {
    name: 'Excel, with its own announcement of the semicolon, in UTF-16',
    bytes: iconv.encode(`sep=;\r\n${csv(';', '\r\n')}`, 'utf-16le', { addBOM: true }),
    people: PEOPLE,
  },
  { name: 'tabs', bytes: Buffer.from(csv('\t')), people: PEOPLE },
  {
    name: 'mixed line ends and blank lines',
    bytes: Buffer.from('Email,First name\r\n\r\nzoe@example.com,Zoë\n\njose@example.com,José\r'),
    people: PEOPLE,
  },
  {
    name: 'line breaks inside of quotes',
    bytes: Buffer.from('Email,First name,Note\nzoe@example.com,Zoë,"one\r\ntwo\n\nthree"\njose@example.com,José,x\n'),
    people: PEOPLE,
  },
  {
    name: 'NUL bytes',
    bytes: Buffer.from('Email,First name\nzoe@example.com,Z\0oë\njose@ex\0ample.com,José\n'),
    people: PEOPLE,
  },
  {
    name: 'one line in another encoding',
    bytes: Buffer.concat([
      Buffer.from('Email,First name\nzoe@example.com,Zoë\n'),
      iconv.encode('jose@example.com,José\n', 'windows-1252'),
    ]),
    people: PEOPLE,
  },
  {
    name: 'no header',
    bytes: Buffer.from('zoe@example.com,Zoë\njose@example.com,José\n'),
    people: { 'zoe@example.com': null, 'jose@example.com': null },
  },
  {
    name: 'one column',
    bytes: Buffer.from('Email\nzoe@example.com\njose@example.com\n'),
    people: { 'zoe@example.com': null, 'jose@example.com': null },
  },
  {
    name: 'ragged rows',
    bytes: Buffer.from('Email,First name,Note\nzoe@example.com,Zoë\njose@example.com,José,x,y,z\n'),
    people: PEOPLE,
  },
  {
    name: 'a stray quote',
    bytes: Buffer.from('Email,First name,Note\nzoe@example.com,Zoë,5" disk\njose@example.com,José,\n'),
    people: PEOPLE,
  },
  {
    name: 'trailing empty rows',
    bytes: Buffer.from('Email,First name,Note\nzoe@example.com,Zoë,\njose@example.com,José,\n,,\n,,\n'),
    people: PEOPLE,
  },
  {
    name: 'bad addresses',
    bytes: Buffer.from(
      'Email,First name\nzoe@example.com,Zoë\nnobody,No\n,Nameless\n"evil@example.com\nBcc: x@y.z",Eve\njose@example.com,José\n',
    ),
    people: PEOPLE,
    invalid: 3,
  },
  {
    name: 'formulas',
    bytes: Buffer.from('Email,First name\nzoe@example.com,"=HYPERLINK(""http://x"")"\n'),
    people: { 'zoe@example.com': '=HYPERLINK("http://x")' },
  },
  { name: 'an Excel workbook', bytes: zip('[Content_Types].xml xl/workbook.xml'), error: /Excel workbook.*CSV/ },
  {
    name: 'an old Excel workbook',
    bytes: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    error: /Excel workbook \(\.xls\)/,
  },
  {
    name: 'a LibreOffice spreadsheet',
    bytes: zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    error: /LibreOffice/,
  },
  { name: 'a Numbers spreadsheet', bytes: zip('Index/Document.iwa'), error: /Numbers/ },
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
    error: /Choose the column that holds the email addresses/,
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
]
