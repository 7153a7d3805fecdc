import { expect, test } from 'vitest'
import { endedSince } from './ended-since'

const merge = (id: number, state: 'running' | 'completed') => ({
  id,
  state,
  from_tag_id: 1,
  into_tag_id: 2,
  from_name: 'Potter',
  into_name: 'Potters',
  done: 0,
})
const endedIds = (before: [number, 'running' | 'completed'][], now: ReturnType<typeof merge>[]) =>
  endedSince(new Map(before), now).map(({ id }) => id)

test('a merge that was running, or was never seen running, has ended', () => {
  expect(endedIds([[4, 'running']], [merge(4, 'completed')])).toEqual([4])
  expect(endedIds([[4, 'completed']], [merge(5, 'completed'), merge(4, 'completed')])).toEqual([5])
  expect(endedIds([], [merge(1, 'completed')])).toEqual([1])
  expect(endedIds([], [merge(1, 'running')])).toEqual([])
})

test('an older merge, listed because a newer one was undone, has not ended now', () => {
  const before: [number, 'completed'][] = [
    [6, 'completed'],
    [5, 'completed'],
    [4, 'completed'],
  ]
  expect(endedIds(before, [merge(5, 'completed'), merge(4, 'completed'), merge(3, 'completed')])).toEqual([])
})
