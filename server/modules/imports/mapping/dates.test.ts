import { expect, test } from 'vitest'
import { guessDateOrder } from '../guesses-schema.ts'
import { dateParser } from './dates.ts'
import { guessTagSeparator, tagNames } from './tags.ts'

const now = new Date('2026-11-20T12:00:00Z')
const read = (text: string, time_zone = 'Europe/Oslo', date_order: 'day_first' | 'month_first' = 'day_first') =>
  dateParser({ time_zone, date_order, now })(text)?.toISOString() ?? null

test('dates of email services and spreadsheets are read, in the time zone of the account unless they have an offset', () => {
  const winter = '2024-01-31T08:05:00.000Z'
  expect(read('2024-01-31T08:05:00Z')).toBe(winter)
  expect(read('2024-01-31 08:05:00 UTC')).toBe(winter)
  expect(read('2024-01-31T10:05:00+02:00')).toBe(winter)
  expect(read('2024-01-31T08:05:00.123456Z')).toBe(winter)
  expect(read('2024-01-31 09:05')).toBe(winter)
  expect(read('31/01/2024 09:05')).toBe(winter)
  expect(read('31.01.2024 09:05:00')).toBe(winter)
  expect(read('1/31/2024 9:05 AM', 'Europe/Oslo', 'month_first')).toBe(winter)
  expect(read('Jan 31, 2024 9:05 am')).toBe(winter)
  expect(read('31 January 2024, 09:05')).toBe(winter)
  for (const text of [
    '31 gennaio 2024 ore 9:05',
    '31/01/2024 alle 9.05',
    '31. Januar 2024, 9:05 Uhr',
    'mercredi 31 janvier 2024 à 09h05',
    'ons. 31. jan. 2024 kl. 09.05',
    '31 januari 2024 om 9:05 uur',
    '31 de janeiro de 2024 às 09h05',
    '31 stycznia 2024 o godz. 9:05',
    '31.1.2024 klo 9.05',
    '2024-01-31T08:05:00Z[UTC]',
    '2024-01-31T09:05:00+01:00[Europe/Oslo]',
  ])
    expect(read(text), text).toBe(winter)
  expect(read('2024-01-31')).toBe('2024-01-30T23:00:00.000Z')
  expect(read('12:30')).toBeNull()
})

test('days are read as spreadsheets count them', () => {
  expect(read('45322')).toBe('2024-01-30T23:00:00.000Z')
  expect(read('45322.3784722222')).toBe('2024-01-31T08:05:00.000Z')
})

test('each month of the languages has its own name', () => {
  for (const [at, name] of ['марта', 'apríla', 'toukokuuta', 'haziran', 'липня', 'Αυγούστου', 'szeptember'].entries())
    expect(read(`5 ${name} 2024`), name).toContain(`2024-0${at + 3}-04T2`)
})

test('months in Croatian are those of Croatian, also where Polish has the name for another one', () => {
  const names =
    'siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca'.split(' ')
  for (const [at, name] of names.entries())
    expect(read(`5. ${name} 2024.`), name).toMatch(new RegExp(`^2024-${String(at + 1).padStart(2, '0')}-04T2`))
  expect(read('5 listopada 2024')).toMatch(/^2024-11-04/)
  expect(read('1. lip 2024. 09:05')).toMatch(/^2024-06-01/)
})

test('daylight saving follows the time zone', () => {
  expect(read('2024-03-31 01:59')).toBe('2024-03-31T00:59:00.000Z')
  expect(read('2024-03-31 03:00')).toBe('2024-03-31T01:00:00.000Z')
  expect(read('2024-07-01 12:00', 'America/New_York')).toBe('2024-07-01T16:00:00.000Z')
  expect(read('2024-07-01 12:00', 'Asia/Kolkata')).toBe('2024-07-01T06:30:00.000Z')
})

test('texts that are not a date, impossible days and future dates are not read', () => {
  for (const text of [
    '',
    'yesterday',
    '31/02/2024',
    '2024-13-01',
    '2024-01-01 25:00',
    '1889-01-01',
    '2027-01-01',
    '453210',
    '5 Foo 2024',
    '5 Marble 2024',
    '1/2/3',
  ]) {
    expect(read(text), text).toBeNull()
  }
})

