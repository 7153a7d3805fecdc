import { expect, test } from 'vitest'
import { Waiting } from './waiting.ts'

function waiting(limit_ms = 250) {
  let now = 0
  const pool = new Waiting(limit_ms, () => now)
  return { pool, after: (ms: number) => (now += ms) }
}

test('a burst that is over within a second is no overload', () => {
  const { pool, after } = waiting()
  const ends = Array.from({ length: 1_000 }, () => pool.begin())
  after(900)
  expect(pool.isOverloaded()).toBe(false)
  for (const end of ends) end()
  after(5_000)
  expect(pool.isOverloaded()).toBe(false)
})

test('waits above the limit for more than a second are an overload, whatever the number of callers', () => {
  const { pool, after } = waiting()
  const end = pool.begin()
  after(1_001)
  expect(pool.isOverloaded()).toBe(true)
  end()
  expect(pool.isOverloaded()).toBe(false)
})

test('callers that get their connection within the limit are no overload, however many wait', () => {
  const { pool, after } = waiting()
  let end = pool.begin()
  for (let caller = 0; caller < 100; caller++) {
    after(200)
    const next = pool.begin()
    end()
    end = next
    expect(pool.isOverloaded()).toBe(false)
  }
})

test('soon after an overload, the first wait above the limit is one', () => {
  const { pool, after } = waiting()
  const first = pool.begin()
  after(1_001)
  expect(pool.isOverloaded()).toBe(true)
  first()
  pool.begin()()
  const second = pool.begin()
  after(251)
  expect(pool.isOverloaded()).toBe(true)
  second()
  after(11_000)
  pool.begin()()
  pool.begin()
  after(251)
  expect(pool.isOverloaded()).toBe(false)
})
