import { globSync, readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  exactTime,
  formatCount,
  formatDate,
  formatDuration,
  formatPercent,
  formatRelative,
  formatSigned,
  formatSignedMoney,
} from './format.ts'

test('a duration shows no 60 seconds or minutes, and no zeros', () => {
  expect([0.2, 59.4, 59.7, 61, 119.7, 3599, 3600, 3700, 7170, 7199].map(formatDuration)).toEqual([
    '1 s',
    '59 s',
    '1 min',
    '1 min 1 s',
    '2 min',
    '59 min 59 s',
    '1 h',
    '1 h 2 min',
    '2 h',
    '2 h',
  ])
})

test('a relative time uses the largest unit that fits', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')
  const relative = (instant: string) => formatRelative(instant, now)
  expect(relative('2026-03-10T11:59:30Z')).toBe('just now')
  expect(relative('2026-03-10T12:00:20Z')).toBe('in a moment')
  expect(relative('2026-03-10T11:00:00Z')).toBe('1 hour ago')
  expect(relative('2026-03-09T12:00:00Z')).toBe('yesterday')
  expect(relative('2026-03-24T12:00:00Z')).toBe('in 2 weeks')
  expect(relative('2024-03-10T12:00:00Z')).toBe('2 years ago')
})

test('percentages are formatted as the API returns them, and changes have a sign', () => {
  expect(formatPercent(45.26)).toBe('45.3%')
  expect([3, 0, -1.25].map(formatSigned)).toEqual(['+3', '0', '-1.3'])
})

test('a change of an amount has its sign and currency', () => {
  const shown = [20_801.25, 0, -5].map((amount) => formatSignedMoney(amount, 'EUR'))
  expect(shown).toEqual(['+€20,801.25', '€0.00', '-€5.00'])
})

test('a date is shown in the given time zone', () => {
  expect(formatDate('2026-03-01T23:30:00Z', 'Europe/Berlin')).toBe('Mar 2, 2026')
  expect(formatDate('2026-03-01T23:30:00Z', 'America/New_York')).toBe('Mar 1, 2026')
})

test('a count is followed by its noun, in the singular for one', () => {
  expect([0, 1, 1912].map((count) => formatCount(count, 'tag'))).toEqual(['0 tags', '1 tag', '1,912 tags'])
})

test('only an exact time is followed by the name of its time zone', () => {
  expect(exactTime('2026-07-10T12:00:00Z', 'Europe/Oslo')).toBe('Jul 10, 2026, 14:00 Central European Summer Time')
  expect(exactTime('2026-01-10T12:00:00Z', 'Asia/Kolkata')).toBe('Jan 10, 2026, 17:30 India Standard Time')
})

test('formatters are created once per locale, time zone and style', () => {
  const instant = '2026-03-10T23:30:00Z'
  expect(formatDate(instant, 'UTC')).toBe('Mar 10, 2026')
  expect(formatDate(instant, 'Europe/Oslo')).toBe('Mar 11, 2026')
  expect(formatDate(instant, 'UTC', { day: 'numeric', month: 'long' })).toBe('March 10')
  expect([formatPercent(12.345, 2), formatPercent(12.345, 0)]).toEqual(['12.35%', '12%'])
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  onTestFinished(() => made.mockRestore())
  formatDate(instant, 'UTC')
  formatDate('2025-01-01T00:00:00Z', 'Europe/Oslo')
  expect(made).not.toHaveBeenCalled()
})

/** A percentage in a displayed text, written differently than by `formatPercent`. */
const OTHER_PERCENT = /\} %(?![\w}>])|'[^'\n]*\d %(?![\w}])/

test('no text has a space before a percent sign', () => {
  const files = globSync('{app,components,server/modules}/**/*.{ts,tsx}').filter((path) => !/\.test\./.test(path))
  const findings = files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => OTHER_PERCENT.test(line) && !/^\s*(\*|\/\/|\/\*)/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  expect(findings).toEqual([])
})
