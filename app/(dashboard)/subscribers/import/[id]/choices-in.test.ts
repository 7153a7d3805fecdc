import { expect, test } from 'vitest'
import { choicesIn } from './choices-in'

test('the first choices are those of the first rows, each once', () => {
  expect(choicesIn('choice', ['Red', 'red ', '', 'Blue', 'a, b'])).toEqual(['Red', 'Blue'])
  expect(choicesIn('choices', ['Red, Blue', 'Green;red'])).toEqual(['Red', 'Blue', 'Green'])
})
