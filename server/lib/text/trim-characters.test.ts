import { expect, test } from 'vitest'
import { trimCharacters, trimEndCharacters } from './trim-characters.ts'

const isDash = (character: string) => character === '-'

test('characters are trimmed from both ends, or only from the end', () => {
  for (const [text, both, end] of [
    ['--a-b--', 'a-b', '--a-b'],
    ['a', 'a', 'a'],
    ['---', '', ''],
    ['', '', ''],
  ] as const) {
    expect(trimCharacters(text, isDash)).toBe(both)
    expect(trimEndCharacters(text, isDash)).toBe(end)
  }
})
