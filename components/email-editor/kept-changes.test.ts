import { expect, test } from 'vitest'
import { keepChanges, readKept } from './kept-changes.ts'

/** The storage of a tab. */
function tab() {
  const texts = new Map<string, string>()
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
    texts,
  }
}

test('changes are kept for their item until they are saved, also a text that was cleared', () => {
  const storage = tab()
  keepChanges('post 1', { title: 'Moss', description: null }, () => storage)
  expect(readKept('post 1', () => storage)).toEqual({ title: 'Moss', description: null })
  expect(readKept('post 2', () => storage)).toBeUndefined()
  keepChanges('post 1', {}, () => storage)
  expect(readKept('post 1', () => storage)).toBeUndefined()
  expect(storage.texts.size).toBe(0)
})

test('a tab that keeps nothing, or something else, does not stop the editor', () => {
  const full = {
    ...tab(),
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    },
  }
  keepChanges('post 1', { title: 'Moss' }, () => full)
  expect(readKept('post 1', () => full)).toBeUndefined()
  for (const text of ['{', '"Moss"', 'null'])
    expect(readKept('post 1', () => ({ ...tab(), getItem: () => text }))).toBeUndefined()
})
