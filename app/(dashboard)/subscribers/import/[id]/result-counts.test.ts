import { expect, test } from 'vitest'
import { problemsText, statesText } from './result-counts.ts'

test('sentences about an import use the singular for one row and one subscriber', () => {
  expect([1, 1_912].map(problemsText)).toEqual([
    'Nothing is lost: download the row that was not added, correct it, and import that file.',
    'Nothing is lost: download the 1,912 rows that were not added, correct them, and import that file.',
  ])
  const states = { cancelled: 0, bounced: 0, complained: 0, inactive: 0 }
  expect(statesText({ ...states, active: 1 })).toMatch(/^1 becomes active,/)
  expect(statesText({ ...states, active: 2 })).toMatch(/^2 become active,/)
})
