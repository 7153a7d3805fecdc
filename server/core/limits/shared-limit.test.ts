import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { database } from '../../db/client.ts'
import { createRollingLimit, type Taken } from '../../lib/concurrency/rolling-limit.ts'
import { exchangeCounts } from './exchange.ts'
import { SharedLimit } from './shared-limit.ts'

/** An answer of the database is waited for as long as it takes. */
const PATIENT = { exchange: exchangeCounts, patience_ms: 1_000_000 }
const limiters = (count: number) => Array.from({ length: count }, () => new SharedLimit(PATIENT))
/** Times of the database's order, so their counts are not purged. */
const START = Math.ceil(Date.now() / 1000) * 1000
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

const isAccepted = ({ retry_after }: Taken) => retry_after === undefined

test('alone, a process decides exactly as a window in its memory, with the same headers', async () => {
  const next = random(7)
  for (const limit of [1, 3, 120]) {
    const [key, alone, shared] = [randomUUID(), createRollingLimit(limit), new SharedLimit(PATIENT)]
    for (let [i, now] = [0, START]; i < 3 * limit; i++, now += Math.floor((next() * 90_000) / limit))
      expect(await shared.take(key, now, limit)).toEqual(alone.take(key, now))
  }
})

test.each([120, 600])('four processes together accept a limit of %i within 5 percent, at one moment', async (limit) => {
  const [key, processes] = [randomUUID(), limiters(4)]
  const decisions = await Promise.all(
    Array.from({ length: 3 * limit }, (_, i) => processes[i % 4]?.take(key, START, limit) ?? expect.fail()),
  )
  let accepted = decisions.filter(isAccepted).length
  expect(accepted).toBeGreaterThanOrEqual(limit * 0.95)
  // The processes that answered first do not know yet what the others have accepted since.
  for (const process of processes) while (isAccepted(await process.take(key, START, limit))) accepted += 1
  expect(accepted).toBeLessThanOrEqual(limit * 1.05)
})

test('one after the other, however they are divided, four processes accept the limit within 5 percent in each minute', async () => {
  const [limit, next] = [120, random(11)]
  for (const share of [0.25, 0.9]) {
    const [key, processes] = [randomUUID(), limiters(4)]
    const accepted: number[] = []
    // Three times what is allowed, for three minutes.
    for (let now = START; now < START + 180_000; now += Math.floor(next() * 333)) {
      const process = processes[next() < share ? 0 : 1 + Math.floor(next() * 3)] ?? expect.fail()
      if (isAccepted(await process.take(key, now, limit))) accepted.push(now)
    }
    const counts = accepted.map((from) => accepted.filter((at) => at >= from && at < from + 60_000).length)
    expect(Math.max(...counts)).toBeLessThanOrEqual(limit * 1.05)
    expect(accepted.length).toBeGreaterThanOrEqual(3 * limit * 0.95)
  }
})

test('a request waits for no answer until nine tenths of the limit are used, if the exchanges before it have ended', async () => {
  const key = randomUUID()
  let exchanges: Promise<unknown>[] = []
  const limit = new SharedLimit({
    exchange: (...given) => {
      const exchange = exchangeCounts(...given)
      exchanges.push(exchange)
      return exchange
    },
  })
  for (let i = 0; i < 108; i++) {
    expect(limit.take(key, START + i, 120)).not.toBeInstanceOf(Promise)
    await Promise.all(exchanges)
    await new Promise(setImmediate)
    exchanges = []
  }
  expect(limit.take(key, START + 108, 120)).toBeInstanceOf(Promise)
})

test('once the limit is used, all processes refuse until requests leave the window, and say when', async () => {
  const [key, processes] = [randomUUID(), limiters(2)]
  const [first, second] = processes as [SharedLimit, SharedLimit]
  for (let i = 0; i < 12; i++) expect(isAccepted(await first.take(key, START + i, 12))).toBe(true)
  expect(await first.take(key, START + 20, 12)).toEqual({ limit: 12, remaining: 0, reset: 60, retry_after: 60 })
  // A process knows the requests of others by the second only.
  expect(await second.take(key, START + 20, 12)).toMatchObject({ remaining: 0, retry_after: 61 })
  expect(isAccepted(await first.take(key, START + 59_999, 12))).toBe(false)
  for (const process of processes) expect(isAccepted(await process.take(key, START + 61_100, 12))).toBe(true)
})

test('of a limit below 60, processes accept no request too many', async () => {
  const [key, processes] = [randomUUID(), limiters(4)]
  let accepted = 0
  for (let at = 0; at < 20; at++)
    for (const process of processes) if (isAccepted(await process.take(key, START + at, 10))) accepted++
  expect(accepted).toBe(10)
})

test('what was counted in advance and refused is given back', async () => {
  const [key, [first, second]] = [randomUUID(), limiters(2) as [SharedLimit, SharedLimit]]
  const asked = [first, second].flatMap((process) => Array.from({ length: 50 }, () => process.take(key, START, 12)))
  const accepted = (await Promise.all(asked)).filter(isAccepted).length
  const counted = async () =>
    (await database().pool.query('select sum(count)::int as sum from api_count where key = $1', [key])).rows[0]?.sum
  // A test whose clock is ahead deletes the counts of this minute.
  await expect.poll(async () => (await counted()) ?? accepted).toBe(accepted)
})

test('without the database each process counts for itself, and adds it once there is an answer', async () => {
  let isDown = true
  const key = randomUUID()
  const limit = new SharedLimit({
    exchange: async (...given) => {
      if (isDown) throw new Error('no connection')
      return exchangeCounts(...given)
    },
  })
  const decisions: boolean[] = []
  for (let i = 0; i < 20; i++) decisions.push(isAccepted(await limit.take(key, START, 12)))
  expect(decisions.filter(Boolean)).toHaveLength(12)
  isDown = false
  const other = new SharedLimit(PATIENT)
  await expect.poll(async () => (await other.take(key, START, 12)).remaining).toBe(0)
})

test('a database that does not answer delays a request by no more than the patience', async () => {
  const never = new SharedLimit({ exchange: () => new Promise(() => {}), patience_ms: 1 })
  for (let i = 0; i < 12; i++) expect(isAccepted(await never.take('a', START, 12))).toBe(true)
  expect(isAccepted(await never.take('a', START, 12))).toBe(false)
})
