import { expect, test } from 'vitest'
import { wordDiff } from './word-diff.ts'

const withMarks = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : `${kind === 'added' ? '+' : '-'}[${text}]`))
    .join('')

test('a text is compared word by word', () => {
  expect(withMarks('Keeps your recipes safe', 'Keeps all recipes safe')).toBe('Keeps -[your ]+[all ]recipes safe')
  expect(withMarks('', 'New text')).toBe('+[New text]')
  expect(withMarks('Old text', '')).toBe('-[Old text]')
  expect(withMarks('the same', 'the same')).toBe('the same')
  expect(withMarks('one two three', 'one three four')).toBe('one -[two three]+[three four]')
})

test('both versions can be read from the parts', () => {
  const before = 'Send a recipe\nto everyone who asks for it, and count them.'
  const after = 'Send one recipe\nto everyone, and count those who asked.'
  const parts = wordDiff(before, after)
  const without = (kind: string) => parts.flatMap((part) => (part.kind === kind ? [] : part.text)).join('')
  expect(without('added')).toBe(before)
  expect(without('removed')).toBe(after)
})

test('long texts without anything in common are compared quickly', () => {
  const words = (mark: string) => Array.from({ length: 5_000 }, (_, n) => `${mark}${n}`).join(' ')
  expect(wordDiff(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
