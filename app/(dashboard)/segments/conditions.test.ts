import { expect, test } from 'vitest'
import { SegmentFilter } from '@/server/modules/subscribers/segment-filter-schema.ts'
import { hasValues } from './conditions.ts'

const field = { type: 'custom_field', subscriber_custom_field_id: 1 }

test.each([
  [{ ...field, comparison: 'is', value: 'Beginner' }, true],
  [{ ...field, comparison: 'is', value: '' }, false],
  [{ ...field, comparison: 'contains', value: '' }, false],
  [{ ...field, comparison: 'has_value' }, true],
  [{ type: 'not', condition: { ...field, comparison: 'has_value' } }, true],
  [{ type: 'not', condition: { ...field, comparison: 'is', value: '' } }, false],
  [{ type: 'choice_field', subscriber_custom_field_id: 1, value: '' }, false],
  [{ type: 'group', match: 'any', conditions: [{ ...field, comparison: 'is', value: '' }] }, false],
  [{ type: 'subscriber_state', states: ['active'] }, true],
])('of the condition %j it is known whether it says what it looks for', (condition, is_complete) => {
  expect(hasValues(SegmentFilter.parse({ conditions: [condition] }))).toBe(is_complete)
})
