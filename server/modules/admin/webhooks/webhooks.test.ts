import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemPool } from '../../../core/context.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'

const { receiver, sendFirst, settle } = testWebhooks()

const REASON = 'It floods a server of someone else'

async function asAdministrator() {
  const admin = await testAccount()
  const { webhooks, audit } = dashboard(admin, admin.ctx, { is_admin: true }).admin
  return { webhooks, audit }
}

const createTag = (account: TestAccount) => api('POST /v4/tags', key(account), { name: randomUUID() })

/** Creates an endpoint whose server responds with this status, and makes `count` deliveries. */
async function endpointWith(status: number, { count = 1, account }: { count?: number; account?: TestAccount } = {}) {
  const owner = account ?? (await testAccount())
  const server = await receiver()
  server.answer({ status })
  const url = `${server.url}?token=secret-${randomUUID()}`
  const { id } = await dashboard(owner).webhooks.create({ url, events: ['tag.created'] })
  for (let n = 0; n < count; n++) {
    await createTag(owner)
    await sendFirst()
  }
  return { account: owner, account_id: owner.account_id, id, url, host: new URL(url).host, server }
}

test('endpoints of all accounts are listed worst first, with counts, last error and owner, without paths and queries', async () => {
  const { webhooks } = await asAdministrator()
  const good = await endpointWith(200)
  const bad = await endpointWith(500, { count: 2 })
  const worse = await endpointWith(404, { count: 3 })
  const { rows } = await webhooks.endpoints({})
  const ids = [good, bad, worse].map(({ account_id }) => account_id)
  const found = rows.filter(({ account_id }) => ids.includes(account_id))
  expect(found).toMatchObject([
    { account_id: worse.account_id, id: worse.id, attempts: 3, failures: 3, waiting: 3, last_status: 404 },
    { account_id: bad.account_id, id: bad.id, attempts: 2, failures: 2, waiting: 2, last_status: 500 },
  ])
  expect(found[0]).toMatchObject({
    host: worse.host,
    owner: worse.account.email,
    legacy: false,
    status: 'active',
    failing_since: expect.any(String),
  })
  expect(JSON.stringify(rows)).not.toContain('secret-')

  const first = await webhooks.endpoints({ sort: 'backlog', per_page: 1 })
  expect(first.rows).toMatchObject([{ id: worse.id, account_id: worse.account_id }])
  const after = first.pagination.end_cursor ?? undefined
  const rest = await webhooks.endpoints({ sort: 'backlog', after })
  expect(rest.rows.map(({ account_id }) => account_id)).toContain(bad.account_id)
  for (const sort of ['rate', 'longest'] as const)
    expect((await webhooks.endpoints({ sort })).rows.length).toBeGreaterThanOrEqual(2)
  // A search by host or account finds healthy endpoints.
  for (const search of [good.host.toUpperCase(), String(good.account_id)])
    expect((await webhooks.endpoints({ search, range: 'week' })).rows).toMatchObject([
      { account_id: good.account_id, attempts: 1, failures: 0 },
    ])
  for (const search of ['secret-', '%', "' or true --"]) expect((await webhooks.endpoints({ search })).rows).toEqual([])
})

test('one endpoint shows attempts by hour, codes and deliveries, without bodies', async () => {
  const { webhooks } = await asAdministrator()
  const { account_id, id, server } = await endpointWith(503)
  server.answer({ status: 200 })
  await settle()
  const detail = await webhooks.endpoint({ account_id, id })
  expect(detail.endpoint).toMatchObject({ id, attempts: 1, failures: 1 })
  expect(detail.events).toEqual(['tag.created'])
  expect(detail.hours).toMatchObject([{ attempts: 1, failures: 1 }])
  expect(detail.codes).toEqual([{ status: 503, count: 1 }])
  const { rows } = await webhooks.attempts({ account_id, id })
  expect(rows).toMatchObject([
    { event_type: 'tag.created', status: 'retrying', response_status: 503, attempt_count: 1 },
  ])
  await expect(webhooks.endpoint({ account_id: 2_000_000_000, id })).rejects.toThrow('Not Found')
})

