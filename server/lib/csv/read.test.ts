import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { csvRows } from '../../modules/imports/file/rows.ts'
import { previewCsv } from './read.ts'
import { decodeCsv, detectEncoding } from './text.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from './write.ts'

async function* bytes(content: string | Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  const all = Buffer.from(content)
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
}

/** Returns the cells of a file, decoded and split as in an import. */
async function cells(content: string | Uint8Array, size?: number): Promise<string[][]> {
  const text: string[] = []
  for await (const part of decodeCsv(bytes(content, size))) text.push(part)
  const rows: string[][] = []
  for await (const some of csvRows([Buffer.from(text.join(''))], { separator: ',' }))
    rows.push(...some.map((row) => row.cells))
  return rows
}

describe('encodings', () => {
  const text = 'email,name\nlin@example.net,Zoë\nola@example.net,Søren Ærø\n'
  const expected = [
    ['email', 'name'],
    ['lin@example.net', 'Zoë'],
    ['ola@example.net', 'Søren Ærø'],
  ]
  test.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${text}`)],
    ['UTF-16LE with BOM', iconv.encode(text, 'utf-16le', { addBOM: true })],
    ['UTF-16BE with BOM', iconv.encode(text, 'utf-16be', { addBOM: true })],
    ['UTF-16LE without BOM', iconv.encode(text, 'utf-16le')],
    ['UTF-16BE without BOM', iconv.encode(text, 'utf-16be')],
    ['Windows-1252', iconv.encode(text, 'windows-1252')],
  ])('%s is detected, however the bytes are cut', async (_name, content) => {
    for (const size of [1, 2, 3, 5, 64, 10_000]) expect(await cells(content, size)).toEqual(expected)
  })

  test('the quotes and the euro sign of Windows-1252 are read as text', async () => {
    expect(await cells(iconv.encode('a,b\n“x”,5 €\n', 'windows-1252'))).toEqual([
      ['a', 'b'],
      ['“x”', '5 €'],
    ])
  })

  test('one line in another encoding far below does not change other lines', async () => {
    const head = Buffer.from(`email,name\n${'x@example.net,Zoë\n'.repeat(9_000)}`)
    const rows = await cells(
      Buffer.concat([head, iconv.encode('y@example.net,Zoë\n', 'windows-1252'), head.subarray(11)]),
      65_536,
    )
    expect(rows.length).toBe(18_002)
    expect(new Set(rows.slice(1).map((row) => row[1]))).toEqual(new Set(['Zoë']))
  })

  test('a file that is smaller than a byte-order mark', async () => {
    expect(await cells('a')).toEqual([['a']])
    expect(await cells('')).toEqual([])
    expect(await cells('\ufeff')).toEqual([])
  })
})

describe('rows', () => {
  test('quoted separators, quotes and line breaks belong to their cell', async () => {
    expect(await cells('a,b\r\n"x, ""y""\r\nz",2\r\n\r\nlast,3')).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '2'],
      ['last', '3'],
    ])
  })

  test('mixed line ends and NUL bytes', async () => {
    expect(await cells('a,b\r1,2\n3,4\r\n5\0,6\0\n')).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ])
  })

  test('ragged rows are read as they are', async () => {
    expect(await cells('a,b,c\n1,2\n1,2,3,4\n')).toEqual([
      ['a', 'b', 'c'],
      ['1', '2'],
      ['1', '2', '3', '4'],
    ])
  })

  test('a stray quote belongs to its cell', async () => {
    expect(await cells('a,b\n5" tall,x\n')).toEqual([
      ['a', 'b'],
      ['5" tall', 'x'],
    ])
  })

  test('an error of the source is passed on, and a preview stops the source', async () => {
    async function* broken() {
      yield Buffer.from('a,b\n1,2\n')
      throw new Error('connection lost')
    }
    await expect(previewCsv(broken())).rejects.toThrow('connection lost')
    let chunks = 0
    async function* endless() {
      for (;;) {
        chunks++
        yield Buffer.from('1,2\n'.repeat(10_000))
      }
    }
    await previewCsv(endless())
    expect(chunks).toBeLessThan(30)
  })

  test('the output of csvLine can be read', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', ',', ';', '"', '\n', ' ', 'ü', '|'), maxLength: 12 })
      .filter((text) => text.trim() !== '')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        async (rows) => {
          const file = [['email', 'b', 'c'], ...rows].map((row) => csvLine(row)).join('')
          expect(await cells(file)).toEqual([['email', 'b', 'c'], ...rows])
        },
      ),
    )
  })
})

describe('separators', () => {
  test.each([
    [',', 'email,name\na@example.net,"x;y;z"\n'],
    [';', 'email;name;note\na@example.net;x;"1,5"\nb@example.net;y;"2,5"\n'],
    ['\t', 'email\tname\na@example.net\tx, y\n'],
    ['|', 'email|name\na@example.net|x\n'],
    [';', 'sep=;\nemail;a,b,c\n'],
    [',', 'email\na@example.net\n'],
    [';', 'email;name\na@example.net;"Ann" Berg, Oslo\nb@example.net; "Bo" Lund, Oslo\n'],
  ])('%j', async (separator, content) => expect((await previewCsv(bytes(content))).separator).toBe(separator))
})

describe('headers', () => {
  const mapping = async (content: string) => (await previewCsv(bytes(content))).mapping

  test.each([
    [
      'Mailchimp',
      'Email Address,First Name,Last Name,TAGS,OPTIN_TIME\na@example.net,A,B,"x",2026-01-01\n',
      ['email_address', 'first_name', 'last_name', 'tags', 'created_at'],
    ],
    [
      'Kit',
      'id,first_name,email,status,tags,created_at\n1,A,a@example.net,active,x,2026-01-01\n',
      [undefined, 'first_name', 'email_address', undefined, 'tags', 'created_at'],
    ],
    [
      'Substack',
      'Email,Subscription type,Start date\na@example.net,Free,2026-01-01\n',
      ['email_address', undefined, 'created_at'],
    ],
    [
      'beehiiv',
      'Id,Email,Status,Created At,First Name\n1,a@example.net,active,2026,A\n',
      [undefined, 'email_address', undefined, 'created_at', 'first_name'],
    ],
    [
      'Ghost',
      'id,email,name,note,subscribed_to_emails,created_at,labels\n1,a@example.net,A,,true,2026,x\n',
      [undefined, 'email_address', 'first_name', undefined, undefined, 'created_at', 'tags'],
    ],
    [
      'MailerLite',
      'Subscriber,Name,Last name,Subscribed,Groups\na@example.net,A,B,2026,x\n',
      ['email_address', 'first_name', 'last_name', 'created_at', 'tags'],
    ],
    ['German', 'E-Mail;Vorname;Nachname\na@example.net;A;B\n', ['email_address', 'first_name', 'last_name']],
    ['flags named email', 'emails,contact\ntrue,a@example.net\n', [undefined, 'email_address']],
  ])('of %s', async (_name, content, expected) => expect(await mapping(content)).toEqual(expected))

  test('a file without one', async () => {
    const preview = await previewCsv(bytes('Lin,lin@example.net\nOla,ola@example.net\n'))
    expect(preview).toMatchObject({ header: null, mapping: [undefined, 'email_address'] })
    expect(preview.rows.length).toBe(2)
  })

  test('a preview reads only the beginning', async () => {
    let chunks = 0
    async function* endless() {
      for (;;) {
        chunks++
        yield Buffer.from('a@example.net,x\n'.repeat(1_000))
      }
    }
    expect((await previewCsv(endless())).rows.length).toBe(10)
    expect(chunks).toBeLessThan(10)
  })
})

describe('writing', () => {
  test.each(['=1+1', '+1', '-1', '@x', '\t=1', '\r=1'])('the formula %j is neutralised [S4]', (cell) => {
    expect(csvLine([cell])).toMatch(/^"?'/)
  })

  test('numbers stay numbers, and null is an empty cell', () => {
    expect(csvLine(['a', -5, null, undefined, 'x"y', 'ü'])).toBe('a,-5,,,"x""y",ü\r\n')
    expect(CSV_BYTE_ORDER_MARK).toBe('\ufeff')
  })
})

test.each([
  ['windows-1250', 'imię\nŁukasz Żółć;Łódź\nŚwięcicki;Kraków\nGrażyna Dębska;Gdańsk\n'],
  ['windows-1250', 'Jméno\nJiří Dvořák\nRůžena Šťastná\nŽofie Černá\n'],
  ['windows-1253', 'Όνομα\nΓιώργος Παπαδόπουλος\nΕλένη Νικολάου\n'],
  ['windows-1255', 'שם\nדוד כהן\nשרה לוי\nמשה ישראלי\n'],
  ['windows-1256', 'الاسم\nمحمد علي\nفاطمة حسن\nعبد الرحمن\n'],
  ['euc-kr', '이름\n김민수\n이영희\n박지성\n'],
  ['euc-jp', '名前\n山田太郎\n佐藤花子\n鈴木一郎さん\n'],
  ['ibm866', 'Имя\nАнна Иванова\nСергей Петров\nМария Кузнецова\n'],
  ['macintosh', 'Prénom\nZoé\nFrançois\nHélène\n'],
  ...[
    'Håkon',
    'Hélène',
    'Bodø',
    'Tromsø',
    'Noël',
    'Søren Ærø',
    'Jürgen Groß',
    'Peña',
    'Ann’s',
    '“x” 5 €',
    'Guðrún',
  ].map((name): [string, string] => ['windows-1252', `name,city\n${name},Oslo\n`]),
  ['windows-1254', 'name\nAyşe Yılmaz\n'],
  ['windows-1254', 'name\nOğuz\n'],
  ...[
    'Łukasz',
    'Őry',
    'Jiří',
    'Michał',
    'Dvořák',
    'Kovačić',
    'Đorđe',
    'Nový',
    'Szűcs',
    'Péter Szűts',
    'Čapek',
    'Ďurica',
    'Kateřina',
    'Ondřej',
    'Marković',
    'Brzęczyszczykiewicz',
    'Ionuţ',
  ].map((name): [string, string] => ['windows-1250', `name\n${name}\n`]),
  ['iso-8859-2', 'name\nTomáš\n'],
  ...[
    'Jānis Bērziņš',
    'Jānis',
    'Kārlis',
    'Pēteris',
    'Jēkabs',
    'Māra',
    'Gunārs',
    'Liepiņa',
    'Eglītis',
    'Kristīne',
    'Rēzekne',
    'Žydrūnas',
    'Eglė',
    'Kęstutis',
    'Žilvinas',
    'Stankevičius',
    'Gražina',
    'Kõiv',
  ].map((name): [string, string] => ['windows-1257', `name\n${name}\n`]),
  ...['Dégâts', 'Nîmes', 'Mâcon', 'Fâtima'].map((name): [string, string] => ['windows-1252', `name\n${name}\n`]),
  ['iso-8859-15', 'name,price\nZoé,5 €\n'],
  ['iso-8859-15', 'name\nBœuf\nLefèvre\n'],
  ['windows-1252', 'name,price\nZoé,5 €\n“Bœuf”,6 €\n'],
  ['windows-1252', 'name,address\nZoé,Calle Mayor Nº 5\nMª José,Gran Vía\n'],
  ['windows-1250', 'name\nRaşid\n'],
  ['windows-1254', 'name\nKâzım\nHilâl\n'],
  ['windows-1250', 'name\nPîrvulescu\nCâmpean\n'],
  ['windows-1251', 'name\nАнна\n'],
  ['windows-1251', 'name\nИван\n'],
  ['shift_jis', 'name\nﾔﾏﾀﾞ ﾀﾛｳ\n'],
  ['shift_jis', 'name\n花子\n'],
  ['euc-jp', 'name\n山田太郎\n佐藤花子\n'],
  ['gb18030', 'name\n李娜\n张伟\n'],
  ['macintosh', 'name,city\rMüller,Bodø\r'],
  ['windows-1251', 'name\rИван\r'],
  ['windows-1251', 'name\rИван'],
  ['windows-1252', 'name\nJosé'],
  ['utf-8', 'name\rJosé'],
])('a text in %s is read with its letters: %j', async (encoding, text) => {
  const content = iconv.encode(text, encoding)
  expect(iconv.decode(content, await detectEncoding(content))).toBe(text)
})
