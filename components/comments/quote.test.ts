import { expect, test } from 'vitest'
import { locateQuote } from './quote.ts'

test('a quote is found where its surroundings match best, and not after it was deleted', () => {
  const text = 'Moss grows. Ferns grow. Moss grows slowly.'
  expect(locateQuote(text, { text: 'Moss grows', before: '', after: '. Ferns' })).toBe(0)
  expect(locateQuote(text, { text: 'Moss grows', before: 'Ferns grow. ', after: ' slowly.' })).toBe(24)
  // Its surroundings changed.
  expect(locateQuote(text, { text: 'Ferns', before: 'x', after: 'y' })).toBe(12)
  expect(locateQuote(text, { text: 'Lichen', before: '', after: '' })).toBeNull()
})