test('figures show the backlog with its oldest delivery, and attempts over time', async () => {
  const { webhooks } = await asAdministrator()
  const { account } = await endpointWith(500)
  await createTag(account)
  const { backlog, points } = await webhooks.overview({})
  expect(backlog.events).toBeGreaterThanOrEqual(1)
  expect(backlog).toMatchObject({ oldest_event_at: expect.any(String), oldest_retrying_at: expect.any(String) })
  expect(backlog.retrying).toBeGreaterThanOrEqual(1)
  expect(points).toHaveLength(144)
  expect((await webhooks.overview({ range: 'week' })).points).toHaveLength(168)
})

test('only after an administrator enables it can an endpoint disabled by the instance be changed and deleted', async () => {
  const { webhooks, audit } = await asAdministrator()
  const { account, account_id, id, url, host } = await endpointWith(500)
  const own_webhooks = dashboard(account).webhooks
  await expect(webhooks.disable({ account_id, id, reason: ' ' })).rejects.toThrow('reason')
  await webhooks.disable({ account_id, id, reason: REASON })
  expect(await own_webhooks.list()).toMatchObject([
    { id, status: 'disabled', disabled_by: 'instance', disabled_reason: REASON, waiting: 0 },
  ])
  for (const change of [{ status: 'active' as const }, { url: `${url}&more=1` }])
    await expect(own_webhooks.update({ id, ...change })).rejects.toThrow(REASON)
  await expect(own_webhooks.delete({ id })).rejects.toThrow(REASON)
  await expect(own_webhooks.create({ url, events: ['tag.created'] })).rejects.toThrow(REASON)
  const again = await api(`PATCH /v4/webhook_endpoints/${id}`, key(account), { status: 'active' })
  expect(again.status).toBe(403)
  expect(await own_webhooks.update({ id, name: 'Renamed' })).toMatchObject({ name: 'Renamed', status: 'disabled' })
  expect((await webhooks.endpoints({ state: 'forbidden', search: host })).rows).toMatchObject([
    { id, disabled_by: 'instance', disabled_reason: REASON },
  ])

  const moveTo = (to: string) => account.ctx.db.webhookEndpoint.updateMany({ where: { id }, data: { url: to } })
  await moveTo(`https://xn--mnchen-3ya.h${account_id}.example/`)
  expect((await webhooks.endpoints({ search: `MÜNCHEN.h${account_id}.example` })).rows).toMatchObject([{ id }])
  await moveTo(url)
  await webhooks.enable({ account_id, id })
  await expect(webhooks.enable({ account_id, id })).rejects.toThrow('not disabled')
  expect(await own_webhooks.list()).toMatchObject([{ id, status: 'active', disabled_by: null, disabled_reason: null }])
  await own_webhooks.delete({ id })
  expect((await serviceEmailsTo(account.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('was disabled'),
    'Your webhook “Renamed” was enabled',
  ])
  const { rows } = await audit.list({ account_id })
  const entries = rows.filter(({ source }) => source === 'instance')
  expect(entries).toMatchObject([
    { action: 'endpoint_enabled', details: { endpoint_id: id } },
    { action: 'endpoint_disabled', details: { endpoint_id: id, reason: REASON, before: 'active' } },
  ])
  await expect(webhooks.disable({ account_id, id, reason: REASON })).rejects.toThrow('Not Found')
})

test('each attempt is counted once, in its hour', async () => {
  const { account_id, id } = await endpointWith(200, { count: 3 })
  const { rows } = await systemPool().query(
    'select attempts, failures from webhook_hour where account_id = $1 and hook_id = $2 and not legacy',
    [account_id, id],
  )
  expect(rows).toEqual([{ attempts: 3, failures: 0 }])
})
