import { expect, test } from 'vitest'
import { choicesIn } from './choices-in'

test('choices are listed in the order of the rows, each once', () => {
  expect(choicesIn('choice', ['Red', 'red ', '', 'Blue', 'a, b'])).toEqual(['Red', 'Blue'])
  expect(choicesIn('choices', ['Red, Blue', 'Green;red'])).toEqual(['Red', 'Blue', 'Green'])
})
