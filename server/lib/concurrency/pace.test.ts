import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

function paced(options: Partial<ConstructorParameters<typeof Pace>[0]> = {}) {
  let now = 0
  const timers: { at: number; fn: () => void }[] = []
  const pace = new Pace(
    { per_second: 10, burst: 20, max_wait_ms: 5_000, ...options },
    { now: () => now, later: (ms, fn) => timers.push({ at: now + ms, fn }) },
  )
  const entered: string[] = []
  const enter = async (key: string, amount: number) => {
    const refused = await pace.enter(key, amount)
    if (!refused) entered.push(key)
    return refused
  }
  const pass = async (ms: number) => {
    now += ms
    for (const { at, fn } of timers) if (at <= now) fn()
    await Promise.resolve()
    await Promise.resolve()
  }
  return { pace, entered, enter, pass }
}

test('a key waits once it has used its burst', async () => {
  const { entered, enter, pass } = paced()
  await enter('a', 30)
  void enter('a', 5)
  await pass(999)
  expect(entered).toEqual(['a'])
  await pass(1)
  expect(entered).toEqual(['a', 'a'])
})

test('keys do not wait for each other', async () => {
  const { entered, enter } = paced()
  await enter('a', 60)
  void enter('a', 1)
  await enter('b', 1)
  expect(entered).toEqual(['a', 'b'])
})

test('waiting calls enter one by one, however many arrive together', async () => {
  const { entered, enter, pass } = paced({ burst: 0 })
  for (let at = 0; at < 4; at++) void enter('a', 10)
  const counts: number[] = []
  for (let second = 0; second < 4; second++) {
    await pass(second === 0 ? 0 : 1_000)
    counts.push(entered.length)
  }
  expect(counts).toEqual([1, 2, 3, 4])
})

test('a key that would wait too long is refused, and refusals do not count', async () => {
  const { pace, enter, pass } = paced()
  pace.count('a', 90)
  expect(await enter('a', 1)).toEqual({ retry_after: 2 })
  expect(await enter('a', 1)).toEqual({ retry_after: 2 })
  await pass(7_000)
  expect(await enter('a', 1)).toBeUndefined()
})
