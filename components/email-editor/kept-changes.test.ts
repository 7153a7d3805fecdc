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
  const kept = { base: '2027-03-01T09:00:00Z', changes: { title: 'Moss', description: null } }
  keepChanges('post 1', kept, () => storage)
  expect(readKept('post 1', () => storage)).toEqual(kept)
  expect(readKept('post 2', () => storage)).toBeUndefined()
  keepChanges('post 1', { changes: {} }, () => storage)
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
  keepChanges('post 1', { changes: { title: 'Moss' } }, () => full)
  expect(readKept('post 1', () => full)).toBeUndefined()
  for (const text of ['{', '"Moss"', 'null', '{"title":"Moss"}'])
    expect(readKept('post 1', () => ({ ...tab(), getItem: () => text }))).toBeUndefined()
})