test('a number above twelve decides whether the day or the month comes first', () => {
  expect(guessDateOrder(['01/02/2024', '31/01/2024'])).toEqual({ date_order: 'day_first', certain: true })
  expect(guessDateOrder(['01/02/2024', '01/31/2024'])).toEqual({ date_order: 'month_first', certain: true })
  expect(guessDateOrder(['01/02/2024'])).toEqual({ date_order: 'month_first', certain: false })
  expect(guessDateOrder(['13/01/2024', '01/13/2024'])).toMatchObject({ certain: false })
  expect(guessDateOrder(['2024-01-02', ''])).toBeUndefined()
})

test('the same time in the forms of other products and countries', () => {
  for (const text of [
    '2024/01/31 09:05:00',
    'Wed, 31 Jan 2024 08:05:00 +0000',
    'Wed Jan 31 2024 09:05:00 GMT+0100 (Central European Standard Time)',
    '2024-01-31T08:05:00+0000',
    '2024-01-31 08:05:00+00',
    '31-Jan-2024 09:05',
    '31-01-2024 09:05:00',
    'January 31st, 2024 9:05 AM',
    '31. Januar 2024 09:05',
    '31. Januar 2024 um 09:05',
    '31 janvier 2024 à 09:05',
    '31 de enero de 2024 09:05',
    '2024年1月31日 09:05',
    '1706688300',
    '1706688300000',
    '2024-01-31 09:05:00.000',
    '31/01/24 09:05',
    '31-Jan-24 09:05',
    '31 Jan 24 09:05',
    '31. 1. 2024 09:05',
    '2024. 1. 31. 09:05',
    '2024.01.31. 09:05',
    '31.01.2024 09.05',
    '31.01.2024 г. 09:05',
    '31 января 2024 г., 09:05',
    '31. tammikuuta 2024 09:05',
    '31. ledna 2024 09:05',
    '31 Ocak 2024 09:05',
    '2024. január 31. 09:05',
    '31/1/2024 9:05:00 a. m.',
    '31/1/2024 9:05:00\u00a0a.\u00a0m.',
    '31st of January 2024 09:05',
    'Jan  31, 2024 09:05',
    '2024-Jan-31 09:05',
  ])
    expect(read(text), text).toBe('2024-01-31T08:05:00.000Z')
  expect(read('01/31/24 09:05AM', 'Europe/Oslo', 'month_first')).toBe('2024-01-31T08:05:00.000Z')
})

test('tags are split by the sign between them, not by one inside of quotation marks', () => {
  const tags = (cell: string) => tagNames(cell, guessTagSeparator([cell]))
  expect(tags('vip; "a, b"; c')).toEqual(['vip', 'a, b', 'c'])
  expect(tags('["a \\"x\\"","b"]')).toEqual(['a "x"', 'b'])
  expect(tags('{"two words",one}')).toEqual(['two words', 'one'])
  expect(tags('[{"tag":"a"},{"title":"b"}]')).toEqual(['a', 'b'])
  expect(tags("['a', 'b']")).toEqual(['a', 'b'])
  expect(tags('a | b | c')).toEqual(['a', 'b', 'c'])
  expect(tags('a,,b,')).toEqual(['a', 'b'])
  expect(tags('{"vip":true,"beta":false}')).toEqual(['vip'])
  expect(tags('{"0":"vip","1":"beta"}')).toEqual(['vip', 'beta'])
  expect(tags('a:3:{i:0;s:3:"vip";i:1;s:4:"beta";i:2;s:5:"a, b";}')).toEqual(['vip', 'beta', 'a, b'])
  expect(tags('a:2:{s:3:"vip";b:1;s:4:"beta";b:0;}')).toEqual(['vip'])
  expect(tags("'vip','beta'")).toEqual(['vip', 'beta'])
  for (const list of ['vip，beta', 'vip、beta', 'vip\nbeta', 'vip\r\nbeta']) expect(tags(list)).toEqual(['vip', 'beta'])
  expect(tagNames('None', ',', { is_exact: true })).toEqual(['None'])
  expect(tagNames("'a','b、c'", ',', { is_exact: true })).toEqual(["'a'", "'b、c'"])
  for (const nothing of ['[null]', '[""]', '{}', ' ', 'a:0:{}', 'NULL', 'None', 'N/A', '-'])
    expect(tags(nothing)).toEqual([])
})
