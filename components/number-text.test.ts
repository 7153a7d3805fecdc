import { expect, test } from 'vitest'
import { isInRange, rangeText, readNumber, steppedNumber, textOfNumber } from './number-text.ts'

test('an incomplete number is NaN, and never 0', () => {
  for (const text of ['', ' ', '-', '+', '.', ',', 'two', '1e3', '1 2', '0x10']) expect(readNumber(text)).toBeNaN()
  expect(['1.', ' 07 ', '1,5', '.5', '-3'].map(readNumber)).toEqual([1, 7, 1.5, 0.5, -3])
  expect([Number.NaN, undefined, null, 0, 1.5].map(textOfNumber)).toEqual(['', '', '', '0', '1.5'])
})

test('a range is described in words', () => {
  const days = { min: 1, max: 1830 }
  expect([0, 1, 1830, 1831, 1.5, Number.NaN].map((value) => isInRange(value, days))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(isInRange(1.5, { ...days, has_fractions: true })).toBe(true)
  expect(rangeText(days)).toBe('Enter a whole number from 1 to 1,830')
  expect(rangeText({ min: -90, max: 90, has_fractions: true })).toBe('Enter a number from -90 to 90')
})

test('arrow keys step a number by 1, or by 10 with Shift, within its range', () => {
  const range = { min: 1, max: 100 }
  const step = (number: number, key: string, shiftKey = false) => steppedNumber(number, { key, shiftKey }, range)
  expect([step(7, 'ArrowUp'), step(7, 'ArrowDown'), step(7, 'ArrowUp', true)]).toEqual([8, 6, 17])
  expect([step(100, 'ArrowUp'), step(7, 'ArrowDown', true), step(250, 'ArrowDown')]).toEqual([100, 1, 100])
  expect([step(1.1, 'ArrowUp'), step(2.3, 'ArrowDown'), step(12.1, 'ArrowDown', true)]).toEqual([2.1, 1.3, 2.1])
  expect([step(Number.NaN, 'ArrowUp'), step(Number.NaN, 'ArrowDown')]).toEqual([1, 1])
  expect([step(7, 'ArrowLeft'), step(7, 'Enter'), step(7, '8')]).toEqual([undefined, undefined, undefined])
})
