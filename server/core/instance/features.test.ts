import { expect, test } from 'vitest'
import { purgeExpired } from '../../db/purge.ts'
import { isBelow } from '../../lib/net/path-below.ts'
import { createApiKey } from '../../modules/api-keys/service.ts'
import { EXPIRED_SECURITY_EVENTS } from '../../modules/security-events/service.ts'
import { restApp } from '../../rest/app.ts'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { appRouter } from '../../trpc/root.ts'
import { systemPool } from '../context.ts'
import { write } from '../write/write.ts'
import { FEATURES, pagesOff } from './features.ts'
import { instanceSettings, latestInstanceSettings } from './settings.ts'
import { DEFAULT_SETTINGS, type InstanceSettings } from './settings-schema.ts'

// Settings apply to a whole instance, so this file has its own database.
runInOwnDatabase()

async function save(settings: Partial<InstanceSettings>) {
  const account = await testAccount()
  await dashboard(account, account.ctx, { is_admin: true }).admin.settings.save(settings)
  await instanceSettings()
}

type Procedure = { _def: { type: string } }
const mutations = Object.entries(appRouter._def.procedures as unknown as Record<string, Procedure>).flatMap(
  ([path, { _def }]) => (_def.type === 'mutation' ? path : []),
)

test.each(FEATURES)('$label: switched off, its procedures refuse every change and say why', async (feature) => {
  const { label, setting, routers, pages } = feature
  expect(routers.filter((name) => !mutations.some((path) => path.startsWith(`${name}.`)))).toEqual([])
  await save({ [setting]: false })
  const caller = dashboard(await testAccount())
  const open: string[] = []
  for (const path of mutations.filter((one) => routers.includes(one.split('.')[0] ?? ''))) {
    const call = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], caller)
    const answer = await (call as (input: unknown) => Promise<unknown>)({}).then(
      () => 'passed',
      (error: Error) => error.message,
    )
    if (!answer.includes(label) || !answer.includes('switched off')) open.push(`${path}: ${answer}`)
  }
  expect(open).toEqual([])
  expect(pagesOff(latestInstanceSettings())).toEqual(pages)
  await save({ [setting]: true })
  expect(pagesOff(latestInstanceSettings())).toEqual([])
})

test('the API answers 403 for what is switched off, and all of it without the API', async () => {
  const account = await testAccount()
  const status = async (path: `GET ${string}`) => (await api(path, key(account))).status
  await save({ has_webhooks: false, has_posts: false })
  expect([
    await status('GET /v4/tags'),
    await status('GET /v4/webhook_endpoints'),
    await status('GET /v4/posts'),
  ]).toEqual([200, 403, 403])
  await save({ has_webhooks: true, has_posts: true, has_api: false })
  expect(await api('GET /v4/tags', key(account))).toMatchObject({
    status: 403,
    body: { errors: ['API is switched off on this instance by its administrators'] },
  })
  await save({ has_api: true })
  expect(await status('GET /v4/tags')).toBe(200)
})

test('assistants that are switched off cannot connect', async () => {
  const { ctx } = await testAccount()
  const { key: token } = await createApiKey(ctx, { name: 'Desk', scope: 'assistant' })
  const app = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const status = async () => (await app.request('/mcp', { method: 'POST', headers, body })).status
  expect(await status()).toBe(200)
  for (const off of [{ has_assistants: false }, { has_api: false }]) {
    await save(off)
    expect(await status()).toBe(403)
    await save({ has_assistants: true, has_api: true })
  }
})

test('forms and posts that are switched off do not exist for visitors', async () => {
  const app = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
  const account = await testAccount()
  const { uid } = await dashboard(account).forms.create({ name: 'Workshop', type: 'hosted', format: null })
  const paths = [`/f/${uid}`, `/p/${account.account_id}`]
  const statuses = () => Promise.all(paths.map(async (path) => (await app.request(path)).status))
  const before = await statuses()
  expect(before[0]).toBe(200)
  await save({ has_forms: false, has_posts: false })
  expect(await statuses()).toEqual([404, 404])
  await save({ has_forms: true, has_posts: true })
  expect(await statuses()).toEqual(before)
})

test('a page is off with everything below it, and no other page', () => {
  const pages = pagesOff({ ...DEFAULT_SETTINGS, has_app_store: false })
  const off = (path: string) => isBelow(path, pages)
  expect(['/apps', '/apps/3', '/apps?q=mail', '/settings/apps'].map(off)).toEqual([true, true, true, true])
  expect(['/', '/appsuite', '/settings'].map(off)).toEqual([false, false, false])
})

test('rows are kept as long as the setting of the instance says', async () => {
  const { ctx } = await testAccount()
  const day = 86_400_000
  const note = (days_ago: number) =>
    write(ctx, (tx) =>
      tx.sql.run(
        `insert into security_event (account_id, kind, summary, occurred_at) values ($1, 'new_device', $2, $3)`,
        [`${days_ago} days ago`, new Date(Date.now() - days_ago * day)],
      ),
    )
  await note(100)
  await note(300)
  const left = async () =>
    (
      await ctx.sql.rows<{ summary: string }>('select summary from security_event where account_id = $1 order by id')
    ).map(({ summary }) => summary)
  await purgeExpired(EXPIRED_SECURITY_EVENTS, { now: new Date() })
  expect(await left()).toEqual(['100 days ago', '300 days ago'])
  await save({ security_event_days: 200 })
  await purgeExpired(EXPIRED_SECURITY_EVENTS, { now: new Date() })
  expect(await left()).toEqual(['100 days ago'])
  await systemPool().query('delete from instance_setting')
})
