import { expect, test, vi } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, bearer } from '../../testing/api.ts'
import { failOnce } from '../../testing/database/fail-once.ts'
import { bulkRequests, callbackReceiver, runBulk, runBulkJobs, sendCallback } from '../../testing/modules/bulk.ts'
import { PATIENCE } from '../../testing/patience.ts'
import { limitsByHand } from '../../testing/time-limits.ts'

const tags = (count: number) => ({ tags: Array.from({ length: count }, (_, i) => ({ name: `Tag ${i}` })) })
const send = (account: TestAccount, body: unknown) => api('POST /v4/bulk/tags', bearer(account), body)

test('a callback URL that is not public is refused before anything is applied, and is checked again before each call [W6]', async () => {
  const account = await testAccount()
  const not_public = 'callback_url is not a publicly reachable http(s) address'
  const bad: [unknown, string][] = [
    ['http://127.0.0.1/x', not_public],
    ['http://169.254.169.254/', not_public],
    ['http://[::1]/', not_public],
    ['http://2130706433/', not_public],
    ['ftp://x.example', 'callback_url must begin with http:// or https://'],
    ['x', 'callback_url is not a web address'],
    [7, 'callback_url must be a string'],
  ]
  for (const [callback_url, text] of bad) {
    for (const count of [1, 101]) {
      expect(await send(account, { ...tags(count), callback_url }), String(callback_url)).toMatchObject({
        status: 422,
        body: { errors: [text] },
      })
    }
  }
  expect(await account.ctx.db.tag.count()).toBe(0)
  const { url, received } = await callbackReceiver()
  await send(account, { ...tags(101), callback_url: url })
  await unscoped().bulkRequest.updateMany({
    where: { account_id: account.account_id },
    data: { callback_url: 'http://169.254.169.254/latest' },
  })
  await runBulkJobs(account)
  expect(received).toEqual([])
  expect(await bulkRequests(account.ctx)).toMatchObject([
    {
      state: 'completed',
      callback_state: 'waiting',
      callback_result: expect.stringContaining('not a publicly reachable'),
    },
  ])
})

test('a callback is retried after 1 m, 5 m, 30 m, 2 h and 6 h with the same content, and then dropped', async () => {
  const account = await testAccount()
  const { url, received } = await callbackReceiver((response) =>
    response.writeHead(received.length === 2 ? 302 : 500, { Location: '/elsewhere' }).end(),
  )
  await send(account, { ...tags(101), callback_url: url })
  const [{ id } = { id: 0 }] = await bulkRequests(account.ctx)
  while (await runBulk(account.ctx, { id }));
  let now = new Date()
  const pauses: number[] = []
  for (;;) {
    const next = await sendCallback({ ...account.ctx, now: () => now }, { id })
    if (!next) break
    expect(await sendCallback({ ...account.ctx, now: () => new Date(+next - 1) }, { id })).toEqual(next)
    pauses.push((+next - +now) / 60_000)
    now = next
  }
  expect(pauses).toEqual([1, 5, 30, 120, 360])
  expect(received).toHaveLength(6)
  expect(new Set(received.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await bulkRequests(account.ctx)).toMatchObject([
    { state: 'completed', callback_state: 'dropped', callback_attempts: 6, callback_result: 'HTTP 500' },
  ])
})

test('a received callback is not sent again when recording it fails once', async () => {
  const account = await testAccount()
  const { url, received } = await callbackReceiver()
  await send(account, { ...tags(101), callback_url: url })
  const [{ id } = { id: 0 }] = await bulkRequests(account.ctx)
  while (await runBulk(account.ctx, { id }));
  const when = `new.account_id = ${account.account_id} and new.callback_state = 'delivered'`
  const hasFailed = await failOnce('bulk_request', { fault: 'its connection ended', when })
  expect(await sendCallback(account.ctx, { id })).toBeNull()
  expect(await hasFailed()).toBe(true)
  expect(await sendCallback(account.ctx, { id })).toBeNull()
  expect(received).toHaveLength(1)
  expect(await bulkRequests(account.ctx)).toMatchObject([{ callback_state: 'delivered', callback_attempts: 1 }])
})

test('a call to a receiver that does not answer is aborted, and the next attempt can succeed', async () => {
  const account = await testAccount()
  const limits = limitsByHand()
  const { url, received } = await callbackReceiver((response) =>
    received.length > 1 ? response.writeHead(204).end() : limits.reach(),
  )
  await send(account, { ...tags(101), callback_url: url })
  const [{ id } = { id: 0 }] = await bulkRequests(account.ctx)
  while (await runBulk(account.ctx, { id }));
  const next = await sendCallback(account.ctx, { id })
  expect(next).toBeInstanceOf(Date)
  expect(limits.set()).toEqual([30_000])
  expect(await sendCallback({ ...account.ctx, now: () => next ?? new Date() }, { id })).toBeNull()
  expect(received).toHaveLength(2)
  expect(received[1]?.body).toEqual(received[0]?.body)
  expect(await bulkRequests(account.ctx)).toMatchObject([{ callback_state: 'delivered', callback_result: 'HTTP 204' }])
})

test('when two processes call at the same time, a delivered callback overrides a failed one, and nothing is sent after it', async () => {
  const account = await testAccount()
  const late: (() => void)[] = []
  const { url, received } = await callbackReceiver((response) => {
    if (received.length === 1) late.push(() => response.writeHead(204).end())
    else response.writeHead(500).end()
  })
  await send(account, { ...tags(101), callback_url: url })
  const [{ id } = { id: 0 }] = await bulkRequests(account.ctx)
  while (await runBulk(account.ctx, { id }));
  const slow = sendCallback(account.ctx, { id })
  await vi.waitUntil(() => late.length > 0, PATIENCE)
  const next = (await sendCallback(account.ctx, { id })) ?? new Date()
  late[0]?.()
  expect(await slow).toBeNull()
  expect(await sendCallback({ ...account.ctx, now: () => next }, { id })).toBeNull()
  expect(received).toHaveLength(2)
  expect(await bulkRequests(account.ctx)).toMatchObject([{ callback_state: 'delivered', callback_result: 'HTTP 204' }])
})

test('a callback counts as delivered when the response headers arrive, even if the body never ends', async () => {
  const account = await testAccount()
  const { url, received } = await callbackReceiver((response) => response.writeHead(200).write('thanks, and'))
  await send(account, { ...tags(101), callback_url: url })
  const [{ id } = { id: 0 }] = await bulkRequests(account.ctx)
  while (await runBulk(account.ctx, { id }));
  expect(await sendCallback(account.ctx, { id })).toBeNull()
  expect(received).toHaveLength(1)
  expect(await bulkRequests(account.ctx)).toMatchObject([{ callback_state: 'delivered', callback_result: 'HTTP 200' }])
})
