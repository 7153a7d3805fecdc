import { expect, test } from 'vitest'
import { shownValue } from './shown-value.ts'

test('numbers and dates are formatted by locale, and other or unreadable values are unchanged', () => {
  const textOf = (type: 'text' | 'number' | 'date' | 'choices' | 'yes_no', value: string) =>
    shownValue({ type, choices: ['Red', 'Blue'] }, value)
  expect(textOf('number', '1234567.25')).toBe('1,234,567.25')
  expect(textOf('number', '12345678901234567890.5')).toBe('12,345,678,901,234,567,890.5')
  expect(textOf('number', 'a lot')).toBe('a lot')
  expect(textOf('date', '2026-11-24')).toBe('Nov 24, 2026')
  expect(textOf('date', '2026-02-30')).toBe('2026-02-30')
  expect(textOf('choices', 'Red, Blue')).toBe('Red, Blue')
  expect(textOf('yes_no', 'Yes')).toBe('Yes')
  expect(textOf('text', '1234567')).toBe('1234567')
})
