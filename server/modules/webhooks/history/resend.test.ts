import { expect, test } from 'vitest'
import { systemPool } from '../../../core/context.ts'
import { sampleOf } from '../../../core/events/events.ts'
import { unscoped } from '../../../db/client.ts'
import { purgeExpired } from '../../../db/purge.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { PUBLIC_EVENT_TYPES } from '../event-schema.ts'
import { EXPIRED_WEBHOOKS } from '../purge-expired.ts'
import { resendDeliveries } from './resend.ts'

const { receiver, settle, pass } = testWebhooks()

test('a failed delivery is resent as a new delivery with the same event ids [W3, W10]', async () => {
  const account = await testAccount()
  const app = dashboard(account).webhooks
  const server = await receiver()
  const { id } = await app.create({ url: server.url, events: ['tag.created'] })
  server.answer({ status: 410 })
  for (const name of ['One', 'Two', 'Three']) {
    await api('POST /v4/tags', key(account), { name })
    await settle()
    pass(60_000)
  }
  const before = server.received.map(({ body }) => body)
  server.answer({ status: 200 })
  expect(await app.resend({ id, status: 'failed' })).toEqual({ count: 3 })
  await settle()
  const after = server.received.slice(3).map(({ body }) => body)
  expect(after.map(({ events }) => events)).toEqual(before.map(({ events }) => events))
  expect(new Set([...before, ...after].map(({ delivery_id }) => delivery_id)).size).toBe(6)

  const history = await app.deliveries({ endpoint_id: id })
  expect(history.map(({ status, resend_of }) => [status, resend_of !== null])).toEqual([
    ...Array(3).fill(['delivered', true]),
    ...Array(3).fill(['failed', false]),
  ])
  const middle = history[4]?.created_at ?? ''
  const end = new Date(Date.parse(middle) + 999).toISOString()
  expect(await app.resend({ id, from: middle, to: end })).toEqual({ count: 1 })
  expect(await app.resend({ id, delivery_ids: [history[5]?.id ?? 0] })).toEqual({ count: 1 })
  await expect(app.resend({ id, delivery_ids: [1_000_000_000] })).rejects.toThrow('nothing to resend')
  await settle()
  expect(server.received).toHaveLength(8)
  const shown = await app.delivery({ delivery_id: history[0]?.id ?? 0 })
  expect(shown.body).toBe(server.received.find(({ body }) => body.delivery_id === history[0]?.id)?.raw)
})

test('resending all failed deliveries sends each once, and none that was delivered since or is being sent [W10]', async () => {
  const account = await testAccount()
  const app = dashboard(account).webhooks
  const server = await receiver()
  const { id } = await app.create({ url: server.url, events: ['tag.created'] })
  server.answer({ status: 410 })
  for (const name of ['One', 'Two']) {
    await api('POST /v4/tags', key(account), { name })
    await settle()
  }
  const again = () => app.resend({ id, status: 'failed' })
  // Two tabs at the same time.
  expect(await Promise.allSettled([again(), again()])).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ value: { count: 2 } }),
      expect.objectContaining({ status: 'rejected' }),
    ]),
  )
  await settle()
  // Each has failed twice, and is still resent once.
  expect(await again()).toEqual({ count: 2 })
  await expect(again()).rejects.toThrow('nothing to resend')
  server.answer({ status: 200 })
  await settle()
  await expect(again()).rejects.toThrow('nothing to resend')
  const [, , , , , first] = await app.deliveries({ endpoint_id: id })
  expect(await app.resend({ id, delivery_ids: [first?.id ?? 0] })).toEqual({ count: 1 })
})

test('resending a delivery that waits for a retry attempts it now and creates no other [W10]', async () => {
  const account = await testAccount()
  const app = dashboard(account).webhooks
  const server = await receiver()
  const { id } = await app.create({ url: server.url, events: ['tag.created'] })
  server.answer(({ body }) => ({ status: body.events[0].data.tag.name === 'Gone' ? 410 : 500 }))
  for (const name of ['One', 'Two', 'Gone']) {
    await api('POST /v4/tags', key(account), { name })
    await settle()
  }
  const [gone, two, one] = await app.deliveries({ endpoint_id: id })
  expect([one?.status, two?.status, gone?.status]).toEqual(['retrying', 'retrying', 'failed'])
  server.answer({ status: 200 })
  expect(await app.resend({ id, delivery_ids: [one?.id ?? 0] })).toEqual({ count: 1 })
  await settle()
  expect(server.received.at(-1)?.body).toEqual(server.received[0]?.body)
  expect(await app.delivery({ delivery_id: one?.id ?? 0 })).toMatchObject({ status: 'delivered', attempt_count: 2 })
  // All undelivered: the waiting and the failed one.
  expect(await app.resend({ id, status: 'undelivered' })).toEqual({ count: 2 })
  await settle()
  const history = await app.deliveries({ endpoint_id: id })
  expect(history).toHaveLength(4)
  expect(history.filter(({ status }) => status !== 'delivered').map(({ id: failed }) => failed)).toEqual([gone?.id])
  await expect(app.resend({ id, status: 'undelivered' })).rejects.toThrow('nothing to resend')
})

test('a sample of every type arrives at its endpoint only, also of types it is not subscribed to [W10]', async () => {
  const account = await testAccount()
  const app = dashboard(account).webhooks
  const [server, other] = [await receiver(), await receiver()]
  const { id } = await app.create({ url: server.url, events: ['tag.created'] })
  await app.create({ url: other.url, events: PUBLIC_EVENT_TYPES })
  for (const type of PUBLIC_EVENT_TYPES) await app.sample({ id, type })
  await settle()
  expect(server.received.flatMap(({ body }) => body.events.map(({ type }: { type: string }) => type)).sort()).toEqual(
    [...PUBLIC_EVENT_TYPES].sort(),
  )
  expect(server.received[0]?.headers['x-service-signature']).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/)
  expect(other.received).toEqual([])
  const [{ events }] = server.received.map(({ body }) => body)
  expect(Object.keys(events[0].data)).toEqual(Object.keys(sampleOf(events[0].type, new Date())))
  await app.update({ id, status: 'disabled' })
  await expect(app.sample({ id, type: 'tag.created' })).rejects.toThrow('disabled')
})

