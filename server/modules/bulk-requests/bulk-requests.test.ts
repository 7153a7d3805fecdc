import { expect, test } from 'vitest'
import { MAX_QUEUED_BYTES } from '../../core/bulk.ts'
import { unscoped } from '../../db/client.ts'
import { bulkOperations } from '../../rest/registry.ts'
import { type TestAccount, testAccount, testToken, withRole } from '../../testing/account.ts'
import { api, bearer } from '../../testing/api.ts'
import { later } from '../../testing/clock.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { takeEvents } from '../../testing/events.ts'
import { bulkRequests, callbackReceiver, runBulk, runBulkJobs, sendCallback } from '../../testing/modules/bulk.ts'
import { imported } from '../../testing/modules/imports.ts'
import { refresh, revoke, testClient, testTokens } from '../../testing/modules/oauth.ts'
import { uninstallEverywhere } from '../apps/installations/installations.ts'
import { eraseSubscriber } from '../privacy/erase.ts'
import { copySubscriber } from '../privacy/subscriber-copy.ts'
import { BulkFailure, BulkRequest } from './schema.ts'
import { OPERATIONS } from './values-schema.ts'

/** More items than fit in a slice. Each slice is applied in one transaction. */
const MANY = 4_100
const tags = (count: number, name = 'Tag') => ({
  tags: Array.from({ length: count }, (_, i) => ({ name: `${name} ${i}` })),
})
const send = (account: { token: string }, body: unknown, operation = 'POST /v4/bulk/tags') =>
  api(operation, bearer(account), body)
const applySlice = async (account: TestAccount, id: number) => runBulk(account.ctx, { id, budget_ms: 0 })
const ofDashboard = (account: TestAccount) => dashboard(account).bulk_requests
const newest = async (account: TestAccount): Promise<BulkRequest> => {
  const [request] = (await ofDashboard(account).list({})).requests
  if (!request) throw new Error('There is no bulk request')
  return request
}
const states = async (account: TestAccount) => (await bulkRequests(account.ctx)).map(({ state }) => state)

test('every bulk operation has a name in the dashboard', () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual([...bulkOperations.keys()].sort())
})

