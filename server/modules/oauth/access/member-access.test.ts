import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { makeCtx, type Role } from '../../../core/context.ts'
import { forgetCredentials } from '../../../core/credential.ts'
import { configureOutbound } from '../../../core/outbound.ts'
import { unscoped } from '../../../db/client.ts'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { exchange, refresh, testClient, testCode, testTokens } from '../../../testing/modules/oauth.ts'
import { serviceEmailsTo } from '../../../testing/modules/service-emails.ts'
import { changeRole, removeMember } from '../../accounts/team/members.ts'
import { createApiKey, listApiKeys } from '../../api-keys/service.ts'
import { listInstalledApps } from '../../apps/installations/installations.ts'
import { type MemberChange, reportReducedAccess, revokeMemberAccess } from './member-access.ts'

const session_id = 'x'
const PUBLISHED = { status: 'published', published_at: new Date() }

/** Adds a member to the account and returns their account context. */
async function newMember(account: TestAccount, role: Role): Promise<TestAccount> {
  const user = await unscoped().user.create({ data: { email: `lin-${randomUUID()}@studio.example`, name: 'Lin Berg' } })
  await unscoped().membership.create({ data: { account_id: account.account_id, user_id: user.id, role } })
  const ctx = makeCtx({ account_id: account.account_id, actor: { kind: 'user', user_id: user.id, role } })
  return { ...account, user_id: user.id, email: user.email, ctx }
}

const setRole = (account: TestAccount, { user_id }: TestAccount, role: Role) =>
  changeRole(account.ctx, { user_id, role, session_id })
const remove = (account: TestAccount, { user_id }: TestAccount) => removeMember(account.ctx, { user_id, session_id })

type Credential = { api_key: string } | { token: string }

/** Returns the statuses of a read, a write, and two calls that need an admin: listing webhooks, deleting a custom field. */
async function rightsOf(account: TestAccount, credential: Credential) {
  const { body } = await api('POST /v4/custom_fields', { api_key: account.api_key }, { label: randomUUID() })
  return [
    (await api('GET /v4/tags', credential)).status,
    (await api('POST /v4/tags', credential, { name: randomUUID() })).status,
    (await api('GET /v4/webhook_endpoints', credential)).status,
    (await api(`DELETE /v4/custom_fields/${body.custom_field.id}`, credential)).status,
  ]
}
const EVERYTHING = [200, 201, 200, 204]
const RIGHTS = { viewer: [200, 403, 403, 403], editor: [200, 201, 403, 403], admin: EVERYTHING, owner: EVERYTHING }
const NOTHING = [401, 401, 401, 401]

/** Returns the queued events in the form that the job receives. */
async function changesOf({ account_id }: TestAccount, type: string): Promise<MemberChange[]> {
  const rows = await unscoped().outbox.findMany({ where: { account_id, type }, orderBy: { id: 'asc' } })
  return rows.map(({ data }) => data as unknown as MemberChange)
}

async function revokeAll(account: TestAccount): Promise<void> {
  for (const change of await changesOf(account, 'member.removed')) await revokeMemberAccess(account.ctx, change)
}

async function reportAll(account: TestAccount): Promise<void> {
  for (const change of await changesOf(account, 'member.demoted'))
    await reportReducedAccess(account.ctx, change as Parameters<typeof reportReducedAccess>[1])
}

const installedApps = async ({ ctx }: TestAccount) => (await listInstalledApps(ctx)).map(({ name }) => name).sort()

test('an API key has at most the rights of its creator', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  const { key: api_key } = await createApiKey(admin.ctx, { name: 'Laptop', scope: 'public' })
  expect(await rightsOf(account, { api_key })).toEqual(EVERYTHING)
  for (const role of ['viewer', 'editor', 'owner', 'viewer', 'admin'] as const) {
    await setRole(account, admin, role)
    expect(await rightsOf(account, { api_key }), role).toEqual(RIGHTS[role])
  }
  await remove(account, admin)
  expect(await rightsOf(account, { api_key })).toEqual(NOTHING)
})

