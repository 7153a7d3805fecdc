import { expect, test } from 'vitest'
import { Filter } from '../subscribers/filter-schema.ts'
import { conditionsText } from './conditions-text.ts'

const textOf = (...all: object[]) => conditionsText(Filter.parse({ all }), (kind, id) => `${kind} ${id}`)

test('reviewers read the text of each condition, not the number of conditions', () => {
  expect(textOf()).toBe('Check nothing')
  expect(
    textOf(
      { type: 'tags', any: [{ type: 'ids', matching: [1, 2] }] },
      { type: 'opens', count_greater_than_or_equal: 2, last_days: 30 },
    ),
  ).toBe('Check: has the tag tag 1 or tag 2, and opened at least 2 emails in the last 30 days')
  expect(textOf({ type: 'custom_field', subscriber_custom_field_id: 3, comparison: 'greater_than', value: 5 })).toBe(
    'Check: custom_field 3 is more than “5”',
  )
  expect(textOf({ type: 'custom_field', subscriber_custom_field_id: 3, comparison: 'has_value' })).toBe(
    'Check: custom_field 3 has any value',
  )
  expect(textOf({ type: 'clicks', any: [{ type: 'urls', urls: ['https://a.example'] }], after: '2026-01-01' })).toBe(
    'Check: clicked at least 1 links of https://a.example after 2026-01-01',
  )
  expect(textOf({ type: 'attribution', any: [{ type: 'forms', ids: [4] }] })).toBe(
    'Check: subscribed through the form form 4',
  )
  expect(textOf({ type: 'subscriber_state', states: ['active', 'inactive'] }, { type: 'subscribed' })).toBe(
    'Check: is active or inactive, and subscribed',
  )
  expect(textOf({ type: 'location', latitude: 1, longitude: 2, radius: 3 })).toBe('Check: is within 3 km of 1, 2')
})