test('a program resends one delivery of its endpoint, and sends a sample [contract 21]', async () => {
  const account = await testAccount()
  const server = await receiver()
  const { id } = await dashboard(account).webhooks.create({ url: server.url, events: ['tag.created'] })
  const other = await dashboard(account).webhooks.create({ url: server.url, events: ['tag.deleted'] })
  await api('POST /v4/tags', key(account), { name: 'Beta' })
  await settle()
  const path = `/v4/webhook_endpoints/${id}`
  const [delivery] = (await api(`GET ${path}/deliveries`, key(account))).body.deliveries
  const resend = (at: string) => api(`POST ${at}/deliveries/${delivery.id}/resend`, key(account))
  expect((await resend(path)).status).toBe(204)
  // An id under the wrong endpoint is unknown.
  expect((await resend(`/v4/webhook_endpoints/${other.id}`)).status).toBe(404)
  const sample = await api(`POST ${path}/samples`, key(account), { type: 'subscriber.bounced' })
  await settle()
  const sent = server.received.map(({ body }) => [body.delivery_id, body.events[0].type, body.events[0].id])
  expect(sent[1]).toEqual([expect.any(Number), 'tag.created', sent[0]?.[2]])
  expect(sample).toMatchObject({ status: 202, body: { delivery_id: sent[2]?.[0] } })
  expect(sent[2]?.[1]).toBe('subscriber.bounced')
  await api(`PATCH ${path}`, key(account), { status: 'disabled' })
  expect((await resend(path)).body.errors).toEqual(['The endpoint is disabled. Enable it first.'])
})

test('the history filters by known values, refuses others, and covers 30 days [W10]', async () => {
  const account = await testAccount()
  const server = await receiver()
  const { id } = await dashboard(account).webhooks.create({ url: server.url, events: ['tag.created', 'tag.deleted'] })
  const { tag } = (await api('POST /v4/tags', key(account), { name: 'Beta' })).body
  await dashboard(account).tags.delete({ id: tag.id })
  await settle()
  const path = `/v4/webhook_endpoints/${id}/deliveries`
  const count = async (query: string) => (await api(`GET ${path}${query}`, key(account))).body.deliveries.length
  expect([
    await count('?status=delivered'),
    await count('?status=failed'),
    await count('?event_type=tag.deleted'),
  ]).toEqual([2, 0, 1])
  for (const query of ['status=lost', 'event_type=tag.eaten']) {
    const { status, body } = await api(`GET ${path}?${query}`, key(account))
    expect([status, body.errors[0]]).toEqual([422, expect.stringContaining(query.split('=')[1] ?? '')])
  }
  const [page] = (await api(`GET ${path}?per_page=1`, key(account))).body.deliveries
  expect((await api(`GET ${path}/${page.id + 1}`, key(account))).status).toBe(404)
  const where = { account_id: account.account_id }
  const day = 86_400_000
  await purgeExpired(EXPIRED_WEBHOOKS, { now: new Date(Date.now() + 29 * day) })
  expect(await count('')).toBe(2)
  await purgeExpired(EXPIRED_WEBHOOKS, { now: new Date(Date.now() + 31 * day) })
  expect([await count(''), await unscoped().webhookEvent.count({ where })]).toEqual([0, 2])
  await purgeExpired(EXPIRED_WEBHOOKS, { now: new Date(Date.now() + 34 * day) })
  expect(await unscoped().webhookEvent.count({ where })).toBe(0)
})

test('all failed deliveries are found in a long history in one pass [W10]', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const { id } = await dashboard(account).webhooks.create({ url: (await receiver()).url, events: ['tag.created'] })
  await ctx.sql.run(
    `insert into webhook_delivery (account_id, hook_id, event_type, event_ids, event_count, bytes, status, completed_at)
     select $1, $2, 'tag.created', array[i], 1, 400, case when i % 5 = 0 then 'failed' else 'delivered' end::webhook_delivery_status, now()
     from generate_series(1, 40000) i`,
    [id],
  )
  // As after many deliveries were created: without statistics the plan is for an empty table.
  await systemPool().query('analyze webhook_delivery')
  // A pass for each failed delivery would exceed the minute that a transaction has.
  expect(await resendDeliveries(ctx, { id, status: 'failed' })).toEqual({ count: 8_000 })
  expect(await ctx.db.webhookDelivery.count({ where: { account_id, next_attempt_at: { not: null } } })).toBe(8_000)
  await dashboard(account).webhooks.delete({ id })
})

test('a delivery that succeeds while it is resent stays delivered [W10]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer({ status: 500 })
  const { id } = await dashboard(account).webhooks.create({ url: server.url, events: ['tag.created'] })
  await api('POST /v4/tags', key(account), { name: 'Beta' })
  await settle()
  const data = { status: 'delivered', next_attempt_at: null, completed_at: new Date() } as const
  const outcome = await duringTransaction(
    account.ctx,
    (tx) => tx.db.webhookDelivery.updateMany({ data }),
    () => resendDeliveries(account.ctx, { id, status: 'undelivered' }),
  )
  expect(outcome).toMatchObject({ reason: { message: 'No delivery matches, so there is nothing to resend' } })
})
