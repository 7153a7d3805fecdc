import { expect, onTestFinished, test, vi } from 'vitest'
import type { Logger } from '../core/log.ts'
import { PATIENCE } from '../testing/patience.ts'
import { Relay } from './relay.ts'
import { silent, testEngines, until } from './testing/harness.ts'

const { start, runs, ended, pool } = testEngines()

const fill = (count: number) =>
  pool().query(
    `insert into outbox (type, account_id, data)
     select 'thing.made', n % 7, jsonb_build_object('n', n) from generate_series(1, $1::int) as n`,
    [count],
  )
const outbox = async () => (await pool().query('select from outbox')).rowCount

test('several relays carry each event over once, with the account in its data', async () => {
  const { engine } = await start(
    (inngest) => [inngest.createFunction({ id: 'seen', triggers: [{ event: 'thing.made' }] }, () => null)],
    { work: false },
  )
  await fill(1_000)
  const relays = Array.from(
    { length: 3 },
    () => new Relay({ db: engine.rt.db, deliver: (tx, events) => engine.dispatch(tx, events), log: silent }),
  )
  for (const relay of relays) relay.start()
  await until(async () => (await outbox()) === 0, 'the outbox to be empty')
  await Promise.all(relays.map((relay) => relay.stop()))
  const { rows } = await pool().query<{ event: string }>('select event from jobs.run')
  const seen = rows.map(({ event }) => JSON.parse(event).data as { n: number; account_id: number })
  expect(seen.map(({ n }) => n).sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
  expect(seen.every(({ n, account_id }) => account_id === n % 7)).toBe(true)
})

test('what fails in between leaves both sides as they were, and is tried again', async () => {
  const { engine } = await start((inngest) => [
    inngest.createFunction({ id: 'kept', triggers: [{ event: 'thing.made' }] }, () => 1),
  ])
  await fill(3)
  let failures = 2
  const relay = new Relay({
    db: engine.rt.db,
    deliver: async (tx, events) => {
      await engine.dispatch(tx, events)
      if (failures-- > 0) throw new Error('the process dies here')
    },
    log: silent,
    poll_ms: 20,
  })
  await expect(relay.relayBatch()).rejects.toThrow('dies here')
  expect(await outbox()).toBe(3)
  expect(await runs('kept')).toEqual([])
  relay.start()
  await ended('kept', 3)
  await relay.stop()
  expect(await outbox()).toBe(0)
  expect(await runs('kept')).toHaveLength(3)
})

test('events are handed over in the order of their ids, in one batch after the other', async () => {
  const { engine } = await start(() => [])
  await fill(450)
  const order: unknown[] = []
  const relay = new Relay({
    db: engine.rt.db,
    deliver: async (_tx, events) => {
      order.push(...events.map(({ data }) => data?.n))
    },
    log: silent,
  })
  relay.start()
  await until(() => order.length === 450, 'all events')
  await relay.stop()
  expect(order).toEqual(Array.from({ length: 450 }, (_, i) => i + 1))
})

test('an engine that is away is asked again at least every two seconds, however long it has been away', async () => {
  const { engine } = await start(() => [], { work: false })
  await fill(1)
  const seen = { attempts: 0, failures: 0 }
  const deliver = async () => {
    if (++seen.attempts < 10) throw new Error('away')
  }
  // It pauses when it has logged the failure.
  const log = { warn: () => seen.failures++ } as unknown as Logger
  const relay = new Relay({ db: engine.rt.db, deliver, log })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const reach = async (what: keyof typeof seen, count: number) => {
    const limit = performance.now() + PATIENCE.timeout
    while (seen[what] < count && performance.now() < limit) await new Promise((resolve) => setImmediate(resolve))
    expect(seen[what], what).toBe(count)
  }
  relay.start()
  for (let failures = 1; failures < 10; failures++) {
    await reach('failures', failures)
    vi.advanceTimersByTime(2_000)
    await reach('attempts', failures + 1)
  }
  const stopped = relay.stop()
  vi.useRealTimers()
  await stopped
  expect(await outbox()).toBe(0)
})
