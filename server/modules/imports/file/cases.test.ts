import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Ctx } from '../../../core/context.ts'
import { testAccount } from '../../../testing/account.ts'
import { IMPORT_OPTIONS, imported, statesIn, uploaded } from '../../../testing/modules/imports.ts'
import { setFormat } from '../mapping/analysis.ts'
import { guessFieldType } from '../mapping/field-types.ts'
import { checkImport } from '../mapping/sample-check.ts'
import { previewImport } from '../preview/preview.ts'
import { setColumns, startImport } from '../service.ts'
import { listReadings } from './readings.ts'

const fixture = (name: string) => readFile(path.join(import.meta.dirname, 'fixtures', name))

const tagsIn = async (ctx: Ctx) =>
  (await ctx.db.tag.findMany({ orderBy: { name: 'asc' }, select: { name: true } })).map(({ name }) => name)

const datesIn = async (ctx: Ctx) =>
  (await ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })).map(({ created_at }) => created_at.toISOString())

test.each([
  ['cp1251.csv', 'windows-1251', ['Электронная почта', 'Имя'], ['ru2@reader.example', 'Иван']],
  ['enc-koi8_r.csv', 'koi8-u', ['email', 'Имя'], ['l@reader.example', 'Анна Берг']],
  ['enc-iso8859_9.csv', 'windows-1254', ['email', 'Ad'], ['l@reader.example', 'Gülşen Işık']],
  ['enc-gb18030.csv', 'gb18030', ['email', '姓名'], ['l@reader.example', '王小明']],
  ['enc-big5.csv', 'big5', ['email', '姓名'], ['l@reader.example', '王小明']],
  ['shiftjis.csv', 'shift_jis', ['メールアドレス', '名前'], ['jp1@reader.example', '花子']],
])('the characters of %s are guessed to be %s', async (name, encoding, headers, row) => {
  const { ctx } = await testAccount()
  expect(await uploaded(ctx, await fixture(name))).toMatchObject({ encoding, headers, sample: [row] })
})

test('every usual encoding is offered with a sample, and can be chosen', async () => {
  const { ctx } = await testAccount()
  const { id } = await uploaded(ctx, await fixture('cp1251.csv'))
  const readings = await listReadings(ctx, { id })
  expect(readings).toContainEqual({ encoding: 'windows-1251', sample: 'Электронная почта;Имя ru2@reader.example;Иван' })
  expect(readings).toContainEqual({ encoding: 'windows-1252', sample: 'Ýëåêòðîííàÿ ïî÷òà;Èìÿ ru2@reader.example;Èâàí' })
  expect(readings.length).toBeGreaterThan(20)
  const others = readings.filter(({ encoding }) => !encoding.startsWith('utf-16'))
  for (const { encoding } of others) expect((await setFormat(ctx, { id, encoding })).encoding).toBe(encoding)
})

test('blanks before an opening quotation mark do not count', async () => {
  const { ctx } = await testAccount()
  await imported(ctx, await fixture('space-after-comma.csv'))
  const found = await ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })
  expect(found).toMatchObject([
    { first_name: 'Berg, Ann', fields: { city: 'Oslo' } },
    { first_name: 'Lund, Bo', fields: { city: 'Bergen' } },
  ])
})

test('tags are an array or are split by the sign between them', async () => {
  const json = await testAccount()
  await imported(json.ctx, await fixture('json.csv'))
  expect(await tagsIn(json.ctx)).toEqual(['beta', 'vip'])
  const pipes = await testAccount()
  await imported(pipes.ctx, await fixture('pipes.csv'))
  expect(await tagsIn(pipes.ctx)).toEqual(['beta', 'gold', 'vip'])
  const others = await testAccount()
  const file = `email,tags\na@x.example,red; blue\nb@x.example,"['one', 'two']"\nc@x.example,"{p,q}"\nd@x.example,"[{""name"":""n""}]"\n`
  await imported(others.ctx, file)
  expect(await tagsIn(others.ctx)).toEqual(['blue', 'n', 'one', 'p', 'q', 'red', 'two'])
  const both = await testAccount()
  await imported(both.ctx, 'email,tags\na@x.example,"red, a;b"\nb@x.example,c|d\n')
  expect(await tagsIn(both.ctx)).toEqual(['a;b', 'c|d', 'red'])
})

test('dates are read in the order of their column', async () => {
  const us = await testAccount()
  await imported(us.ctx, await fixture('us.csv'))
  expect(await datesIn(us.ctx)).toEqual(['2023-12-30T23:00:00.000Z', '2023-11-30T23:00:00.000Z'])
  const eu = await testAccount()
  await imported(eu.ctx, await fixture('eu.csv'))
  expect(await datesIn(eu.ctx)).toEqual(['2023-12-30T23:00:00.000Z', '2023-11-30T23:00:00.000Z'])
})

