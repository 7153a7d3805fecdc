import { expect, test } from 'vitest'
import { daysText, delayText } from './delay-text'

test('consecutive days are shown as a range, other days as a list', () => {
  expect(daysText(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])).toBe('every day')
  expect(daysText(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])).toBe('Mon – Fri')
  expect(daysText(['friday', 'monday'])).toBe('Mon, Fri')
  expect(daysText(['saturday', 'sunday'])).toBe('Sat, Sun')
})

test('a delay states when the email is sent', () => {
  const context = { send_hour: 9, is_first: false }
  expect(delayText({ delay_value: 0, delay_unit: 'days' }, { ...context, is_first: true })).toBe('Immediately')
  expect(delayText({ delay_value: 1, delay_unit: 'days' }, { ...context, is_first: true })).toBe(
    '1 day after joining, at 09:00',
  )
  expect(delayText({ delay_value: 3, delay_unit: 'days' }, context)).toBe('3 days later, at 09:00')
  expect(delayText({ delay_value: 2, delay_unit: 'hours' }, context)).toBe('2 hours later')
})
