import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { testAccount, testToken } from '../../../testing/account.ts'
import { api, bearer, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { duringTransaction } from '../../../testing/database/during-transaction.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { testWebhooks } from '../../../testing/modules/webhooks.ts'
import { uninstallApp } from '../../installs/uninstall/uninstall.ts'
import { disableAppEndpoints, registerAppEndpoints } from './app-endpoints.ts'

const { receiver, settle, pass } = testWebhooks()

test('installing an app creates its endpoint, uninstalling disables it, and installing again enables it', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const server = await receiver()
  const db = unscoped()
  const { app_id } = await db.installation.findFirstOrThrow({ where: { account_id } })
  await db.app.update({
    where: { id: app_id },
    data: { webhook_url: server.url, webhook_events: ['tag.created', 'gone'] },
  })
  await registerAppEndpoints(ctx, { app_id })
  await registerAppEndpoints(ctx, { app_id })
  const state = () => dashboard(account).webhooks.list()
  expect(await state()).toMatchObject([{ source: 'app', events: ['tag.created'], status: 'active' }])
  await disableAppEndpoints(ctx, { app_id })
  expect(await state()).toMatchObject([{ status: 'active' }])
  await db.installation.updateMany({ where: { account_id }, data: { state: 'uninstalled' } })
  await disableAppEndpoints(ctx, { app_id })
  expect(await state()).toMatchObject([{ status: 'disabled', disabled_by: 'uninstall' }])
  await db.app.update({ where: { id: app_id }, data: { webhook_events: ['tag.deleted'] } })
  // The job that registers endpoints may run late.
  await registerAppEndpoints(ctx, { app_id })
  expect(await state()).toMatchObject([{ status: 'disabled', disabled_by: 'uninstall' }])
  await db.installation.updateMany({ where: { account_id }, data: { state: 'installed' } })
  await registerAppEndpoints(ctx, { app_id })
  expect(await state()).toMatchObject([{ status: 'active', disabled_by: null, events: ['tag.deleted'] }])
  await db.app.update({ where: { id: app_id }, data: { webhook_url: 'http://10.0.0.1/' } })
  await registerAppEndpoints(ctx, { app_id })
  expect(await state()).toHaveLength(1)
  // DNS may fail when the job runs. Every attempt resolves the name again.
  await db.app.update({ where: { id: app_id }, data: { webhook_url: 'http://hooks.invalid/' } })
  await registerAppEndpoints(ctx, { app_id })
  expect((await state()).map(({ url }) => url)).toContain('http://hooks.invalid/')
})

test('an endpoint that an app registered gets nothing after uninstall and stays disabled until the app enables it', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const db = unscoped()
  const other = { token: await testToken(account_id, account.user_id) }
  const [own, theirs, creators] = [await receiver(), await receiver(), await receiver()]
  const register = async (credential: object, url: string) => {
    const event = { name: 'custom_field.field_created' }
    await api('POST /v4/webhooks', credential, { target_url: `${url}/old`, event })
    const made = await api('POST /v4/webhook_endpoints', credential, { url, events: ['custom_field.created'] })
    return made.body.webhook_endpoint
  }
  const { id, created_by_app } = await register(bearer(account), own.url)
  await register(other, theirs.url)
  await register(key(account), creators.url)
  const where = { app_id: created_by_app.id as number }
  await db.installation.updateMany({ where, data: { state: 'uninstalled' } })
  await disableAppEndpoints(ctx, where)
  await api('POST /v4/custom_fields', key(account), { label: 'City' })
  await settle()
  expect([own, theirs, creators].map(({ received }) => received.length)).toEqual([0, 2, 2])

  await db.installation.updateMany({ where, data: { state: 'installed' } })
  await registerAppEndpoints(ctx, where)
  const path = `/v4/webhook_endpoints/${id}`
  expect((await api(`GET ${path}`, bearer(account))).body.webhook_endpoint.status).toBe('disabled')
  expect((await api(`PATCH ${path}`, bearer(account), { status: 'active' })).status).toBe(200)
  await api('POST /v4/custom_fields', key(account), { label: 'Street' })
  await settle()
  expect(own.received).toHaveLength(1)
})

test('an app that is uninstalled while it registers an endpoint is refused, and no endpoint remains', async () => {
  const account = await testAccount()
  const { ctx, account_id } = account
  const server = await receiver()
  const { app_id, id: installation_id } = await unscoped().installation.findFirstOrThrow({ where: { account_id } })
  const register = () =>
    api('POST /v4/webhook_endpoints', bearer(account), { url: server.url, events: ['tag.created'] })
  const { id } = (await register()).body.webhook_endpoint
  await api(`PATCH /v4/webhook_endpoints/${id}`, bearer(account), { status: 'disabled' })
  const late = [
    register,
    () => api(`PATCH /v4/webhook_endpoints/${id}`, bearer(account), { status: 'active' }),
    () => api('POST /v4/webhooks', bearer(account), { target_url: server.url, event: { name: 'tag_add', tag_id: 1 } }),
  ]
  let answers: Promise<{ status: number }>[] = []
  await duringTransaction(
    ctx,
    (tx) => uninstallApp(tx, { installation_id }),
    () => {
      answers = late.map((ask) => ask())
      return Promise.all(answers)
    },
  )
  await disableAppEndpoints(ctx, { app_id })
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 401, 401])
  expect(await dashboard(account).webhooks.list()).toMatchObject([{ id, status: 'disabled' }])
  expect(await ctx.db.legacyWebhook.count()).toBe(0)
})

test('the email about a disabled endpoint of an app says that the app can enable it [W8]', async () => {
  const account = await testAccount()
  const server = await receiver()
  server.answer({ status: 500 })
  await api('POST /v4/webhook_endpoints', bearer(account), { url: server.url, events: ['tag.created'] })
  for (const [n, hours] of [0, 25, 96].entries()) {
    pass(hours * 3_600_000)
    await api('POST /v4/tags', key(account), { name: `Tag ${n}` })
    await settle()
  }
  const emails = await serviceEmailsTo(account.email)
  expect(emails.map(({ subject }) => subject)).toEqual([
    'Your webhook “127.0.0.1” is failing',
    'Your webhook “127.0.0.1” was disabled',
  ])
  expect(emails[1]?.text).toContain('It belongs to the app Test app, which can enable it.')
})