test("a creator sees a bulk request's progress, its failed items as sent, and the result of its callback", async () => {
  const account = await testAccount()
  const { url } = await callbackReceiver()
  expect(await ofDashboard(account).list({})).toEqual({ requests: [], next: null })
  const subscribers = [
    { email_address: 'no address', first_name: 'Ola' },
    ...Array.from({ length: 150 }, (_, i) => ({ email_address: `p${i}@x.example` })),
    { email_address: `${'x'.repeat(400)}\u0000\ud800`, plan: { deep: [1] }, n: 7 },
  ]
  await send(account, { subscribers, callback_url: `${url}?secret=1` }, 'POST /v4/bulk/subscribers')
  const waiting = BulkRequest.parse(await newest(account))
  expect(waiting).toMatchObject({
    app_name: 'Test app',
    operation: 'POST /v4/bulk/subscribers',
    state: 'queued',
    item_count: 152,
    done_count: 0,
    callback: { host: new URL(url).host, state: 'pending', attempts: 0, result: null },
  })
  await runBulkJobs(account)
  expect(BulkRequest.parse(await ofDashboard(account).get({ id: waiting.id }))).toMatchObject({
    state: 'completed',
    done_count: 152,
    failed_count: 2,
    untried_count: 0,
    callback: { state: 'delivered', attempts: 1, result: 'HTTP 200', next_at: null },
    completed_at: expect.any(String),
  })
  const { failures, next } = await ofDashboard(account).failures({ id: waiting.id })
  expect(next).toBeNull()
  expect(failures.map((failure) => BulkFailure.parse(failure))).toEqual([
    { number: 1, item: { email_address: 'no address', first_name: 'Ola' }, errors: ['Email address is invalid'] },
    {
      number: 152,
      item: { email_address: `${'x'.repeat(300)}…`, plan: '{"deep":[1]}', n: 7 },
      errors: ['Email address is invalid'],
    },
  ])
  const other = await testAccount()
  for (const call of ['get', 'failures', 'cancel'] as const)
    await expect(ofDashboard(other)[call]({ id: waiting.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test("every failure has its item's position, and only the first thousand are stored", async () => {
  const account = await testAccount()
  await imported(account.ctx, 'Email,Tags\na@x.example,vip\n')
  const { id: tag_id } = await account.ctx.db.tag.findFirstOrThrow()
  const subscriber_id = Number((await account.ctx.db.subscriber.findFirstOrThrow()).id)
  const pair = { tag_id, subscriber_id }
  const taggings = Array.from({ length: MANY }, (_, i) =>
    i % 2 === 0 ? pair : { tag_id, subscriber_id: subscriber_id + i },
  )
  taggings[7] = { tag_id: 'x' as never, subscriber_id }
  await send(account, { taggings }, 'POST /v4/bulk/tags/subscribers')
  await runBulkJobs(account)
  const { id, failed_count } = await newest(account)
  expect(failed_count).toBe(MANY / 2)
  const numbers: number[] = []
  for (let cursor: number | null = 0; cursor !== null; ) {
    const page: Awaited<ReturnType<ReturnType<typeof ofDashboard>['failures']>> = await ofDashboard(account).failures({
      id,
      cursor,
    })
    numbers.push(...page.failures.map(({ number }) => number))
    cursor = page.next
    if (numbers.length === page.failures.length)
      expect(page.failures[3]).toMatchObject({ number: 8, item: taggings[7] })
  }
  expect(numbers).toEqual(Array.from({ length: 1_000 }, (_, i) => 2 * (i + 1)))
})

test('canceling a bulk request stops it, tells the app which items were not applied, and frees its quota immediately', async () => {
  const account = await testAccount()
  const { url, received } = await callbackReceiver()
  await send(account, { ...tags(MANY), callback_url: url })
  const { id } = await newest(account)
  expect(await applySlice(account, id)).toBe(true)
  await unscoped().bulkRequest.updateMany({ where: { id }, data: { byte_size: MAX_QUEUED_BYTES } })
  expect((await send(account, tags(101, 'More'))).status).toBe(413)
  await expect(dashboard(account, withRole(account, 'viewer')).bulk_requests.cancel({ id })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await takeEvents(account.account_id)
  const editor = dashboard(account, withRole(account, 'editor')).bulk_requests
  for (let times = 0; times < 2; times++) expect(await editor.cancel({ id })).toMatchObject({ state: 'stopping' })
  expect(await takeEvents(account.account_id)).toEqual([{ type: 'bulk.cancelled', data: { bulk_request_id: id } }])
  expect((await send(account, tags(101, 'More'))).status).toBe(202)

  while (await runBulk(account.ctx, { id }));
  await sendCallback(account.ctx, { id })
  expect(await account.ctx.db.tag.count()).toBe(2_000)
  const [{ body } = { body: undefined }] = received
  expect(body.tags).toHaveLength(2_000)
  expect(body.failures).toHaveLength(MANY - 2_000)
  expect(body.failures[0]).toEqual({
    tag: { name: 'Tag 2000', created_at: null },
    errors: ['This request was cancelled'],
  })
  const ended = { state: 'stopped', done_count: MANY, failed_count: 0, untried_count: MANY - 2_000 }
  expect(await ofDashboard(account).get({ id })).toMatchObject(ended)
  // Items that were never tried did not fail.
  expect((await ofDashboard(account).failures({ id })).failures).toEqual([])
  await expect(editor.cancel({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await ofDashboard(account).get({ id })).toMatchObject(ended)
})

test('after an app loses access, its bulk requests apply nothing and send nothing, and other apps are not affected', async () => {
  const account = await testAccount()
  const { account_id, user_id } = account
  const { url, received } = await callbackReceiver()
  const other = { token: await testToken(account_id, user_id) }
  await send(account, { ...tags(101, 'Answered'), callback_url: url })
  const { id: answered } = await newest(account)
  while (await runBulk(account.ctx, { id: answered }));
  await send(account, { ...tags(MANY), callback_url: url })
  const { id } = await newest(account)
  await applySlice(account, id)
  await send(other, { ...tags(101, 'Other'), callback_url: url })

  const { id: installation_id } = await unscoped().installation.findFirstOrThrow({
    where: { account_id },
    orderBy: { id: 'asc' },
  })
  await takeEvents(account_id)
  await dashboard(account).installs.uninstall({ installation_id })
  expect(await takeEvents(account_id)).toEqual([
    { type: 'app.uninstalled', data: expect.anything() },
    { type: 'bulk.cancelled', data: { bulk_request_id: id } },
  ])
  expect(await states(account)).toEqual(['completed', 'stopping', 'queued'])
  await runBulkJobs(account)
  expect(await states(account)).toEqual(['completed', 'stopped', 'completed'])
  expect(await account.ctx.db.tag.count()).toBe(101 + 2_000 + 101)
  expect(received.map(({ body }) => body.tags[0].name)).toEqual(['Other 0'])
  const silent = { state: 'dropped', next_at: null, result: 'The app no longer has access to this account' }
  for (const one of [answered, id]) expect((await ofDashboard(account).get({ id: one })).callback).toMatchObject(silent)
  expect(await account.ctx.sql.rows('select from bulk_slice where account_id = $1')).toEqual([])
})

test('bulk requests stop when the app revokes its token, a token is reused, or its developer deletes the app', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const one = await testTokens(account, client, { tenant_name: 'Shop 7' })
  const two = await testTokens(account, client, { tenant_name: 'Shop 8' })
  const three = await testTokens(account, client, { tenant_name: 'Shop 9' })
  for (const { access_token } of [one, two, three])
    expect((await send({ token: access_token }, tags(101))).status).toBe(202)
  await revoke(client, one.access_token)
  expect(await states(account)).toEqual(['stopping', 'queued', 'queued'])
  await refresh(client, two.refresh_token)
  later(61_000)
  await refresh(client, two.refresh_token)
  expect(await states(account)).toEqual(['stopping', 'stopping', 'queued'])
  await unscoped().app.update({ where: { id: client.id }, data: { deleted_at: new Date() } })
  await uninstallEverywhere(account.ctx, { app_id: client.id })
  expect(await states(account)).toEqual(['stopping', 'stopping', 'stopping'])
  await runBulkJobs(account)
  expect(await account.ctx.db.tag.count()).toBe(0)
})

test('a bulk request stored while its app loses access is either stopped or refused', async () => {
  const account = await testAccount()
  const { id: installation_id } = await unscoped().installation.findFirstOrThrow({
    where: { account_id: account.account_id },
  })
  const [, ...answers] = await Promise.all([
    dashboard(account).installs.uninstall({ installation_id }),
    ...Array.from({ length: 8 }, (_, i) => send(account, tags(101, `Set ${i}`))),
  ])
  const accepted = answers.filter(({ status }) => status === 202).length
  expect(answers.every(({ status }) => status === 202 || status === 401)).toBe(true)
  expect(await states(account)).toEqual(Array(accepted).fill('stopping'))
  expect((await send(account, tags(101))).status).toBe(401)
})

test('a failure is in the data copy of its subscriber, and is erased with the subscriber [L5]', async () => {
  const account = await testAccount()
  const { ctx } = account
  await imported(ctx, 'Email,City\nann@x.example,Lagos\n')
  const { id } = await ctx.db.subscriber.findFirstOrThrow()
  const custom_field_values = Array.from({ length: 101 }, (_, i) => ({
    subscriber_id: i === 0 ? Number(id) : 2_000_000_000,
    subscriber_custom_field_id: 1_000_000_000,
    value: i === 1 ? 'Moved: ANN@x.example' : 'x',
  }))
  await send(account, { custom_field_values }, 'POST /v4/bulk/custom_fields/subscribers')
  await runBulkJobs(account)
  const { id: request_id } = await newest(account)
  const kept = async () => (await ofDashboard(account).failures({ id: request_id })).failures[0]?.number
  expect(await kept()).toBe(1)
  const copy = JSON.parse((await copySubscriber(ctx, { id: Number(id) })).json)
  expect(copy.failures_of_apps.map(({ number }: BulkFailure) => number)).toEqual([1, 2])
  await eraseSubscriber(ctx, { id: Number(id), email_address: 'ann@x.example' })
  expect(await kept()).toBe(3)
})

test('bulk requests are listed newest first, in pages', async () => {
  const account = await testAccount()
  const row = {
    app_id: 1,
    token_id: 1,
    operation: 'POST /v4/bulk/tags',
    request_id: 'r',
    item_count: 101,
    byte_size: 1,
  }
  await unscoped().bulkRequest.createMany({
    data: Array.from({ length: 45 }, () => ({ account_id: account.account_id, ...row })),
  })
  const ids: number[] = []
  for (let after: number | undefined; ; ) {
    const page: Awaited<ReturnType<ReturnType<typeof ofDashboard>['list']>> = await ofDashboard(account).list({ after })
    ids.push(...page.requests.map(({ id }) => id))
    if (page.next === null) break
    after = page.next
  }
  expect(ids).toHaveLength(45)
  expect(ids).toEqual(ids.toSorted((one, other) => other - one))
})
