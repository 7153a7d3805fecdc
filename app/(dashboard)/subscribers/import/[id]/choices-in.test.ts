import { expect, test } from 'vitest'
import { choicesIn } from './choices-in'

test('choices are listed once each, in row order', () => {
  expect(choicesIn('choice', ['Red', 'red ', '', 'Blue', 'a, b'])).toEqual(['Red', 'Blue'])
  expect(choicesIn('choices', ['Red, Blue', 'Green;red'])).toEqual(['Red', 'Blue', 'Green'])
})
