import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { unscoped } from '../../../db/client.ts'
import { freePort } from '../../../lib/net/free-port.ts'
import { testAccount } from '../../../testing/account.ts'
import { addNamed, liveAutomation, runsOf } from '../../../testing/automations/live.ts'
import { runInOwnDatabase } from '../../../testing/database/own-database.ts'
import { type TestClient, testClient, testCode } from '../../../testing/modules/oauth.ts'
import { oauthServer } from '../../../testing/servers/oauth-server.ts'
import { sealPluginSecret } from '../../apps/develop/secrets.ts'
import { storePartnerTokens } from '../../apps/installations/partner-tokens.ts'
import { advanceAutomation } from '../running/advance.ts'
import { makeCalls } from './calls.ts'
import { pullEvents } from './pulls.ts'

// Nodes and calls are claimed for all accounts.
runInOwnDatabase()

const FOLDER = path.join(import.meta.dirname, '../../../../examples/sample-app')
const read = (name: string) => JSON.parse(readFileSync(path.join(FOLDER, name), 'utf8'))

/** The sample app in its own process, with these connections. */
async function startSample(
  connections: object[],
  more: (url: string) => Promise<object> = async () => ({}),
): Promise<string> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'envoi-nodes-'))
  const data_file = path.join(dir, 'data.json')
  writeFileSync(data_file, JSON.stringify(connections))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings = { CLIENT_ID: 'x', PLUGIN_SECRET: 'shared', SAMPLE_URL: url, SAMPLE_PORT: String(port) }
  const child = spawn(process.execPath, [path.join(FOLDER, 'main.ts')], {
    env: { ...settings, ...(await more(url)), SAMPLE_DATA: data_file, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
    rmSync(dir, { recursive: true, force: true })
  })
  // It says so once it listens.
  await once(child.stdout, 'data')
  return url
}

test('the nodes of the sample app work: likes are pulled, and a step sends a card', async () => {
  await configureOutbound({ allow_networks: ['127.0.0.1', '::1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const account = await testAccount()
  const { account_id, ctx } = account
  const at = new Date(Date.now() + 60_000).toISOString()
  const likes = ['lin', 'ada', 'unknown'].map((name, n) => ({
    number: n + 1,
    email_address: `${name}@example.net`,
    author: name === 'ada' ? 'Ann' : 'Tove',
    at,
  }))
  const url = await startSample([{ account_id, account_name: 'Ida', plugin_token: 'token', likes }])
  const db = unscoped()
  const plugin_urls = { plugin_authorize_url: `${url}/oauth/authorize`, plugin_token_url: `${url}/oauth/token` }
  const app = await db.app.create({
    data: {
      ...plugin_urls,
      client_id: 'letterpress',
      name: 'Letterpress',
      plugin_client_id: 'envoi',
      plugin_client_secret: sealPluginSecret('shared'),
    },
  })
  const installation = await db.installation.create({
    data: { account_id, app_id: app.id, state: 'installed', installed_at: new Date() },
  })
  const tokens = { access_token: 'token', refresh_token: null, expires_in: null }
  await storePartnerTokens(ctx, { installation_id: installation.id, tokens })
  const plugin = (kind: 'automation_event' | 'automation_action', identifier: string, file: string) =>
    db.appPlugin.create({
      data: {
        app_id: app.id,
        kind,
        identifier,
        name: identifier,
        settings: read(file),
        request_url: `${url}/nodes/${identifier.replace('_', '-')}`,
      },
    })
  const event = await plugin('automation_event', 'quote_liked', 'event-settings.json')
  const action = await plugin('automation_action', 'send_card', 'action-settings.json')
  const [lin, ada] = await addNamed(account, ['Lin', 'Ada'])
  const card = (quote: string) => ({ type: 'app_action', plugin_id: action.id, settings: { quote, paper: 'white' } })
  const automation = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'app_event', plugin_id: event.id, settings: { author: '' } } }],
    steps: [{ id: 'a', kind: 'action', action: card('Slow down and write') }],
  })
  const only_ann = await liveAutomation(account, {
    triggers: [{ id: 't', on: { type: 'app_event', plugin_id: event.id, settings: { author: 'Ann' } } }],
    steps: [{ id: 'a', kind: 'action', action: card('x'.repeat(301)) }],
  })
  await pullEvents({ now: () => new Date(), budget_ms: 60_000 })
  expect((await runsOf(account, automation.id)).map(({ subscriber_id }) => subscriber_id).sort()).toEqual(
    [lin, ada].sort(),
  )
  expect((await runsOf(account, only_ann.id)).map(({ subscriber_id }) => subscriber_id)).toEqual([ada])
  const pulls = { select: { cursor: true, problem: true }, orderBy: { automation_id: 'asc' } } as const
  expect(await ctx.db.automationPull.findMany(pulls)).toEqual([
    { cursor: '3', problem: null },
    { cursor: '2', problem: null },
  ])

  for (const { id } of [automation, only_ann]) await advanceAutomation(ctx, { id, work_ms: 60_000 })
  await makeCalls({ now: () => new Date(), budget_ms: 60_000 })
  for (const { id } of [automation, only_ann]) await advanceAutomation(ctx, { id, work_ms: 60_000 })
  expect((await runsOf(account, automation.id)).map(({ state }) => state)).toEqual(['completed', 'completed'])
  expect(await runsOf(account, only_ann.id)).toMatchObject([
    { state: 'held', problem: 'Letterpress answered with status 422: The quote is too long for a card.' },
  ])

  // It answers no one else.
  const asked = { method: 'POST', headers: { authorization: 'Bearer token' }, body: '{"settings":{},"after":null}' }
  expect((await fetch(`${url}/nodes/quote-liked`, asked)).status).toBe(401)
})

