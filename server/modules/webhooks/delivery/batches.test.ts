import { expect, test } from 'vitest'
import { clock } from '../../../core/clock.ts'
import { systemPool } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { makeSecret, sealSecret } from '../endpoints/secrets.ts'
import { batchesOf } from './batches.ts'
import { createDeliveries } from './create-deliveries.ts'
import { loadFirstAttempts } from './endpoint-queue.ts'

const { receiver, settle, pass } = testWebhooks()

const KB = 1_024
const batches = (...sizes: number[]) =>
  batchesOf(sizes.map((size, index) => ({ id: index + 1, size }))).map(({ event_ids, bytes }) => [event_ids, bytes])
const countsOf = (count: number) =>
  batchesOf(Array.from({ length: count }, (_, id) => ({ id, size: 200 }))).map(({ event_ids }) => event_ids.length)

test('a delivery has at most 100 events [W3]', () => {
  expect([countsOf(0), countsOf(1), countsOf(100), countsOf(101), countsOf(250)]).toEqual([
    [],
    [1],
    [100],
    [100, 1],
    [100, 100, 50],
  ])
})

test('a delivery has at most 512 KB, and one byte more starts another [W3, contract 9.1]', () => {
  expect(batches(256 * KB, 256 * KB)).toEqual([[[1, 2], 512 * KB]])
  expect(batches(256 * KB, 256 * KB + 1)).toEqual([
    [[1], 256 * KB],
    [[2], 256 * KB + 1],
  ])
})

test('an event larger than 512 KB is sent alone, in order [W3, contract 9.1]', () => {
  expect(batches(KB, 600 * KB, KB, KB)).toEqual([
    [[1], KB],
    [[2], 600 * KB],
    [[3, 4], 2 * KB],
  ])
})

test('a posted body keeps to 512 KB, counted in bytes and not in characters [W3, contract 9.1]', async () => {
  const account = await testAccount()
  const server = await receiver()
  await dashboard(account).webhooks.create({ url: server.url, events: ['tag.created'] })
  const names = ['é'.repeat(100 * KB), 'é'.repeat(100 * KB), 'é'.repeat(100 * KB), 'x'.repeat(700 * KB), 'Beta']
  await write(account.ctx, async (tx) => {
    for (const [id, name] of names.entries())
      tx.emit('tag.created', { tag: { id, name, created_at: '2026-03-01T00:00:00Z' } })
  })
  pass(1_001)
  await settle()
  const bodies = server.received.map(({ body, raw }) => ({
    ids: body.events.map(({ data }: { data: { tag: { id: number } } }) => data.tag.id),
    bytes: Buffer.byteLength(raw),
  }))
  expect(bodies.map(({ ids }) => ids).sort()).toEqual([[0, 1], [2], [3], [4]])
  for (const { ids, bytes } of bodies) expect(bytes > 513 * KB).toBe(ids[0] === 3)
})

test('deliveries of a backlog are created in parts, for any number of transactions', async () => {
  const { ctx, account_id } = await testAccount()
  const server = await receiver()
  const secret = sealSecret(makeSecret())
  await ctx.db.webhookEndpoint.create({
    data: { account_id, name: 'x', url: server.url, events: ['tag.created'], secret },
  })
  await ctx.sql.run(
    `insert into webhook_outbox (account_id, type, event_ids, sizes, leaves_at)
     select $1, 'tag.created', array_agg(i), array_agg(440), $2 from generate_series(1, 50000) i group by i / 1000`,
    [ctx.now()],
  )
  const events = async () => (await ctx.db.webhookDelivery.aggregate({ _sum: { event_count: true } }))._sum.event_count
  expect(await createDeliveries(clock.now())).toBeLessThan(25)
  expect(await events()).toBeLessThan(25_000)
  while (await createDeliveries(clock.now()));
  expect(await events()).toBe(50_000)
})

test('a burst of deliveries updates the statistics of the table', async () => {
  const { ctx, account_id } = await testAccount()
  // Autovacuum does the same once a minute.
  await systemPool().query('alter table webhook_delivery set (autovacuum_enabled = off)')
  await ctx.db.legacyWebhook.create({
    data: {
      account_id,
      target_url: 'http://x.example/',
      event: { name: 'field_created' },
      event_name: 'field_created',
    },
  })
  await write(ctx, async (tx) => {
    for (let id = 0; id < 3_000; id++)
      tx.emit('custom_field.created', { custom_field: { id, name: 'x', key: 'x', label: 'x' } })
  })
  const size = async () => {
    const found = await ctx.sql.one<{ reltuples: number }>(
      `select reltuples from pg_class where oid = 'webhook_delivery'::regclass and $1::int is not null`,
    )
    return found?.reltuples
  }
  expect(await size()).toBeLessThan(2_000)
  pass(1_001)
  await createDeliveries(clock.now())
  expect(await size()).toBeGreaterThanOrEqual(3_000)
  await ctx.db.webhookQueue.deleteMany()
})

test('a process reads fewer bytes per queue when it has many queues, and at least one delivery of each', async () => {
  const { ctx, account_id } = await testAccount()
  await ctx.sql.run(
    `insert into webhook_delivery (account_id, hook_id, event_type, event_ids, event_count, bytes, next_attempt_at)
     select $1, hook_id, 'tag.created', '{1}', 1, 400000, $2 from generate_series(1, 3) hook_id, generate_series(1, 9)`,
    [ctx.now()],
  )
  const queues = [1, 2, 3].map((hook_id) => ({ account_id, legacy: false, hook_id, room: 20, busy: [] }))
  const read = async (most_bytes: number) => (await loadFirstAttempts(queues, { most_bytes })).length
  expect([await read(1), await read(400_001), await read(10_000_000)]).toEqual([3, 6, 27])
})

test('events of one delivery have rising times, even when the later transaction wrote first [contract 9.1]', async () => {
  const account = await testAccount()
  const server = await receiver()
  await dashboard(account).webhooks.create({ url: server.url, events: ['tag.created'] })
  const emitAt = (ms: number, names: string[]) => {
    const at = new Date(+clock.now() + ms)
    return write({ ...account.ctx, now: () => at }, async (tx) => {
      for (const [id, name] of names.entries())
        tx.emit('tag.created', { tag: { id, name, created_at: '2026-03-01T00:00:00Z' } })
    })
  }
  await emitAt(2_000, ['third', 'fourth'])
  await emitAt(0, ['first', 'second'])
  pass(3_001)
  await settle()
  expect(server.received).toHaveLength(1)
  const events: { created: string; data: { tag: { name: string } } }[] = server.received[0]?.body.events
  expect(events.map(({ data }) => data.tag.name)).toEqual(['first', 'second', 'third', 'fourth'])
  const times = events.map(({ created }) => created)
  expect(times).toEqual([...times].sort())
})
