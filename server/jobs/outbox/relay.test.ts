import { expect, onTestFinished, test, vi } from 'vitest'
import type { Logger } from '../../core/log.ts'
import { PersistentSession } from '../../db/connections/persistent-session.ts'
import { Signal } from '../../lib/concurrency/signal.ts'
import { PATIENCE } from '../../testing/patience.ts'
import type { EventInput } from '../engine/queue/queue.ts'
import { openEngineDatabase } from '../engine/storage/database.ts'
import { silent, testEngines, until } from '../testing/harness.ts'
import { Relay } from './relay.ts'
import { moveEvents, sendEvents } from './transfer.ts'

const { start, runs, ended, pool, url } = testEngines()

const fill = (count: number) =>
  pool().query(
    `insert into outbox (type, account_id, data)
     select 'thing.made', n % 7, jsonb_build_object('n', n) from generate_series(1, $1::int) as n`,
    [count],
  )
const outbox = async () => (await pool().query('select from outbox')).rowCount

test('several relays transfer each event once, with the account in its data', async () => {
  const { engine } = await start(
    (inngest) => [inngest.createFunction({ id: 'seen', triggers: [{ event: 'thing.made' }] }, () => null)],
    { work: false },
  )
  await fill(1_000)
  const { db } = engine.rt
  const carry = () => moveEvents({ db, deliver: (tx, events) => engine.dispatch(tx, events) })
  const relays = Array.from({ length: 3 }, () => new Relay({ carry, log: silent }))
  for (const relay of relays) relay.start()
  await until(async () => (await outbox()) === 0, 'the outbox to be empty')
  await Promise.all(relays.map((relay) => relay.stop()))
  const { rows } = await pool().query<{ event: string }>('select event from jobs.run')
  const seen = rows.map(({ event }) => JSON.parse(event).data as { n: number; account_id: number })
  expect(seen.map(({ n }) => n).sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
  expect(seen.every(({ n, account_id }) => account_id === n % 7)).toBe(true)
})

test('a failed transfer leaves both sides unchanged and is retried', async () => {
  const { engine } = await start((inngest) => [
    inngest.createFunction({ id: 'kept', triggers: [{ event: 'thing.made' }] }, () => 1),
  ])
  await fill(3)
  let failures = 2
  const carry = () =>
    moveEvents({
      db: engine.rt.db,
      deliver: async (tx, events) => {
        await engine.dispatch(tx, events)
        if (failures-- > 0) throw new Error('the process dies here')
      },
    })
  const relay = new Relay({ carry, log: silent, poll_ms: 20 })
  await expect(carry()).rejects.toThrow('dies here')
  expect(await outbox()).toBe(3)
  expect(await runs('kept')).toEqual([])
  relay.start()
  await ended('kept', 3)
  await relay.stop()
  expect(await outbox()).toBe(0)
  expect(await runs('kept')).toHaveLength(3)
})

test('events are transferred in the order of their ids, batch by batch', async () => {
  const { engine } = await start(() => [])
  await fill(450)
  const order: unknown[] = []
  const deliver = async (_tx: unknown, events: EventInput[]) => {
    order.push(...events.map(({ data }) => data?.n))
  }
  const relay = new Relay({ carry: () => moveEvents({ db: engine.rt.db, deliver }), log: silent })
  relay.start()
  await until(() => order.length === 450, 'all events')
  await relay.stop()
  expect(order).toEqual(Array.from({ length: 450 }, (_, i) => i + 1))
})

test('an unreachable engine is retried at least every two seconds, however long the outage', async () => {
  const { engine } = await start(() => [], { work: false })
  await fill(1)
  const counts = { attempts: 0, failures: 0 }
  const deliver = async () => {
    if (++counts.attempts < 10) throw new Error('away')
  }
  // The relay pauses after it logs the failure.
  const log = { warn: () => counts.failures++ } as unknown as Logger
  const relay = new Relay({ carry: () => moveEvents({ db: engine.rt.db, deliver }), log })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const reach = async (what: keyof typeof counts, count: number) => {
    const limit = performance.now() + PATIENCE.timeout
    while (counts[what] < count && performance.now() < limit) await new Promise((resolve) => setImmediate(resolve))
    expect(counts[what], what).toBe(count)
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

/** A process that sends events to an engine outside of our database. */
async function sender(send: (events: EventInput[]) => Promise<unknown>) {
  const session = new PersistentSession({ config: { connectionString: url() }, log: () => silent })
  await session.use({ channels: [], onNotification: () => undefined })
  onTestFinished(() => session.close())
  const db = openEngineDatabase(pool())
  return { session, carry: () => sendEvents({ db, session, send }) }
}

const numbers = (events: EventInput[]) => events.map(({ data }) => data?.n)

test('one process at a time sends events, and all arrive in the order of their ids', async () => {
  await start(() => [], { work: false })
  await fill(900)
  const sent_numbers: unknown[] = []
  let sending = 0
  let max_sending = 0
  const send = async (events: EventInput[]) => {
    max_sending = Math.max(max_sending, ++sending)
    await new Promise((resolve) => setImmediate(resolve))
    sent_numbers.push(...numbers(events))
    sending--
  }
  const processes = await Promise.all(Array.from({ length: 3 }, () => sender(send)))
  const relays = processes.map(({ carry }) => new Relay({ carry, log: silent, poll_ms: 5 }))
  for (const relay of relays) relay.start()
  await until(async () => (await outbox()) === 0, 'the outbox to be empty')
  await Promise.all(relays.map((relay) => relay.stop()))
  expect(sent_numbers).toEqual(Array.from({ length: 900 }, (_, i) => i + 1))
  expect(max_sending).toBe(1)
})

test('another process sends the events of a process that died while sending', async () => {
  await start(() => [], { work: false })
  await fill(2)
  const sent_numbers: unknown[] = []
  const dead = await sender(() => new Promise(() => undefined))
  const other_sender = await sender(async (events) => void sent_numbers.push(...numbers(events)))
  const locks = `select from pg_locks where locktype = 'advisory' and objid = 7305
    and database = (select oid from pg_database where datname = current_database())`
  void dead.carry()
  await until(async () => (await pool().query(locks)).rowCount === 1, 'the first to send')
  await other_sender.carry()
  expect(sent_numbers).toEqual([])
  await dead.session.close()
  await until(async () => {
    await other_sender.carry()
    return sent_numbers.length > 0
  }, 'the second to send')
  expect(sent_numbers).toEqual([1, 2])
  expect(await outbox()).toBe(0)
})

test('a process uses no connection of its pool while sending', async () => {
  await start(() => [], { work: false })
  await fill(1)
  let held: number | undefined
  const { carry } = await sender(async () => {
    held = pool().totalCount - pool().idleCount
  })
  await carry()
  expect(held).toBe(0)
})

test('an idle relay polls half as often until it is woken', async () => {
  const pauses: number[] = []
  const waiting = vi.spyOn(Signal.prototype, 'wait').mockImplementation(async (limit_ms) => {
    pauses.push(limit_ms)
    await new Promise((resume) => setImmediate(resume))
    return pauses.length === 15
  })
  onTestFinished(() => waiting.mockRestore())
  const relay = new Relay({ carry: async () => false, log: silent, poll_ms: 20 })
  relay.start()
  await vi.waitUntil(() => pauses.length > 15, PATIENCE)
  await relay.stop()
  expect(pauses.slice(0, 16)).toEqual([...Array(10).fill(20), ...Array(5).fill(40), 20])
})
