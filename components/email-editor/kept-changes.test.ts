import { expect, test } from 'vitest'
import { forgetKept, keepChanges, listAfter, listKept, onKeptChanged, readKept } from './kept-changes.ts'

/** A fake of a tab's storage. */
function tab() {
  const texts = new Map<string, string>()
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
    texts,
  }
}

test('changes are kept for their item until they are saved, including a text that was cleared', () => {
  const storage = tab()
  const kept = { base: '2027-03-01T09:00:00Z', changes: { title: 'Moss', description: null } }
  keepChanges('post 1', kept, () => storage)
  expect(readKept('post 1', () => storage)).toEqual(kept)
  expect(readKept('post 2', () => storage)).toBeUndefined()
  keepChanges('post 1', { changes: {} }, () => storage)
  expect(readKept('post 1', () => storage)).toBeUndefined()
  expect(storage.texts.size).toBe(0)
})

test('unavailable or unreadable storage of a tab does not break the editor', () => {
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

/** Like a browser's storage, whose items are properties. */
class Shelf {
  [name: string]: unknown
  getItem(name: string) {
    return Object.hasOwn(this, name) ? String(this[name]) : null
  }
  setItem(name: string, text: string) {
    this[name] = text
  }
  removeItem(name: string) {
    delete this[name]
  }
}

test('lists drafts of a kind with kept text, but no versions and no other user’s drafts', () => {
  const shelf = new Shelf()
  const keep = (key: string, subject: string) => keepChanges(key, { changes: { subject } }, () => shelf)
  keep('nora 1 broadcast 12', 'Moss')
  keep('nora 1 broadcast 3', 'Ferns')
  keep('nora 1 broadcast 3 version 7', 'Other ferns')
  keep('nora 1 post 4', 'Trees')
  keep('lin 1 broadcast 5', 'Stones')
  expect(listKept('nora 1 broadcast', () => shelf)).toEqual([
    { id: 3, changes: { subject: 'Ferns' } },
    { id: 12, changes: { subject: 'Moss' } },
  ])
  keepChanges('nora 1 broadcast 3', { changes: {} }, () => shelf)
  expect(listKept('nora 1 broadcast', () => shelf).map(({ id }) => id)).toEqual([12])
  expect(
    listKept('nora 1 broadcast', () => {
      throw new DOMException('Not allowed', 'SecurityError')
    }),
  ).toEqual([])
})

test('a list is notified of kept changes, and lists an editor that was left once its last save has ended', async () => {
  const shelf = new Shelf()
  const find = () => shelf
  const reports: number[][] = []
  const stop = onKeptChanged(() => reports.push(listKept('nora 1 post', find).map(({ id }) => id)))
  const save = Promise.withResolvers<void>()
  keepChanges('nora 1 post 4', { changes: { title: 'Moss' } }, find)
  const left = listAfter('nora 1 post 4', save.promise)
  keepChanges('nora 1 post 5', { changes: { title: 'Ferns' } }, find)
  save.resolve()
  await left
  keepChanges('nora 1 post 4', { changes: {} }, find)
  forgetKept(() => Object.assign(shelf, { length: 0, clear: () => undefined, key: () => null }))
  expect(reports).toEqual([[4], [5], [4, 5], [5], []])
  stop()
  keepChanges('nora 1 post 4', { changes: { title: 'Moss' } }, find)
  expect(reports).toHaveLength(5)
})
