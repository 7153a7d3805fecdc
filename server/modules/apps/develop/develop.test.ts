import { afterAll, beforeAll, expect, test } from 'vitest'
import { configureOutbound } from '../../../core/outbound.ts'
import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import { testAccount, withRole } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { takeEvents } from '../../../testing/events.ts'
import { completeApp, pngOf, publish, resolveNames, storedApp } from '../../../testing/modules/apps.ts'
import { AccessInput, AppDetail, AppName, EventsInput, ListingInput, PluginSignIn } from '../develop-schema.ts'
import { beginInstallation, uninstallEverywhere } from '../installations/installations.ts'
import { findAppByClientId } from '../service.ts'
import { openPluginSecret } from './secrets.ts'

beforeAll(resolveNames)
afterAll(() => configureOutbound())

const access = (id: number): AccessInput => ({
  id,
  scope: 'read',
  redirect_uris: ['https://press.example/callback', 'http://localhost:8080/callback'],
  authorization_url: 'https://press.example/install',
  revoke_url: 'https://press.example/revoke',
  settings_url: null,
  after_install_url: null,
  return_to_domains: ['press.example'],
})
const signIn = (id: number): PluginSignIn => ({
  id,
  plugin_authorize_url: 'https://press.example/oauth/authorize',
  plugin_token_url: 'https://press.example/oauth/token',
  plugin_refresh_url: null,
  plugin_revoke_url: null,
  plugin_client_id: 'envoi',
  plugin_client_secret: 'partner-secret',
})

test('a client secret is shown once and stored as a hash; rotation revokes the old one [S6, O9]', async () => {
  const account = await testAccount()
  const { develop } = dashboard(account).apps
  const { id, client_id, client_secret } = await develop.create({ name: 'Press' })
  expect(client_secret).toMatch(/^secret_[\w-]{43}$/)
  expect(await storedApp(id)).toMatchObject({
    account_id: account.account_id,
    client_id,
    client_secret_hash: sha256Hex(client_secret ?? ''),
    client_secret_hint: client_secret?.slice(-4),
  })
  const rotated = await develop.rotateSecret({ id })
  expect((await storedApp(id)).client_secret_hash).toBe(sha256Hex(rotated.client_secret))
  expect(await dashboard(account).security_events.list()).toMatchObject([
    { kind: 'client_secret_rotated', summary: 'Press was given a new client secret', by: 'Nora Lind' },
  ])

  expect(await develop.setConfidential({ id, confidential: false })).toEqual({ client_secret: null })
  expect(await storedApp(id)).toMatchObject({ client_secret_hash: null, client_secret_hint: null, confidential: false })
  await expect(develop.rotateSecret({ id })).rejects.toMatchObject({ message: 'A public client has no secret' })
  await expect(develop.setConfidential({ id, confidential: false })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await develop.setConfidential({ id, confidential: true })).client_secret).toMatch(/^secret_/)
  expect(await develop.create({ name: 'Phone app', confidential: false })).toMatchObject({ client_secret: null })
})

test('no read of an app returns a secret, its hash or its ciphertext [S6]', async () => {
  const account = await testAccount()
  const me = dashboard(account)
  const { id } = await completeApp(account)
  const { client_secret } = await me.apps.develop.rotateSecret({ id })
  await me.apps.develop.savePluginSignIn(signIn(id))
  await publish(account, { id })
  const stored_row = await storedApp(id)
  expect(openPluginSecret(stored_row.plugin_client_secret ?? '')).toBe('partner-secret')
  const admin = dashboard(account, account.ctx, { is_admin: true })
  const reads = JSON.stringify([
    await me.apps.develop.list(),
    await me.apps.develop.get({ id }),
    await me.apps.store({ search: '' }),
    await me.apps.listing({ id }),
    await me.apps.installed(),
    await admin.admin.reviews.list({ state: 'published' }),
    await admin.apps.review.get({ id }),
  ])
  expect(reads).toContain(stored_row.client_id)
  for (const secret of [
    client_secret,
    stored_row.client_secret_hash,
    stored_row.plugin_client_secret,
    'partner-secret',
  ])
    expect(reads).not.toContain(secret)
})

