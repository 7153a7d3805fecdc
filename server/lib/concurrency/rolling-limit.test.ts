import { expect, test } from 'vitest'
import { createRollingLimit } from './rolling-limit.ts'

test('a limit counts the calls of the last minute, exactly', () => {
  const limit = createRollingLimit(3)
  const takeAt = (seconds: number) => limit.take('a', seconds * 1000)
  expect(takeAt(0)).toEqual({ limit: 3, remaining: 2, reset: 60 })
  expect(takeAt(10)).toEqual({ limit: 3, remaining: 1, reset: 50 })
  expect(takeAt(20)).toEqual({ limit: 3, remaining: 0, reset: 40 })
  expect(takeAt(59)).toEqual({ limit: 3, remaining: 0, reset: 1, retry_after: 1 })
  expect(takeAt(60)).toEqual({ limit: 3, remaining: 0, reset: 10 })
  expect(takeAt(61).retry_after).toBe(9)
})

test('a refused call does not lengthen the wait', () => {
  const limit = createRollingLimit(1)
  limit.take('a', 0)
  for (let ms = 1_000; ms < 60_000; ms += 1_000) expect(limit.take('a', ms).retry_after).toBeDefined()
  expect(limit.take('a', 60_000).retry_after).toBeUndefined()
})

test('keys are limited separately, and a flood of new keys drops only the longest idle one', () => {
  const limit = createRollingLimit(1)
  limit.take('idle', 0)
  limit.take('busy', 0)
  for (let i = 0; i < 9_999; i++) {
    limit.take(`flood ${i}`, 1)
    if (i === 5_000) expect(limit.take('busy', 1).retry_after).toBe(60)
  }
  expect(limit.take('busy', 2).retry_after).toBe(60)
  expect(limit.take('idle', 2).retry_after).toBeUndefined()
})
