import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { systemCtx } from '../../../core/context.ts'
import { write } from '../../../core/write/write.ts'
import { unscoped } from '../../../db/client.ts'
import { silent, testEngines, until } from '../../../jobs/testing/harness.ts'
import { testAccount } from '../../../testing/account.ts'
import { newApp, PARTNER_SECRET, partnerServer } from '../../../testing/servers/partner-server.ts'
import { beginInstallation, markUninstalled } from '../../apps/installations/installations.ts'
import { deletePartnerTokens, storePartnerTokens } from '../../apps/installations/partner-tokens.ts'
import { installsJobs } from '../jobs.ts'
import { notifyUninstall } from './uninstall-notice.ts'

const engines = testEngines()
const tokens = { access_token: 'access-0', refresh_token: 'refresh-0', expires_in: 3_600 }

/** Returns an installed app with signed-in plugins, whose server receives uninstall notices. */
async function installed(more: { revoke_url?: string | null; plugin_revoke_url?: string } = {}) {
  const account = await testAccount()
  const server = await partnerServer()
  const app = await newApp(account.account_id, { ...server.settings, revoke_url: `${server.url}/revoke`, ...more })
  const { ctx } = account
  const { installation_id } = await beginInstallation(ctx, { app_id: app.id })
  await storePartnerTokens(ctx, { installation_id, tokens })
  const leave = (by: 'creator' | 'app' = 'creator') => write(ctx, (tx) => markUninstalled(tx, { installation_id, by }))
  const row = () => unscoped().installation.findFirstOrThrow({ where: { id: installation_id } })
  const event = { name: 'app.uninstalled', data: { account_id: account.account_id, installation_id, app_id: app.id } }
  return { account, ctx, server, app, installation_id, leave, row, event }
}

const start = () =>
  engines.start((inngest) =>
    installsJobs.flatMap(({ create }) =>
      create(inngest, { pool: engines.pool(), now: () => new Date(), log: silent, systemCtx }),
    ),
  )

const CLEARED = { partner_access_token: null, partner_refresh_token: null, partner_expires_at: null }

test('an uninstalled app is notified with its own token, which is then deleted', async () => {
  const { account, server, leave, row, event } = await installed()
  await leave()
  const { send } = await start()
  await send(event)
  expect((await engines.ended('installs-notify-uninstall'))[0]).toMatchObject({ state: 'completed' })
  expect(server.requests).toEqual([
    {
      path: '/revoke',
      type: 'application/x-www-form-urlencoded',
      fields: { token: 'access-0', client_id: 'envoi-over-there', account_id: String(account.account_id) },
    },
  ])
  expect(await row()).toMatchObject(CLEARED)
})

test('an app without plugins is identified by its client ID, and a plugin revoke URL gets the plugin’s credentials', async () => {
  const { ctx, server, app, installation_id, leave } = await installed({
    plugin_revoke_url: `http://127.0.0.1:1/`,
  })
  await leave()
  await unscoped().app.update({ where: { id: app.id }, data: { plugin_revoke_url: `${server.url}/revoke` } })
  await notifyUninstall(ctx, { installation_id, to: 'plugin_revoke_url' })
  expect(server.requests[0]?.fields).toEqual({
    token: 'access-0',
    client_id: 'envoi-over-there',
    client_secret: PARTNER_SECRET,
  })
  await deletePartnerTokens(ctx, { installation_id })
  for (const to of ['plugin_revoke_url', 'revoke_url'] as const) await notifyUninstall(ctx, { installation_id, to })
  expect(server.requests.slice(1).map(({ fields }) => fields)).toEqual([
    { client_id: app.client_id, account_id: String(ctx.account_id) },
  ])
})

test('an app that refuses the notice gets three retries, and its tokens are deleted anyway', async () => {
  const { server, leave, row, event } = await installed()
  const answers = [500, 302, 404, 429]
  server.behave(({ path }, response) => {
    expect(path).toBe('/revoke')
    response.writeHead(answers[server.requests.length - 1] ?? 500).end()
  })
  await leave()
  const { send } = await start()
  await send(event)
  expect((await engines.ended('installs-notify-uninstall'))[0]).toMatchObject({ state: 'completed' })
  expect(server.requests).toHaveLength(4)
  expect(await row()).toMatchObject(CLEARED)
})

test('an app that accepts the second attempt gets no more', async () => {
  const { server, leave, row, event } = await installed()
  server.behave((_, response) => response.writeHead(server.requests.length === 1 ? 503 : 204).end())
  await leave()
  const { send } = await start()
  await send(event)
  await engines.ended('installs-notify-uninstall')
  expect(server.requests).toHaveLength(2)
  expect(await row()).toMatchObject(CLEARED)
})

test('when a process is killed between two notices, the next one sends the rest', async () => {
  const { server, leave, row, event } = await installed()
  server.behave(() => undefined)
  await leave()
  const first = await start()
  await first.send(event)
  await until(async () => server.requests[0], 'the app to be called')
  await first.engine.stop(0)
  expect((await row()).partner_access_token).not.toBeNull()
  server.behave(null)
  await start()
  expect((await engines.ended('installs-notify-uninstall'))[0]).toMatchObject({ state: 'completed' })
  expect(server.requests.at(-1)?.fields.token).toBe('access-0')
  expect(await row()).toMatchObject(CLEARED)
})

test('an app that revoked its own access is not notified, and its tokens are deleted', async () => {
  const { server, leave, row, event } = await installed()
  await leave('app')
  const { send } = await start()
  await send(event)
  await engines.ended('installs-notify-uninstall')
  expect(server.requests).toEqual([])
  expect(await row()).toMatchObject(CLEARED)
})

test('an app that was installed again keeps its tokens', async () => {
  const { ctx, server, app, installation_id, leave, row } = await installed()
  await leave()
  await beginInstallation(ctx, { app_id: app.id })
  await storePartnerTokens(ctx, { installation_id, tokens: { ...tokens, access_token: randomUUID() } })
  await notifyUninstall(ctx, { installation_id, to: 'revoke_url' })
  await deletePartnerTokens(ctx, { installation_id })
  expect(server.requests).toEqual([])
  expect((await row()).partner_access_token).not.toBeNull()
})

test('a revoke URL in a private network is not requested, and an app without one is not notified [W6]', async () => {
  const { ctx, app, installation_id, leave } = await installed({ revoke_url: 'http://169.254.169.254/latest' })
  await leave()
  await expect(notifyUninstall(ctx, { installation_id, to: 'revoke_url' })).rejects.toMatchObject({
    kind: 'unreachable',
  })
  await unscoped().app.update({ where: { id: app.id }, data: { revoke_url: null } })
  await notifyUninstall(ctx, { installation_id, to: 'revoke_url' })
})