test('each section of an app is saved and read back', async () => {
  const account = await testAccount()
  const { develop } = dashboard(account).apps
  const { id } = await develop.create({ name: 'Press' })
  await develop.saveAccess(access(id))
  await develop.savePluginSignIn(signIn(id))
  await develop.saveEvents({ id, webhook_url: 'https://press.example/hook', webhook_events: ['tag.created'] })
  const app = await develop.get({ id })
  expect(AppDetail.parse(app)).toEqual(app)
  const { id: _id, scope: _scope, ...kept } = access(id)
  expect(app).toMatchObject({ ...kept, scopes: ['read'], webhook_events: ['tag.created'], status: 'unpublished' })
  expect(app).toMatchObject({ has_plugin_client_secret: true, plugin_client_id: 'envoi' })
  expect(app.install_url).toMatch(new RegExp(`/apps/${id}/install\\?service_app_id=service_${id}$`))
  // An absent secret keeps the stored one. Without a client ID, it is deleted.
  const { plugin_client_secret: _secret, ...rest } = signIn(id)
  await develop.savePluginSignIn(rest)
  expect((await develop.get({ id })).has_plugin_client_secret).toBe(true)
  const none = { plugin_authorize_url: null, plugin_token_url: null, plugin_client_id: null }
  await develop.savePluginSignIn({ ...rest, ...none })
  expect((await develop.get({ id })).has_plugin_client_secret).toBe(false)
  expect(await develop.list()).toMatchObject([{ id, name: 'Press', installation_count: 0 }])
})

test('only owners and admins develop apps', async () => {
  const account = await testAccount()
  const { id } = await dashboard(account).apps.develop.create({ name: 'Press' })
  await dashboard(account, withRole(account, 'admin')).apps.develop.get({ id })
  for (const role of ['editor', 'viewer'] as const) {
    for (const call of calls(account, id, role)) await expect(call()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
})

test('another account’s app is not found by any call [S11]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const { id } = await completeApp(other)
  const before = await storedApp(id)
  for (const call of calls(own, id, 'owner')) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await storedApp(id)).toEqual(before)
  expect(await dashboard(own).apps.develop.list()).toEqual([])
})

function calls(account: Awaited<ReturnType<typeof testAccount>>, id: number, role: 'owner' | 'editor' | 'viewer') {
  const { develop } = dashboard(account, withRole(account, role)).apps
  const plugin = {
    name: 'Block',
    identifier: 'block',
    description: '',
    request_url: 'https://a.example',
    settings: '[]',
  }
  return [
    () => develop.get({ id }),
    () =>
      develop.saveListing(
        ListingInput.parse({
          id,
          name: 'Taken over',
          tagline: '',
          description: '',
          category: null,
          website_url: '',
          support_url: '',
        }),
      ),
    () => develop.saveAccess(access(id)),
    () => develop.savePluginSignIn(signIn(id)),
    () => develop.saveEvents({ id, webhook_url: null, webhook_events: [] }),
    () => develop.rotateSecret({ id }),
    () => develop.setConfidential({ id, confidential: false }),
    () => develop.setLogo({ id, content: pngOf(256, 256).toString('base64') }),
    () => develop.removeLogo({ id }),
    () => develop.addPlugin({ app_id: id, kind: 'content_block', ...plugin }),
    () => develop.changePlugin({ app_id: id, plugin_id: 1, ...plugin }),
    () => develop.removePlugin({ app_id: id, plugin_id: 1 }),
    () => develop.orderPlugins({ app_id: id, plugin_ids: [] }),
    () => develop.submit({ id }),
    () => develop.withdraw({ id }),
    () => develop.delete({ id }),
  ]
}

