import { expect, test } from 'vitest'
import { systemPool } from '../../core/context.ts'
import { ArrayColumn } from './array-column.ts'

test('columns in binary form arrive unchanged: nulls, quotes, braces, other scripts, times before 2000, a megabyte', async () => {
  const texts = ['', 'null', null, '{a,"b"}', '\\', 'Zoë 日本 🎉', 'x'.repeat(1_000_000)]
  const documents = [{}, { a: 'b "c" \\ {d}' }, null, { city: 'Tromsø' }, {}, [], 1]
  const numbers = [0, -1, 2_147_483_647, -2_147_483_648, null, 5, 6]
  const times = [
    '1969-07-20T20:17:40.123Z',
    '1999-12-31T23:59:59.999Z',
    null,
    '2000-01-01T00:00:00.000Z',
    null,
    null,
    null,
  ]
  const columns = [
    new ArrayColumn('text'),
    new ArrayColumn('jsonb'),
    new ArrayColumn('int4'),
    new ArrayColumn('timestamptz'),
  ] as const
  for (const text of texts) columns[0].add(text)
  for (const document of documents) columns[1].add(document === null ? null : JSON.stringify(document))
  for (const number of numbers) columns[2].add(number)
  for (const time of times) columns[3].add(time === null ? undefined : new Date(time))
  const nothing = new ArrayColumn('text')
  for (const _ of texts) nothing.add(null)
  const { rows } = await systemPool().query(
    `select * from unnest($1::text[], $2::jsonb[], $3::int[], $4::timestamptz[], $5::text[])
       as r(text, document, number, time, nothing)`,
    [...columns, nothing].map((column) => column.parameter()),
  )
  expect(rows.map(({ text }) => text)).toEqual(texts)
  expect(rows.map(({ document }) => document)).toEqual(documents)
  expect(rows.map(({ number }) => number)).toEqual(numbers)
  expect(rows.map(({ time }) => time?.toISOString() ?? null)).toEqual(times)
  expect(rows.every((row) => row.nothing === null)).toBe(true)
})
