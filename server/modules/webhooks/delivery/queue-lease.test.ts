import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { systemPool } from '../../../core/context.ts'
import { rootLogger } from '../../../core/log.ts'
import { write } from '../../../core/write/write.ts'
import { purgeExpired } from '../../../db/purge.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import type { Receiver } from '../../../testing/servers/webhook-receiver.ts'
import { startWebhooks } from '../../../webhooks.ts'
import { EXPIRED_WEBHOOKS } from '../purge-expired.ts'
import type { EndpointKey } from './due.ts'
import { claimQueues, markQueueChanged, releaseQueues } from './endpoint-queue.ts'
import { renewLeases } from './queue-lease.ts'

const { receiver, settle } = testWebhooks()

test('queues of a running process are not taken over; those of a disconnected one are [W1]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer(null)
  await api('POST /v4/webhook_endpoints', key(account), { url: server.url, events: ['tag.created'] })
  await api('POST /v4/tags', key(account), { name: 'Beta' })
  const webhooks = await startWebhooks({ work: true, log: rootLogger() })
  onTestFinished(() => webhooks.stop(0))
  await expect.poll(() => server.received.length).toBe(1)
  await settle()
  expect(server.received).toHaveLength(1)
  server.answer({ status: 200 })
  await expect.poll(() => takeOver(server)).toBe(2)
  expect(server.received.map(({ raw }) => raw)).toEqual(Array(2).fill(server.received[0]?.raw))
  expect(await account.ctx.db.webhookDelivery.findMany({ select: { status: true } })).toEqual([{ status: 'delivered' }])
})

test('a process that was disconnected does not send from queues that others have taken [W3]', async () => {
  const account = await testAccount()
  const server = await receiver()
  const { id } = await dashboard(account).webhooks.create({ url: server.url, events: ['tag.created'] })
  const sample = () => dashboard(account).webhooks.sample({ id, type: 'tag.created' })
  const gate = Promise.withResolvers<void>()
  server.answer(() => gate.promise.then(() => ({ status: 200 })))
  for (let n = 0; n < 6; n++) await sample()
  const webhooks = await startWebhooks({ work: true, log: rootLogger() })
  onTestFinished(() => webhooks.stop(0))
  await expect.poll(() => server.received.length).toBe(2)
  server.answer({ status: 200 })
  await expect.poll(() => takeOver(server)).toBe(8)
  await expect.poll(holders).toBe(1)
  await sample()
  await expect.poll(() => server.received.length).toBe(9)
  gate.resolve()
  await webhooks.stop(10_000)
  expect(server.received).toHaveLength(9)
  expect(new Set(server.received.map(({ raw }) => raw)).size).toBe(7)
})

const LOCKS = `from pg_locks where locktype = 'advisory' and classid = ${0x686f6f6b}
  and database = (select oid from pg_database where datname = current_database())`
const holders = async () => (await systemPool().query(`select 1 ${LOCKS}`)).rowCount

/** Disconnects the processes that lease queues, then sends their deliveries. They reconnect half a second later. */
async function takeOver(server: Receiver): Promise<number> {
  await systemPool().query(`select pg_terminate_backend(pid, 5000) ${LOCKS}`)
  await settle()
  return server.received.length
}

test.each([
  [
    'releases',
    (lease_owner: string, queues: EndpointKey[]) =>
      releaseQueues(
        lease_owner,
        queues.map((queue) => ({ ...queue, health: 'new' })),
        new Date(),
      ),
  ],
  ['renews', (lease_owner: string) => renewLeases(lease_owner, 30_000)],
])('a process that %s queues and one that opens some wait for each other without a deadlock', async (_, act) => {
  const { ctx, account_id } = await testAccount()
  const lease_owner = randomUUID()
  const queues = [2, 1].map((hook_id) => ({ account_id, legacy: false, hook_id }))
  for (const queue of queues)
    await ctx.db.webhookQueue.create({ data: { ...queue, lease_owner, leased_until: new Date() } })
  const outcome = await duringTransaction(
    ctx,
    (tx) => markQueueChanged(tx, { legacy: false, hook_id: 1 }),
    () => Promise.resolve(act(lease_owner, queues)),
    (tx) => markQueueChanged(tx, { legacy: false, hook_id: 2 }),
  )
  expect(outcome.status).toBe('fulfilled')
})

test('opening idle queues while they are purged succeeds without waiting', async () => {
  const { ctx, account_id } = await testAccount()
  for (const hook_id of [2, 1]) await ctx.db.webhookQueue.create({ data: { account_id, legacy: false, hook_id } })
  const outcome = await duringTransaction(
    ctx,
    (tx) => markQueueChanged(tx, { legacy: false, hook_id: 1 }),
    () => purgeExpired(EXPIRED_WEBHOOKS, { now: ctx.now() }),
    (tx) => markQueueChanged(tx, { legacy: false, hook_id: 2 }),
  )
  expect(outcome.status).toBe('fulfilled')
  expect(await ctx.db.webhookQueue.count()).toBe(2)
  await ctx.db.webhookQueue.deleteMany()
})

test('a process that has no room for further queues is still notified of changes in its own', async () => {
  const { ctx, account_id } = await testAccount()
  const lease_owner = randomUUID()
  const queues = [1, 2].map((hook_id) => ({ account_id, legacy: false, hook_id }))
  const leased_until = new Date(Date.now() + 60_000)
  await ctx.db.webhookQueue.create({ data: { account_id, legacy: false, hook_id: 1, lease_owner, leased_until } })
  for (const queue of queues) await write(ctx, (tx) => markQueueChanged(tx, queue))
  const claim = (limit: number) => claimQueues(lease_owner, { now: ctx.now(), free: { new: limit }, lease_ms: 60_000 })
  expect(await claim(0)).toEqual([{ ...queues[0], health: 'new', is_changed: true }])
  expect(await claim(0)).toEqual([])
  expect(await claim(100)).toContainEqual({ ...queues[1], health: 'new', is_changed: true })
  await ctx.db.webhookQueue.deleteMany()
})