test('an unpublished app has at most the rights of the user who connected it', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  const { access_token: token } = await testTokens(admin, await testClient())
  for (const role of ['viewer', 'editor', 'owner', 'viewer', 'admin'] as const) {
    await setRole(account, admin, role)
    expect(await rightsOf(account, { token }), role).toEqual(RIGHTS[role])
  }
  await remove(account, admin)
  expect(await rightsOf(account, { token })).toEqual(NOTHING)
})

test('a published app stays installed when the user who connected it leaves', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  const client = await testClient({ data: PUBLISHED })
  const { access_token: token, refresh_token } = await testTokens(admin, client)
  await setRole(account, admin, 'viewer')
  expect(await rightsOf(account, { token })).toEqual(EVERYTHING)
  await remove(account, admin)
  await revokeAll(account)
  expect(await rightsOf(account, { token })).toEqual(EVERYTHING)
  expect((await refresh(client, refresh_token)).status).toBe(200)
  expect(await installedApps(account)).toEqual(['Inbox Tool', 'Test app'])
})

test('codes and refresh tokens of a removed member are refused', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  const client = await testClient()
  const [{ refresh_token }, code] = [await testTokens(admin, client), await testCode(admin, client)]
  await remove(account, admin)
  expect(await refresh(client, refresh_token)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  expect(await exchange(client, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('keys and grants of a deleted user stop working', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  const { key: api_key } = await createApiKey(admin.ctx, { name: 'Laptop', scope: 'public' })
  const { access_token: token } = await testTokens(admin, await testClient())
  await unscoped().user.delete({ where: { id: admin.user_id } })
  forgetCredentials()
  expect([await rightsOf(account, { api_key }), await rightsOf(account, { token })]).toEqual([NOTHING, NOTHING])
  expect(await listApiKeys(account.ctx)).toMatchObject([{ name: 'Laptop', maker: null, rights: 'none' }, {}])
})

test('owners learn once, by email and in the security log, what was revoked', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  await createApiKey(admin.ctx, { name: 'Laptop', scope: 'public' })
  await testTokens(admin, await testClient({ name: 'Own tool' }))
  await testTokens(admin, await testClient({ name: 'Shop bridge', data: PUBLISHED }))
  await remove(account, admin)
  await revokeAll(account)
  await revokeAll(account)
  expect((await listApiKeys(account.ctx)).map(({ name }) => name)).toEqual(['Test'])
  expect(await installedApps(account)).toEqual(['Shop bridge', 'Test app'])
  const messages = await serviceEmailsTo(account.email)
  expect(messages).toHaveLength(1)
  expect(messages[0]?.subject).toBe('Access revoked after Lin Berg left “Studio North”')
  expect(messages[0]?.text).toContain('API keys: “Laptop”.\n\nApps: “Own tool”.\n\nStill installed')
  const log = (await dashboard(account).security_events.list()).filter(({ kind }) => kind === 'access_revoked')
  expect(log).toMatchObject([{ by: 'Nora Lind', summary: expect.stringContaining('Apps: “Own tool”.') }])
  expect((await serviceEmailsTo(admin.email)).map(({ subject }) => subject)).toEqual(['An API key was created'])
})

test('owners learn which webhooks of a removed member are still active', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  const { key: api_key } = await createApiKey(admin.ctx, { name: 'Laptop', scope: 'public' })
  const events = ['subscriber.created']
  await configureOutbound({ resolve: async () => [{ address: '93.184.215.14', family: 4 }] })
  onTestFinished(() => configureOutbound())
  const createEndpoint = (url: string, credential: Credential, name?: string) =>
    api('POST /v4/webhook_endpoints', credential, { url, events, ...(name ? { name } : {}) })
  expect((await createEndpoint('https://hooks.shop.example/a?secret=1', { api_key }, 'Shop sync')).status).toBe(201)
  const legacy = { target_url: 'https://old.example/x', event: { name: 'subscriber.subscriber_activate' } }
  expect((await api('POST /v4/webhooks', { api_key }, legacy)).status).toBe(201)
  await dashboard(admin, admin.ctx).webhooks.create({
    url: 'https://crm.example/hook',
    events: ['tag.created'] as never,
  })
  expect((await createEndpoint('https://owner.example/hook', { api_key: account.api_key })).status).toBe(201)
  await remove(account, admin)
  await revokeAll(account)
  const [message] = await serviceEmailsTo(account.email)
  const line = /Webhooks that they created and that still send: (.*)/.exec(
    message?.text.replaceAll(/\n(?!\n)/g, ' ') ?? '',
  )?.[1]
  expect(line).toContain('“crm.example”')
  expect(line).toContain('“Shop sync at hooks.shop.example”')
  expect(line).toContain('at old.example”')
  expect(line).not.toContain('owner.example')
  const [event] = (await dashboard(account).security_events.list()).filter(({ kind }) => kind === 'access_revoked')
  expect(event?.summary).toContain('“Shop sync at hooks.shop.example”')
})

test('owners learn, by email and in the security log, whose keys and apps have fewer rights', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  await createApiKey(admin.ctx, { name: 'Laptop', scope: 'public' })
  await testTokens(admin, await testClient({ name: 'Own tool' }))
  await setRole(account, admin, 'viewer')
  const [change] = await changesOf(account, 'member.demoted')
  for (const _ of [1, 2]) await reportReducedAccess(account.ctx, { ...(change as MemberChange), role: 'viewer' })
  const messages = await serviceEmailsTo(account.email)
  expect(messages).toHaveLength(1)
  expect(messages[0]?.text).toContain('can only read:\n\nAPI keys: “Laptop”.\n\nApps: “Own tool”.')
  const log = (await dashboard(account).security_events.list()).filter(({ kind }) => kind === 'access_reduced')
  expect(log).toMatchObject([{ by: 'Nora Lind', summary: expect.stringContaining('Lin Berg now has the role viewer') }])
})

