import { expect, test } from 'vitest'
import { write } from '../../core/write.ts'
import { testAccount } from '../../testing/account.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { testWebhooks } from '../../testing/webhooks.ts'
import { batchesOf } from './batches.ts'

const { receiver, settle, pass } = testWebhooks()

const KB = 1_024
const cut = (...sizes: number[]) =>
  batchesOf(sizes.map((size, place) => ({ id: place + 1, size }))).map(({ event_ids, bytes }) => [event_ids, bytes])
const countsOf = (count: number) =>
  batchesOf(Array.from({ length: count }, (_, id) => ({ id, size: 200 }))).map(({ event_ids }) => event_ids.length)

test('W3: a hundred events fill a delivery', () => {
  expect([countsOf(0), countsOf(1), countsOf(100), countsOf(101), countsOf(250)]).toEqual([
    [],
    [1],
    [100],
    [100, 1],
    [100, 100, 50],
  ])
})

test('W3, contract 9.1: 512 KB fill a delivery, and a byte more begins another', () => {
  expect(cut(256 * KB, 256 * KB)).toEqual([[[1, 2], 512 * KB]])
  expect(cut(256 * KB, 256 * KB + 1)).toEqual([
    [[1], 256 * KB],
    [[2], 256 * KB + 1],
  ])
})

test('W3, contract 9.1: an event that is larger alone travels alone, in its place', () => {
  expect(cut(KB, 600 * KB, KB, KB)).toEqual([
    [[1], KB],
    [[2], 600 * KB],
    [[3, 4], 2 * KB],
  ])
})

test('W3, contract 9.1: what is posted keeps to the 512 KB, in bytes and not in letters', async () => {
  const account = await testAccount()
  const hook = await receiver()
  await dashboard(account).webhooks.create({ url: hook.url, events: ['tag.created'] })
  const names = ['é'.repeat(100 * KB), 'é'.repeat(100 * KB), 'é'.repeat(100 * KB), 'x'.repeat(700 * KB), 'Beta']
  await write(account.ctx, async (tx) => {
    for (const [id, name] of names.entries())
      tx.emit('tag.created', { tag: { id, name, created_at: '2026-03-01T00:00:00Z' } })
  })
  pass(1_001)
  await settle()
  const bodies = hook.received.map(({ body, raw }) => ({
    ids: body.events.map(({ data }: { data: { tag: { id: number } } }) => data.tag.id),
    bytes: Buffer.byteLength(raw),
  }))
  expect(bodies.map(({ ids }) => ids).sort()).toEqual([[0, 1], [2], [3], [4]])
  for (const { ids, bytes } of bodies) expect(bytes > 513 * KB).toBe(ids[0] === 3)
})
