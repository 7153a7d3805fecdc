import { expect, test } from 'vitest'
import { type FieldType, fitsType, joinChoices, readFieldValue } from './field-types-schema.ts'

const choices = ['Red', 'Light blue', 'Green']
const read = (type: FieldType, text: string) => readFieldValue({ type, choices }, text)

test.each<[FieldType, string, string]>([
  ['text', ' as it is ', ' as it is '],
  ['number', ' 12.50 ', '12.5'],
  ['number', '+007', '7'],
  ['number', '1,234,567.80', '1234567.8'],
  ['number', '.5', '0.5'],
  ['number', '5.', '5'],
  ['number', '-0.0', '0'],
  ['number', '−3', '-3'],
  ['number', '12345678901234567890.5', '12345678901234567890.5'],
  ['number', '1,5', '1.5'],
  ['number', '0,125', '0.125'],
  ['number', '-1.234,50', '-1234.5'],
  ['number', '1 234 567,8', '1234567.8'],
  ['number', '1.234', '1.234'],
  ['number', '1,234', '1234'],
  ['yes_no', 'Ja', 'Yes'],
  ['yes_no', 'sí', 'Yes'],
  ['yes_no', 'Nein', 'No'],
  ['yes_no', 'non', 'No'],
  ['date', '2026-11-24', '2026-11-24'],
  ['date', '2026-11-24T23:59:59Z', '2026-11-24'],
  ['date', 'Nov 24, 2026', '2026-11-24'],
  ['date', '24.11.2026', '2026-11-24'],
  ['date', '03/04/2026', '2026-03-04'],
  ['choice', ' light BLUE', 'Light blue'],
  ['choices', 'green; Red', 'Red, Green'],
  ['choices', 'Red,red, RED', 'Red'],
  ['yes_no', 'TRUE', 'Yes'],
  ['yes_no', '0', 'No'],
  ['number', '  ', ''],
  ['choices', '', ''],
])('as %s, %j is stored as %j', (type, text, value) => {
  expect(read(type, text)).toEqual({ value })
  expect(value === '' || fitsType({ type, choices }, value)).toBe(true)
})

test.each<[FieldType, string, string]>([
  ['number', '1.23,5', 'must be a number such as 12.5'],
  ['number', '1,2,5', 'must be a number such as 12.5'],
  ['number', '1,23,456', 'must be a number such as 12.5'],
  ['number', '1e5', 'must be a number such as 12.5'],
  ['number', '-', 'must be a number such as 12.5'],
  ['number', '9'.repeat(51), 'must be a number such as 12.5'],
  ['date', '2026-02-30', 'must be a date such as 2026-11-24'],
  ['date', 'soon', 'must be a date such as 2026-11-24'],
  ['choice', 'Red, Green', 'must be one of: Red, Light blue, Green'],
  ['choices', 'Red, Black', 'must be some of: Red, Light blue, Green'],
  ['choices', ',', 'must be some of: Red, Light blue, Green'],
  ['yes_no', 'maybe', 'must be Yes or No'],
])('as %s, %j is refused and says what is accepted', (type, text, problem) => {
  expect(read(type, text)).toEqual({ problem })
})

test('the order of day and month in numeric dates can be specified', () => {
  expect(readFieldValue({ type: 'date', choices: [] }, '03/04/2026', 'day_first')).toEqual({ value: '2026-04-03' })
})

test('chosen labels are stored in the order of the choices, and labels that are no longer choices stay', () => {
  expect(joinChoices(choices, ['Old', 'Green', 'Red'])).toBe('Red, Green, Old')
})