test('each role reduction is reported, and bulk requests that an app queued for an editor do not run for a viewer', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  const { access_token: token } = await testTokens(admin, await testClient({ name: 'Own tool' }))
  await setRole(account, admin, 'editor')
  const tags = Array.from({ length: 101 }, (_, at) => ({ name: `Tag ${at}` }))
  expect((await api('POST /v4/bulk/tags', { token }, { tags })).status).toBe(202)
  await setRole(account, admin, 'viewer')
  await reportAll(account)
  expect((await serviceEmailsTo(account.email)).map(({ text }) => /has the role (\w+)/.exec(text)?.[1])).toEqual([
    'editor',
    'viewer',
  ])
  expect(await unscoped().bulkRequest.findMany({ where: { account_id: account.account_id } })).toMatchObject([
    { state: 'stopping' },
  ])
})

test('owners learn nothing about a member without keys and apps', async () => {
  const account = await testAccount()
  const editor = await newMember(account, 'editor')
  await setRole(account, editor, 'viewer')
  await reportAll(account)
  await remove(account, editor)
  await revokeAll(account)
  expect(await serviceEmailsTo(account.email)).toEqual([])
})

test('a member who rejoins does not get old keys back', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  const old = await createApiKey(admin.ctx, { name: 'Old', scope: 'public' })
  await remove(account, admin)
  await unscoped().membership.create({
    data: { account_id: account.account_id, user_id: admin.user_id, role: 'admin' },
  })
  const later = { ...admin.ctx, now: () => new Date(Date.now() + 60_000) }
  const renewed = await createApiKey(later, { name: 'New', scope: 'public' })
  await revokeAll(account)
  expect(await rightsOf(account, { api_key: old.key })).toEqual(NOTHING)
  expect(await rightsOf(account, { api_key: renewed.key })).toEqual(EVERYTHING)
})

test('settings show the keys with reduced rights', async () => {
  const account = await testAccount()
  const admin = await newMember(account, 'admin')
  await createApiKey(admin.ctx, { name: 'Laptop', scope: 'public' })
  const shownKeys = async () =>
    (await dashboard(account).api_keys.list()).map(({ name, maker, rights }) => [name, maker, rights])
  const own = ['Test', null, 'full']
  expect(await shownKeys()).toEqual([['Laptop', 'Lin Berg', 'full'], own])
  await setRole(account, admin, 'editor')
  expect(await shownKeys()).toEqual([['Laptop', 'Lin Berg', 'editor'], own])
  await setRole(account, admin, 'viewer')
  expect(await shownKeys()).toEqual([['Laptop', 'Lin Berg', 'viewer'], own])
})
