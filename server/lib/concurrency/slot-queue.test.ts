import { expect, test } from 'vitest'
import { type Acquired, SlotQueue } from './slot-queue.ts'

function slots(size: number) {
  let now = 0
  let timers: { at: number; fn: () => void }[] = []
  const queue = new SlotQueue(size, {
    now: () => now,
    later: (ms, fn) => timers.push({ at: now + ms, fn }),
  })
  const called: string[] = []
  const ask = (key: string) => queue.acquire(key, () => called.push(key))
  const pass = (ms: number) => {
    now += ms
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { fn } of due) fn()
  }
  return { queue, called, ask, pass }
}

const release = (acquired: Acquired) => {
  if (!('release' in acquired)) throw new Error('No slot was acquired')
  acquired.release()
}

test('concurrent work is limited to the number of slots', () => {
  const { ask } = slots(2)
  expect([ask('a'), ask('b')].every((one) => 'release' in one)).toBe(true)
  expect(ask('c')).toEqual({ wait_ms: 2_250 })
})

test('a free slot goes to the job that asked first, not to the one that asks next', () => {
  const { ask, called } = slots(1)
  const first = ask('a')
  for (const key of ['b', 'c', 'b']) ask(key)
  release(first)
  expect(called).toEqual(['b'])
  expect(ask('a')).toHaveProperty('wait_ms')
  const second = ask('b')
  expect(second).toHaveProperty('release')
  release(second)
  expect(called).toEqual(['b', 'c'])
})

test('a job that misses its call loses the slot to the next job, and may return later', () => {
  const { ask, called, pass } = slots(1)
  const first = ask('a')
  ask('b')
  ask('c')
  release(first)
  pass(2_000)
  expect(called).toEqual(['b', 'c'])
  const second = ask('c')
  expect(ask('b')).toHaveProperty('wait_ms')
  release(second)
  expect(called).toEqual(['b', 'c', 'b'])
  expect(ask('b')).toHaveProperty('release')
})

test('a late job takes a slot reserved for another job, which is called again', () => {
  const { ask, called, pass } = slots(1)
  const first = ask('a')
  ask('b')
  ask('c')
  release(first)
  pass(2_000)
  const late = ask('b')
  expect(late).toHaveProperty('release')
  expect(ask('c')).toHaveProperty('wait_ms')
  release(late)
  expect(called).toEqual(['b', 'c', 'c'])
})

test('all work gets done even if calls arrive after the reservation of a slot expires', () => {
  const { queue, pass } = slots(1)
  const [LATENCY_MS, WORK_MS, TICK_MS] = [2_500, 1_000, 50]
  const asks = new Map(['a', 'b', 'c'].map((key) => [key, 0]))
  const askBy = (key: string, at: number) => asks.set(key, Math.min(asks.get(key) ?? at, at))
  const working: { until: number; slot: Acquired }[] = []
  let finished_jobs = 0
  let now = 0
  for (; finished_jobs < 3 && now < 60_000; now += TICK_MS, pass(TICK_MS)) {
    for (const ended of working.splice(0, working[0] && working[0].until <= now ? 1 : 0)) {
      finished_jobs++
      release(ended.slot)
    }
    for (const [key] of [...asks].filter(([, at]) => at <= now)) {
      asks.delete(key)
      const slot = queue.acquire(key, () => askBy(key, now + LATENCY_MS))
      if ('wait_ms' in slot) askBy(key, now + slot.wait_ms + LATENCY_MS)
      else working.push({ until: now + WORK_MS, slot })
    }
  }
  expect(finished_jobs).toBe(3)
})

test('a job that has not asked for two minutes is not called', () => {
  const { queue, ask, called, pass } = slots(1)
  const first = ask('a')
  ask('gone')
  pass(120_001)
  release(first)
  expect(called).toEqual([])
  expect(queue.is_wanted).toBe(false)
  expect(ask('b')).toHaveProperty('release')
})

test('a slot is released once, however often its release is called', () => {
  const { ask } = slots(1)
  const first = ask('a')
  release(first)
  const second = ask('b')
  release(first)
  expect(second).toHaveProperty('release')
  expect(ask('c')).toHaveProperty('wait_ms')
})

test('jobs in a long queue ask less often, and at least once a minute', () => {
  const { ask } = slots(1)
  ask('a')
  const waits = Array.from({ length: 500 }, (_, n) => ask(`w${n}`)).map((one) => ('wait_ms' in one ? one.wait_ms : 0))
  expect([waits[0], waits[99], waits.at(-1)]).toEqual([2_250, 27_000, 60_000])
})
