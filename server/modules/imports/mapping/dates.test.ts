import { expect, test } from 'vitest'
import { guessDateOrder } from '../guesses-schema.ts'
import { dateParser } from './dates.ts'

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
  expect(read('2024-01-31')).toBe('2024-01-30T23:00:00.000Z')
  expect(read('12:30')).toBeNull()
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
    '45321',
    '1/2/3',
  ]) {
    expect(read(text), text).toBeNull()
  }
})

test('a number above twelve decides whether the day or the month comes first', () => {
  expect(guessDateOrder(['01/02/2024', '31/01/2024'])).toEqual({ date_order: 'day_first', certain: true })
  expect(guessDateOrder(['01/02/2024', '01/31/2024'])).toEqual({ date_order: 'month_first', certain: true })
  expect(guessDateOrder(['01/02/2024'])).toEqual({ date_order: 'month_first', certain: false })
  expect(guessDateOrder(['2024-01-02', ''])).toBeUndefined()
})
