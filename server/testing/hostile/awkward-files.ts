import iconv from 'iconv-lite'

/** A real-world file and the expected result of importing it. */
export interface AwkwardFile {
  name: string
  bytes: Buffer
  /** Subscribers after the import: address and first name. */
  subscribers?: Record<string, string | null>
  invalid?: number
  /** The error, if the file cannot be read. */
  error?: RegExp
}

const SUBSCRIBERS = { 'zoe@example.com': 'Zoë', 'jose@example.com': 'José' }
const TABLE = [
  ['Email', 'First name', 'Note'],
  ['zoe@example.com', 'Zoë', 'first, second'],
  ['jose@example.com', 'José', 'a "quote"'],
]

const cell = (text: string, separator: string) =>
  text.includes(separator) || /["\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
const csv = (separator = ',', line_end = '\n') =>
  TABLE.map((row) => row.map((text) => cell(text, separator)).join(separator) + line_end).join('')

/** The same table in many formats. */
export const AWKWARD_TABLES: AwkwardFile[] = [
  { name: 'Excel for Windows, CSV UTF-8', bytes: Buffer.from(`\ufeff${csv(';', '\r\n')}`), subscribers: SUBSCRIBERS },
  { name: 'Excel for Windows, CSV', bytes: iconv.encode(csv(';', '\r\n'), 'windows-1252'), subscribers: SUBSCRIBERS },
  {
    name: 'Excel, Unicode text',
    bytes: iconv.encode(csv('\t', '\r\n'), 'utf-16le', { addBOM: true }),
    subscribers: SUBSCRIBERS,
  },
  { name: 'Excel for old Mac, CR line ends', bytes: Buffer.from(csv(',', '\r')), subscribers: SUBSCRIBERS },
  { name: 'UTF-16 big endian', bytes: iconv.encode(csv(), 'utf-16be', { addBOM: true }), subscribers: SUBSCRIBERS },
  { name: 'UTF-16 without a mark', bytes: iconv.encode(csv(), 'utf-16le'), subscribers: SUBSCRIBERS },
  { name: 'Numbers', bytes: Buffer.from(csv(',', '\n').trimEnd()), subscribers: SUBSCRIBERS },
  {
    name: 'LibreOffice, every cell quoted',
    bytes: Buffer.from(csv().replace(/^Email,First name,Note/, '"Email","First name","Note"')),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'separator announced in the first line',
    bytes: Buffer.from(`sep=|\r\n${csv('|', '\r\n')}`),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'Excel, with its own announcement of the semicolon, in UTF-16',
    bytes: iconv.encode(`sep=;\r\n${csv(';', '\r\n')}`, 'utf-16le', { addBOM: true }),
    subscribers: SUBSCRIBERS,
  },
  { name: 'tabs', bytes: Buffer.from(csv('\t')), subscribers: SUBSCRIBERS },
  {
    name: 'mixed line ends and blank lines',
    bytes: Buffer.from('Email,First name\r\n\r\nzoe@example.com,Zoë\n\njose@example.com,José\r'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'line breaks inside of quotes',
    bytes: Buffer.from('Email,First name,Note\nzoe@example.com,Zoë,"one\r\ntwo\n\nthree"\njose@example.com,José,x\n'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'NUL bytes',
    bytes: Buffer.from('Email,First name\nzoe@example.com,Z\0oë\njose@ex\0ample.com,José\n'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'one line in another encoding',
    bytes: Buffer.concat([
      Buffer.from('Email,First name\nzoe@example.com,Zoë\n'),
      iconv.encode('jose@example.com,José\n', 'windows-1252'),
    ]),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'no header',
    bytes: Buffer.from('zoe@example.com,Zoë\njose@example.com,José\n'),
    subscribers: { 'zoe@example.com': null, 'jose@example.com': null },
  },
  {
    name: 'one column',
    bytes: Buffer.from('Email\nzoe@example.com\njose@example.com\n'),
    subscribers: { 'zoe@example.com': null, 'jose@example.com': null },
  },
  {
    name: 'ragged rows',
    bytes: Buffer.from('Email,First name,Note\nzoe@example.com,Zoë\njose@example.com,José,x,y,z\n'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'a stray quote',
    bytes: Buffer.from('Email,First name,Note\nzoe@example.com,Zoë,5" disk\njose@example.com,José,\n'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'trailing empty rows',
    bytes: Buffer.from('Email,First name,Note\nzoe@example.com,Zoë,\njose@example.com,José,\n,,\n,,\n'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'bad addresses',
    bytes: Buffer.from(
      'Email,First name\nzoe@example.com,Zoë\nnobody,No\n,Nameless\n"evil@example.com\nBcc: x@y.z",Eve\njose@example.com,José\n',
    ),
    subscribers: SUBSCRIBERS,
    invalid: 3,
  },
  {
    name: 'formulas',
    bytes: Buffer.from('Email,First name\nzoe@example.com,"=HYPERLINK(""http://x"")"\n'),
    subscribers: { 'zoe@example.com': '=HYPERLINK("http://x")' },
  },
  { name: 'vertical bars', bytes: Buffer.from(csv('|')), subscribers: SUBSCRIBERS },
  { name: 'semicolons and old Mac line ends', bytes: Buffer.from(csv(';', '\r')), subscribers: SUBSCRIBERS },
  { name: 'a byte order mark twice', bytes: Buffer.from(`\ufeff\ufeff${csv()}`), subscribers: SUBSCRIBERS },
  {
    name: 'a byte order mark in front of a quoted header',
    bytes: Buffer.from(`\ufeff"Email","First name"\r\n"zoe@example.com","Zoë"\r\n"jose@example.com","José"\r\n`),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'the announcement of the separator behind a byte order mark, with another separator in the cells',
    bytes: Buffer.from(`\ufeffsep=\t\r\n${csv('\t', '\r\n')}`),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'UTF-16 big endian without a mark',
    bytes: iconv.encode(csv(';', '\r\n'), 'utf-16be'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'every kind of line end in one file',
    bytes: Buffer.from('Email,First name\rzoe@example.com,Zoë\r\n\rjose@example.com,José\n'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'header names twice, and one without a name',
    bytes: Buffer.from(
      'Email,First name,Email,City,City,\nzoe@example.com,Zoë,x,Oslo,Rome,a\njose@example.com,José,y,Lima,,b\n',
    ),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'a header with line breaks and blanks',
    bytes: Buffer.from('" Email\naddress ","First\r\nname"\nzoe@example.com,Zoë\njose@example.com,José\n'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'emoji and right-to-left text',
    bytes: Buffer.from('Email,First name\nzoe@example.com,Zoë 👩‍💻\n\u200fjose@example.com\u200e,‫יוסי‬\n'),
    subscribers: { 'zoe@example.com': 'Zoë 👩‍💻', 'jose@example.com': 'יוסי' },
  },
  {
    name: 'addresses as a mail program copies them',
    bytes: Buffer.from(
      'Email,First name\n"""Zoë, Dr."" <Zoe@Example.com>",Zoë\nmailto:jose@example.com,José\n"<a@b.example> <c@d.example>",Two\n',
    ),
    subscribers: SUBSCRIBERS,
    invalid: 1,
  },
  {
    name: 'blanks of every kind around the cells',
    bytes: Buffer.from('Email ,First name\n  zoe@example.com ,Zoë　\n\tjose@example.com , José\n'),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'a thousand columns',
    bytes: Buffer.from(
      `Email,First name${',x'.repeat(998)}\nzoe@example.com,Zoë${','.repeat(998)}\njose@example.com,José${','.repeat(998)}\n`,
    ),
    subscribers: SUBSCRIBERS,
  },
  {
    name: 'half a character at the end',
    bytes: Buffer.concat([
      Buffer.from('Email,First name\nzoe@example.com,Zoë\njose@example.com,Jos'),
      Buffer.from([0xc3]),
    ]),
    subscribers: { 'zoe@example.com': 'Zoë', 'jose@example.com': 'JosÃ' },
  },
  {
    name: 'the same address twice, once in capitals',
    bytes: Buffer.from('Email,First name\nzoe@example.com,Zoë\nZOE@EXAMPLE.COM,Zoo\njose@example.com,José\n'),
    subscribers: SUBSCRIBERS,
  },
]
