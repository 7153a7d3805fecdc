import { expect, test } from 'vitest'
import { singleLine } from './single-line.ts'

test.each([
  ['Ann\nLee', 'Ann Lee'],
  ['Ann\r\nLee', 'Ann Lee'],
  ['Ann\u2028\u2029Lee', 'Ann Lee'],
  ['Ann\u0085Lee', 'Ann Lee'],
  ['Ann\0\tLee', 'Ann Lee'],
  ['Ann\u202eeeL', 'AnneeL'],
  ['\u2066Ann\u2069', 'Ann'],
  ['Ann\ud800', 'Ann\ufffd'],
])('%j is one line: %j', (text, line) => expect(singleLine(text)).toBe(line))

test.each(['Zoë  Søn', 'שלום\u200f!', '👩‍👩‍👧', '日本語\u3000の', ' spaces '])('%j stays as it is', (text) =>
  expect(singleLine(text)).toBe(text),
)
