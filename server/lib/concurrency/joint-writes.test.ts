import { expect, test } from 'vitest'
import { JointWrites } from './joint-writes.ts'

test('items that arrive during a write are written together, and each caller gets the result of its item', async () => {
  const sets: number[][] = []
  const writes = new JointWrites<number, string>(
    async (items) => {
      sets.push([...items])
      return items.map((item) => `written ${item}`)
    },
    { most: 3 },
  )
  const results = await Promise.all([1, 2, 3, 4, 5, 6].map((item) => writes.add(item)))
  expect(sets).toEqual([[1], [2, 3, 4], [5, 6]])
  expect(results).toEqual([1, 2, 3, 4, 5, 6].map((item) => `written ${item}`))
})

test('a set that fails fails its own callers only, and the next set is written', async () => {
  const writes = new JointWrites<number, number>(
    async (items) => {
      if (items.includes(2)) throw new Error('no connection')
      return items
    },
    { most: 2 },
  )
  const settled = await Promise.allSettled([1, 2, 3, 4].map((item) => writes.add(item)))
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  await writes.drain()
  await expect(writes.add(5)).resolves.toBe(5)
})

test('with gathering turns, items of one turn of the event loop form one set', async () => {
  const sets: number[][] = []
  const writes = new JointWrites<number, undefined>(
    async (items) => {
      sets.push([...items])
      return []
    },
    { most: 3, gathering_turns: 2 },
  )
  await Promise.all([1, 2, 3, 4].map((item) => writes.add(item)))
  expect(sets).toEqual([[1, 2, 3], [4]])
  await writes.drain()
})
