import { expect, test } from 'vitest'
import type { ColumnTarget } from '../schema.ts'
import { compileColumns } from './columns.ts'

const context = { time_zone: 'Europe/Oslo', now: new Date('2026-11-20T12:00:00Z'), typed: new Map() }
const columns: ColumnTarget[] = [
  { target: 'ignore' },
  { target: 'email_address' },
  { target: 'first_name' },
  { target: 'tags' },
  { target: 'created_at', date_order: 'day_first' },
  { target: 'field', custom_field_id: 7 },
]
const read = compileColumns(columns, context)

test('line breaks in names and tags become spaces', () => {
  expect(read(['1', 'ada@example.com', 'Ada\nLee', 'V\u2028IP,Be\rta', '', 'one\ntwo'], 2).subscriber).toMatchObject({
    first_name: 'Ada Lee',
    tags: ['V IP', 'Be ta'],
    values: [{ custom_field_id: 7, value: 'one\ntwo' }],
  })
})

test('a row becomes a subscriber, without whitespace and invisible characters around its cells', () => {
  expect(read(['1', '\ufeff Ada@Example.COM\u00a0', ' Ada ', 'VIP, Beta,,', '31/01/2024', 'Oslo'], 2)).toMatchObject({
    row_number: 2,
    email_address: 'ada@example.com',
    message: undefined,
    subscriber: {
      email_address: 'ada@example.com',
      first_name: 'Ada',
      tags: ['VIP', 'Beta'],
      created_at: new Date('2024-01-30T23:00:00Z'),
      values: [{ custom_field_id: 7, value: 'Oslo' }],
    },
  })
})

test('empty and missing cells set nothing', () => {
  expect(read(['1', 'ada@example.com', '', ' '], 2).subscriber).toEqual({
    email_address: 'ada@example.com',
    values: [],
    tags: [],
  })
})

test('an invalid address keeps its text and gets a message, and so does an empty row', () => {
  expect(read(['1', 'Ada@@example', 'Ada'], 2)).toMatchObject({
    email_address: 'Ada@@example',
    subscriber: undefined,
    message: 'Email address is invalid',
  })
  expect(read(['1', ' ', 'Ada'], 2)).toMatchObject({ message: 'There is no email address', blank: false })
  expect(read(['', ' ', '', ''], 2)).toMatchObject({ message: 'The row is empty', blank: true })
})

test('values that cannot be used are noted, and the subscriber is kept', () => {
  const row = read(['1', 'ada@example.com', 'x'.repeat(256), 'y'.repeat(256), 'soon', 'é'.repeat(40_000), 'more'], 2)
  expect(row.subscriber).toEqual({ email_address: 'ada@example.com', values: [], tags: [] })
  expect(row.message?.split('; ')).toEqual([
    'First name is too long and was ignored',
    'A tag name is too long and was ignored',
    '"soon" is not a date in the past: the date of the import was used',
    'A value is too long and was ignored',
    'The row has 7 cells, the header 6: the rest was ignored',
  ])
})

test('NUL bytes and unpaired surrogates never reach the database', () => {
  expect(read(['1', 'a\0da@example.com', 'A\ud800da'], 2).subscriber).toMatchObject({
    email_address: 'ada@example.com',
    first_name: 'A\ufffdda',
  })
})

test('values of typed fields are stored in their one form, and one that does not fit is noted', () => {
  const typed = new Map([
    [7, { label: 'Age', type: 'number' as const, choices: [] }],
    [8, { label: 'Born', type: 'date' as const, choices: [] }],
    [9, { label: 'Plan', type: 'choice' as const, choices: ['Free', 'Pro'] }],
  ])
  const read = compileColumns(
    [
      { target: 'email_address' },
      { target: 'field', custom_field_id: 7 },
      { target: 'field', custom_field_id: 8, date_order: 'day_first' },
      { target: 'field', custom_field_id: 9 },
    ],
    { ...context, typed },
  )
  expect(read(['ada@example.com', '1,200', '03/04/1990', ' pro '], 2)).toMatchObject({
    message: undefined,
    subscriber: {
      values: [
        { custom_field_id: 7, value: '1200' },
        { custom_field_id: 8, value: '1990-04-03' },
        { custom_field_id: 9, value: 'Pro' },
      ],
    },
  })
  const { subscriber, message } = read(['ada@example.com', 'old', '31/31/1990', ''], 2)
  expect(subscriber).toEqual({ email_address: 'ada@example.com', values: [], tags: [] })
  expect(message).toBe(
    'Age must be a number such as 12.5: “old” was ignored; Born must be a date such as 2026-11-24: “31/31/1990” was ignored',
  )
})