test('forms.csv has a date in every row, and the order of the one that can be read in two ways is asked', async () => {
  const { ctx } = await testAccount()
  const { id, columns } = await uploaded(ctx, await fixture('forms.csv'))
  expect((await checkImport(ctx, { id, columns })).questions).toMatchObject([{ kind: 'date_order', column: 1 }])
  expect((await previewImport(ctx, { id, ...IMPORT_OPTIONS }))?.questions).toHaveLength(1)
  await expect(startImport(ctx, { id, ...IMPORT_OPTIONS })).rejects.toThrow('can be read in two ways')
  await setColumns(ctx, {
    id,
    columns: [{ target: 'email_address' }, { target: 'created_at', date_order: 'month_first' }],
  })
  const done = await imported(ctx, await fixture('forms.csv'), {
    columns: [{ target: 'email_address' }, { target: 'created_at', date_order: 'month_first' }],
  })
  expect(done).toMatchObject({ noted_count: 0, counts: { created: 13 } })
  expect(await datesIn(ctx)).toEqual([
    '2021-03-12T23:00:00.000Z',
    '2023-03-12T23:00:00.000Z',
    '2016-11-01T14:00:00.000Z',
    '2021-10-31T23:00:00.000Z',
    '2023-03-13T10:00:00.000Z',
    '2023-03-13T10:00:00.000Z',
    '2023-03-13T08:00:00.000Z',
    '2023-03-12T23:00:00.000Z',
    '2023-03-13T09:00:00.000Z',
    '2023-03-13T08:00:00.000Z',
    '2023-03-12T23:00:00.000Z',
    '2023-03-12T23:00:00.000Z',
    '2023-03-13T15:00:00.000Z',
  ])
})

test('new fields whose values are all numbers, days or answers get that type; names of things stay text', async () => {
  const { ctx } = await testAccount()
  const { columns } = await uploaded(
    ctx,
    `email,Age,Born,Likes tea,Zip,Phone,Price,Seen,Ambiguous
a@x.example,41,31.12.1980,yes,01234,+4512345678,"1,50",2024-01-01 10:00,01/02/2023
b@x.example,-2.5,1.2.1990,No,99999,12345678,"2,00",2024-01-02 10:00,03/04/2023
`,
  )
  expect(columns.slice(1)).toEqual([
    { target: 'new_field', label: 'Age', type: 'number' },
    { target: 'new_field', label: 'Born', type: 'date', date_order: 'day_first' },
    { target: 'new_field', label: 'Likes tea', type: 'yes_no' },
    { target: 'new_field', label: 'Zip' },
    { target: 'new_field', label: 'Phone' },
    { target: 'new_field', label: 'Price', type: 'number' },
    { target: 'new_field', label: 'Seen' },
    { target: 'new_field', label: 'Ambiguous', type: 'date' },
  ])
})

test.each<[string | undefined, string[], string]>([
  ['number', ['1.234,50', '1,5', '3'], 'Price'],
  ['number', ['1500', '900'], 'Points'],
  // Thousands in half of Europe.
  [undefined, ['1.234', '2.500'], 'Menge'],
  [undefined, ['1.234', '500'], 'Menge'],
  ['number', ['1.234', '0.5'], 'Weight'],
  ['number', ['0.123', '0.456'], 'Share'],
  [undefined, ['1.2', '1.10'], 'Version'],
  [undefined, ['1,234', '1,5'], 'Price'],
  [undefined, ['1.234', '1,5'], 'Price'],
  ['date', ['5. 3. 2024', '5-Mar-24'], 'Born'],
  [undefined, ['05.03.2024 10.11'], 'Seen'],
  ['yes_no', ['ja', 'Nein'], 'Kunde'],
  ['yes_no', ['oui', 'non', ''], 'Client'],
  ['yes_no', ['Y', 'N'], 'Customer'],
  ['yes_no', ['1', '0'], 'Customer'],
  ['yes_no', ['no', 'no'], 'VIP'],
  ...['Country', 'Country / Region', 'billing_country', 'CC', 'Land', 'Pays', 'Nationality', 'Language', 'Sprache'].map(
    (header): [undefined, string[], string] => [undefined, ['NO', 'NO'], header],
  ),
  ['number', ['1', '1'], 'Orders'],
  [undefined, ['x', 'x'], 'Marked'],
  [undefined, ['2019', '2024'], 'Joined in'],
  [undefined, ['4712', '8010'], 'Place'],
  [undefined, ['345678901', '1234'], 'Reference'],
  [undefined, ['+47', '12'], 'Reference'],
  ...[
    'Telefonnummer',
    'Mobil',
    'Handy',
    'Cell',
    'GSM',
    'Whatsapp',
    'Telefone',
    'Phone1',
    'Postleitzahl',
    'Postnr.',
  ].map((header): [undefined, string[], string] => [undefined, ['12', '345'], header]),
  ...['Kod pocztowy', 'PSČ', 'CP', '郵便番号', 'Kundennummer', 'SSN', 'PIN', 'N° client', 'Timestamp', 'Year'].map(
    (header): [undefined, string[], string] => [undefined, ['12', '345'], header],
  ),
])('the type %s is guessed for %j in %s', (type, cells, header) => {
  expect(guessFieldType(header, cells, { is_own: false }) || undefined).toBe(type)
})