test('addresses that this server requests must be public, and each error names its field [W6]', async () => {
  const { develop } = dashboard(await testAccount()).apps
  const { id } = await develop.create({ name: 'Press' })
  await expect(develop.saveAccess({ ...access(id), revoke_url: 'https://10.0.0.7/revoke' })).rejects.toMatchObject({
    message: 'Revoke URL: 10.0.0.7 is not a publicly reachable http(s) address',
  })
  const private_url = 'https://private.example/x'
  await expect(
    develop.savePluginSignIn({ ...signIn(id), plugin_token_url: private_url, plugin_revoke_url: private_url }),
  ).rejects.toMatchObject({
    message:
      'Plugin token URL: private.example is not a publicly reachable http(s) address. Plugin revoke URL: private.example is not a publicly reachable http(s) address',
  })
  await expect(
    develop.saveEvents({ id, webhook_url: 'http://localhost:6379/', webhook_events: ['tag.created'] }),
  ).rejects.toMatchObject({ message: expect.stringMatching(/^Webhook URL: /) })
  // A browser may open a local URL.
  await develop.saveAccess({ ...access(id), authorization_url: 'http://localhost:8080/install' })
})

test('invalid input is rejected with an error at its field', () => {
  const issuesOf = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) =>
    result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(
    issuesOf(
      AccessInput.safeParse({
        ...access(1),
        redirect_uris: ['https://a.example', 'http://a.example'],
        settings_url: 'javascript:alert(1)',
      }),
    ),
  ).toEqual([
    'redirect_uris.1: This must begin with https:// (http:// is only for localhost)',
    'settings_url: This must be a whole address, such as https://app.example/callback',
  ])
  const twice = ['https://a.example', 'https://a.example']
  expect(issuesOf(AccessInput.safeParse({ ...access(1), redirect_uris: twice }))).toEqual([
    'redirect_uris: Duplicate address: list each one once',
  ])
  expect(issuesOf(PluginSignIn.safeParse({ ...signIn(1), plugin_token_url: '', plugin_client_id: ' ' }))).toEqual([
    'plugin_token_url: Plugins cannot sign in without this',
    'plugin_client_id: Plugins cannot sign in without this',
  ])
  expect(issuesOf(EventsInput.safeParse({ id: 1, webhook_url: 'https://a.example', webhook_events: [] }))).toHaveLength(
    1,
  )
  expect(issuesOf(EventsInput.safeParse({ id: 1, webhook_url: '', webhook_events: ['tag.created'] }))).toHaveLength(1)
})

test.each([
  ['  Glaze\u00a0\n book ', 'Glaze book'],
  ['Pay\u202Epal\u200B', 'Paypal'],
  ['Tools for Envoi', 'Tools for Envoi'],
  ['Envoi', null],
  ['ENVOI Support', null],
  ['\uFF25nvoi login', null],
  ['x', null],
  ['\u200B\u200B\u200B', null],
  ['x'.repeat(51), null],
])('a name has no invisible characters and does not begin with ours: %j [O24]', (given, name) => {
  expect(AppName.safeParse(given).data ?? null).toBe(name)
})

test('a deleted app is not found by any user, and one event is emitted', async () => {
  const account = await testAccount()
  const { develop } = dashboard(account).apps
  const { id } = await completeApp(account)
  const { client_id } = await develop.get({ id })
  await publish(account, { id })
  const creator = await testAccount()
  const { installation_id } = await beginInstallation(creator.ctx, { app_id: id })
  await uninstallEverywhere(account.ctx, { app_id: id })
  expect(await takeEvents(creator.account_id)).toEqual([])
  await takeEvents(account.account_id)
  await develop.delete({ id })
  expect(await takeEvents(account.account_id)).toMatchObject([{ type: 'app.deleted', data: { app_id: id } }])
  for (const _ of [1, 2]) await uninstallEverywhere(account.ctx, { app_id: id })
  expect(await takeEvents(creator.account_id)).toMatchObject([
    { type: 'app.uninstalled', data: { installation_id, app_id: id } },
  ])
  expect(await findAppByClientId(client_id)).toBeNull()
  expect(await develop.list()).toEqual([])
  expect((await dashboard(account).apps.store({ search: 'Glaze' })).apps.map((app) => app.id)).not.toContain(id)
  for (const call of [
    () => develop.get({ id }),
    () => dashboard(account).apps.listing({ id }),
    () => develop.delete({ id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