test('the sample app issues a token for its nodes, and pushes a like right away', async () => {
  await configureOutbound({ allow_networks: ['127.0.0.1', '::1'], allow_ports: 'any' })
  onTestFinished(() => configureOutbound())
  const ENVOI_URL = await oauthServer()
  const account = await testAccount()
  const { account_id, ctx } = account
  let client: TestClient | undefined
  const url = await startSample([], async (own) => {
    client = await testClient({ redirect_uris: [`${own}/callback`] })
    return { ENVOI_URL, CLIENT_ID: client.client_id, CLIENT_SECRET: client.client_secret }
  })
  if (!client) expect.fail('There is no client')
  const jar = new Map<string, string>()
  const visit = async (path: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${url}${path}`, { ...init, redirect: 'manual', headers: { origin: url, cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    return { status: answer.status, to: new URL(answer.headers.get('location') ?? url, url), answer }
  }
  const form = (fields: Record<string, string>) => ({ method: 'POST', body: new URLSearchParams(fields) })

  const asked = { client_id: 'envoi', response_type: 'code', redirect_uri: `${ENVOI_URL}/apps/install`, state: 's' }
  const { to } = await visit(`/oauth/authorize?${new URLSearchParams(asked)}`)
  expect(to.href).toContain(`${ENVOI_URL}/apps/install?`)
  const exchange = { grant_type: 'authorization_code', client_id: 'envoi', code: to.searchParams.get('code') ?? '' }
  expect((await visit('/oauth/token', form({ ...exchange, client_secret: 'wrong' }))).status).toBe(401)
  const { answer } = await visit('/oauth/token', form({ ...exchange, client_secret: 'shared' }))
  const { access_token } = await answer.json()
  expect((await visit('/oauth/token', form({ ...exchange, client_secret: 'shared' }))).status).toBe(400)

  const connect = await visit(`/connect?redirect=${ENVOI_URL}/apps/1`)
  const { state = '', code_challenge } = Object.fromEntries(connect.to.searchParams)
  const code = await testCode(account, client, { state, code_challenge })
  expect((await visit(`/callback?${new URLSearchParams({ state, code })}`)).to.href).toBe(`${ENVOI_URL}/apps/1`)

  const plugin = await unscoped().appPlugin.create({
    data: {
      app_id: client.id,
      kind: 'automation_event',
      identifier: 'quote_liked',
      name: 'Quote liked',
      request_url: `${url}/nodes/quote-liked`,
      settings: read('event-settings.json'),
    },
  })
  await addNamed(account, ['Lin'])
  const on = { type: 'app_event', plugin_id: plugin.id, settings: { author: 'Tove' } }
  const { id } = await liveAutomation(account, { triggers: [{ id: 't', on }] })
  const like = (author: string) => visit('/like', form({ email_address: 'lin@example.net', author }))
  expect((await like('Ann')).status).toBe(303)
  expect(await runsOf(account, id)).toEqual([])
  await like('Tove')
  expect(await runsOf(account, id)).toHaveLength(1)

  // With the token that it issued, the node reports both likes, and Envoi knows the second already.
  const installation = await unscoped().installation.findFirstOrThrow({ where: { account_id, app_id: client.id } })
  const plugin_urls = { plugin_authorize_url: `${url}/oauth/authorize`, plugin_token_url: `${url}/oauth/token` }
  const plugin_client = { plugin_client_id: 'envoi', plugin_client_secret: sealPluginSecret('shared') }
  await unscoped().app.update({ where: { id: client.id }, data: { ...plugin_urls, ...plugin_client } })
  const tokens = { access_token, refresh_token: null, expires_in: null }
  await storePartnerTokens(ctx, { installation_id: installation.id, tokens })
  await ctx.db.automationPull.updateMany({ data: { since: new Date(0) } })
  await pullEvents({ now: () => new Date(), budget_ms: 60_000 })
  expect(await ctx.db.automationPull.findFirst()).toMatchObject({ problem: null, recorded: 1, cursor: '2' })
  expect(await runsOf(account, id)).toHaveLength(1)
})
