import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  instantOf,
  isCalendarDate,
  isTimeZone,
  localDate,
  startOfDay,
  utcOffset,
  weekdayOf,
  zoneLabel,
} from './time-zone.ts'

test('names', () => {
  expect(
    ['Europe/Oslo', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5', 'Asia/Kolkata', 'US/Eastern'].map(isTimeZone),
  ).not.toContain(false)
  expect(
    ['', 'Oslo', '+02:00', 'europe/oslo', 'CET ', 'Europe/Nowhere', 'UTC; x', 'Europe/Oslo\n', '../etc/passwd'].map(
      isTimeZone,
    ),
  ).not.toContain(true)
  expect(zoneLabel('Europe/Oslo')).toBe('Oslo')
  expect(zoneLabel('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
  expect(zoneLabel('UTC')).toBe('UTC')
})

test('offsets include daylight saving, half hours and the date line', () => {
  const winter = new Date('2026-01-15T12:00:00Z')
  const summer = new Date('2026-07-15T12:00:00Z')
  expect(utcOffset('Europe/Oslo', winter)).toBe('+01:00')
  expect(utcOffset('Europe/Oslo', summer)).toBe('+02:00')
  expect(utcOffset('America/New_York', summer)).toBe('-04:00')
  expect(utcOffset('Asia/Kolkata', winter)).toBe('+05:30')
  expect(utcOffset('America/St_Johns', winter)).toBe('-03:30')
  expect(utcOffset('Pacific/Kiritimati', winter)).toBe('+14:00')
  expect(utcOffset('UTC', winter)).toBe('+00:00')
  expect(localDate('Pacific/Kiritimati', winter)).toBe('2026-01-16')
})

describe('days', () => {
  test.each([
    ['Europe/Oslo', '2026-01-15', '2026-01-14T23:00:00.000Z', 24],
    ['Europe/Oslo', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Oslo', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
    // Clocks go from 24:00 to 01:00, so the day has no midnight.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z', 23],
    // Samoa skipped this day.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', 24],
    ['UTC', '2026-06-01', '2026-06-01T00:00:00.000Z', 24],
  ])('%s %s begins at %s and has %d hours', (zone, date, start, hours) => {
    expect(startOfDay(zone, date).toISOString()).toBe(start)
    expect((startOfDay(zone, addDays(date, 1)).getTime() - startOfDay(zone, date).getTime()) / 3_600_000).toBe(hours)
  })

  test('every instant is within its day, in any time zone', () => {
    const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const instant = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(zone, instant, (name, at) => {
        const date = localDate(name, at)
        expect(startOfDay(name, date).getTime()).toBeLessThanOrEqual(at.getTime())
        expect(startOfDay(name, addDays(date, 1)).getTime()).toBeGreaterThan(at.getTime())
      }),
    )
  })
})

describe('local times', () => {
  test('a skipped time means the moment after the gap', () => {
    expect(instantOf('Europe/Oslo', '2026-03-29', { hour: 2, minute: 30 }).toISOString()).toBe(
      '2026-03-29T01:00:00.000Z',
    )
  })

  test('a time that occurs twice means the first', () => {
    expect(instantOf('Europe/Oslo', '2026-10-25', { hour: 2, minute: 30 }).toISOString()).toBe(
      '2026-10-25T00:30:00.000Z',
    )
  })

  test('ordinary ones', () => {
    expect(instantOf('America/New_York', '2026-07-01', { hour: 9 }).toISOString()).toBe('2026-07-01T13:00:00.000Z')
  })
})

test('calendar arithmetic', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2024-03-01', -1)).toBe('2024-02-29')
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(weekdayOf('2026-03-01')).toBe(0)
  expect(['2026-02-28', '2024-02-29', '0001-01-01'].map(isCalendarDate)).not.toContain(false)
  expect(
    ['2026-02-30', '2026-13-01', '2026-3-1', '0000-01-01', '2026-02-28T00:00:00Z', ''].map(isCalendarDate),
  ).not.toContain(true)
})
