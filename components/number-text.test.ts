import { expect, test } from 'vitest'
import { isInRange, rangeText, readNumber, textOfNumber } from './number-text.ts'

test('a text on the way to a number is none, and never 0', () => {
  for (const text of ['', ' ', '-', '+', '.', ',', 'two', '1e3', '1 2', '0x10']) expect(readNumber(text)).toBeNaN()
  expect(['1.', ' 07 ', '1,5', '.5', '-3'].map(readNumber)).toEqual([1, 7, 1.5, 0.5, -3])
  expect([Number.NaN, undefined, null, 0, 1.5].map(textOfNumber)).toEqual(['', '', '', '0', '1.5'])
})

test('what is accepted is named', () => {
  const days = { min: 1, max: 1830 }
  expect([0, 1, 1830, 1831, 1.5, Number.NaN].map((value) => isInRange(value, days))).toEqual([
    ...[false, true, true, false, false, false],
  ])
  expect(isInRange(1.5, { ...days, has_fractions: true })).toBe(true)
  expect(rangeText(days)).toBe('Enter a whole number from 1 to 1,830')
  expect(rangeText({ min: -90, max: 90, has_fractions: true })).toBe('Enter a number from -90 to 90')
})