test.each([
  ['a title and blanks', 'Export vom 12.03.2024;;\n;;\nEmail;Name;Status\n', ';'],
  ['a title without separators', 'Newsletter list\n\nEmail;Name;Status\n', ';'],
  ['names of groups', 'Contact,,Consent\nEmail,Name,Status\n', ','],
  ['an address in a title', 'Exported by studio@creator.example,,\nEmail,Name,Status\n', ','],
])('rows above the names of the columns are left out: %s', async (_, head, separator) => {
  const { ctx } = await testAccount()
  const file = `${head}${['a@x.example', 'Jörg', 'active'].join(separator)}\n${['b@x.example', 'Uwe', 'unsubscribed'].join(separator)}\n`
  const done = await imported(ctx, file)
  expect(done).toMatchObject({ has_header: true, counts: { created: 2 } })
  expect(done.columns.map(({ target }) => target)).toEqual(['email_address', 'first_name', 'state'])
  expect(await statesIn(ctx)).toEqual({ a: 'active', b: 'cancelled' })
})

test('a first row that is a subscriber, or the only one, is no title', async () => {
  const { ctx } = await testAccount()
  await imported(ctx, 'a@x.example,Ann\nb@x.example,Email\n')
  await imported(ctx, 'My list\nEmail\nc@x.example\n')
  expect(Object.keys(await statesIn(ctx))).toEqual(['a', 'b', 'c'])
})

test.each(
  `Vorname Voornaam Imię Nome Nombre Prénom Jméno Förnamn Fornavn Etunimi Keresztnév Prenume Имя Ім'я Όνομα 名前 お名前 氏名 이름 姓名
   Buyer_Name Customer_Name Full_Name Nome_completo`.split(/\s+/),
)('“%s” is the first name', async (header) => {
  const { ctx } = await testAccount()
  const { columns } = await uploaded(ctx, `Email;${header}\na@x.example;Ada\nb@x.example;Bo\n`)
  expect(columns[1]).toEqual({ target: 'first_name' })
})

test.each([
  ['Nome;Cognome', ['first_name', 'new_field']],
  ['Nombre completo;Nombre', ['new_field', 'first_name']],
  ['Name;Voornaam', ['new_field', 'first_name']],
  ['Nom;Prénom', ['new_field', 'first_name']],
  ['姓;名', ['new_field', 'first_name']],
])('of the names in “%s” one is the first name', async (header, targets) => {
  const { ctx } = await testAccount()
  const { columns } = await uploaded(ctx, `Email;${header}\na@x.example;Ada;Bo\n`)
  expect(columns.slice(1).map(({ target }) => target)).toEqual(targets)
})

test.each([
  'registered',
  'Signup',
  'Date Joined',
  'Subscriber Since',
  'Fecha de alta',
  'Data iscrizione',
  'Ingeschreven op',
  '登録日',
])('“%s” is the date of joining', async (header) => {
  const { ctx } = await testAccount()
  const { columns } = await uploaded(ctx, `Email;${header}\na@x.example;2024-01-31\n`)
  expect(columns[1]).toMatchObject({ target: 'created_at' })
})

test('a date of leaving that allows two readings is read as the other dates of the file', async () => {
  const { ctx } = await testAccount()
  const { columns } = await uploaded(
    ctx,
    'Email;Geboren;Uitgeschreven op\na@x.example;25-12-1980;\nb@x.example;03-04-1990;01-05-2023\n',
  )
  expect(columns[2]).toMatchObject({ target: 'state', date_order: 'day_first' })
  const asked = await uploaded(
    ctx,
    'Email,Signup,Unsubscribed on\na@x.example,01/02/2023,\nb@x.example,03/04/2023,05/06/2023\n',
  )
  expect(asked.columns[1]).toEqual({ target: 'created_at' })
  const decided = asked.columns.map((column) =>
    column.target === 'created_at' ? { ...column, date_order: 'day_first' as const } : column,
  )
  const { columns: chosen } = await setColumns(ctx, { id: asked.id, columns: decided })
  expect(chosen[2]).toMatchObject({ target: 'state', date_order: 'day_first' })
})
