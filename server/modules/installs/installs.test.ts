import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Role } from '../../core/context.ts'
import { serviceCtx } from '../../core/context.ts'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { env } from '../../env.ts'
import { installSource } from '../../lib/net/install-link.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { newApp, partnerServer } from '../../testing/servers/partner-server.ts'
import { createCaller } from '../../trpc/root.ts'
import { signUp } from '../accounts/sign-up/sign-up.ts'
import { markUninstalled } from '../apps/installations/installations.ts'
import { startSession } from '../users/sessions.ts'
import { partnerToken } from './partner/partner.ts'

const source = { ip: '127.0.0.1', user_agent: null }
const ACCESS = { authorization_url: 'https://press.example/connect?from=envoi' }
const PRESS = { ...ACCESS, return_to_domains: ['press.example'] }

/** A user with a browser session. */
async function visit(account: TestAccount, { ctx = account.ctx }: { ctx?: TestAccount['ctx'] | null } = {}) {
  const session_id = await startSession(serviceCtx(), { user_id: account.user_id, source })
  const user = { id: account.user_id, email: account.email, name: null, is_admin: false, session_id }
  return { session_id, installs: createCaller({ user, account: ctx, source, request_id: 'test' }).installs }
}

const installationOf = ({ account_id }: TestAccount, app_id: number) =>
  unscoped().installation.findFirst({ where: { account_id, app_id }, orderBy: { id: 'asc' } })

/** Grants the app access, like consent and a code exchange. */
async function letIn({ account_id, user_id }: TestAccount, app_id: number, tenant_name = '') {
  const db = unscoped()
  const { id: installation_id } = await db.installation.upsert({
    where: { account_id_app_id_tenant_name: { account_id, app_id, tenant_name } },
    create: { account_id, app_id, tenant_name, installed_by: user_id },
    update: {},
  })
  const [redirect_uri, scopes] = ['https://press.example/callback', ['public']]
  const now = new Date()
  const code = { code_hash: randomUUID(), code_expires_at: now, code_used_at: now }
  await db.oauthGrant.create({ data: { account_id, app_id, user_id, installation_id, scopes, redirect_uri, ...code } })
  return installation_id
}

async function addMember({ account_id }: TestAccount, { user_id }: TestAccount, role: Role) {
  await unscoped().membership.create({ data: { account_id, user_id, role } })
}

test('an install link shows what will happen and changes nothing [S8]', async () => {
  const developer = await testAccount()
  const plugins = {
    create: { kind: 'content_block', identifier: 'b', name: 'Quote', request_url: 'https://press.example/b' },
  }
  const app = await newApp(developer.account_id, { ...PRESS, tagline: 'Prints it', plugins })
  const creator = await testAccount()
  const { installs } = await visit(creator)
  const offer = {
    app: {
      id: app.id,
      name: 'Press',
      tagline: 'Prints it',
      logo_url: null,
      developer: 'Studio North',
      is_published: false,
    },
    partner_host: null,
    access_host: 'press.example',
    plugins: [{ kind: 'content_block', name: 'Quote' }],
    return_host: 'press.example',
    accounts: [{ id: creator.account_id, name: 'Studio North', role: 'owner', may_install: true, is_installed: false }],
  }
  const link = { app_id: app.id, return_to: 'https://press.example/done' }
  expect(await installs.offer(link)).toEqual(offer)
  expect(await installs.offer({ app_id: app.id, return_to: '//evil.example' })).toMatchObject({ return_host: null })
  expect(await installationOf(creator, app.id)).toBeNull()
  const unknown = createCaller({ user: null, account: null, source, request_id: 'test' }).installs
  // Only signed-in users learn whether an app exists.
  for (const call of [unknown.offer(link), unknown.begin({ ...link, account_id: creator.account_id })])
    await expect(call).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('an unknown, deleted or ownerless app cannot be installed', async () => {
  const creator = await testAccount()
  const { installs } = await visit(creator)
  const gone = await newApp(creator.account_id, { deleted_at: new Date() })
  const registered = await unscoped().app.create({ data: { client_id: randomUUID(), name: 'Tool' } })
  for (const app_id of [2_000_000_000, gone.id, registered.id]) {
    expect(await installs.offer({ app_id })).toBeNull()
    const begun = installs.begin({ app_id, account_id: creator.account_id })
    await expect(begun).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(installs.finish({ app_id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('the app receives the creator by redirect, and is installed once it sends them back with access', async () => {
  const creator = await testAccount()
  const app = await newApp((await testAccount()).account_id, PRESS)
  const { installs } = await visit(creator)
  const { account_id } = creator
  const { url } = await installs.begin({ app_id: app.id, account_id, return_to: 'https://PRESS.example/done?a=1' })
  const sent = new URL(url)
  expect(sent.origin + sent.pathname).toBe('https://press.example/connect')
  expect(Object.fromEntries(sent.searchParams)).toEqual({
    from: 'envoi',
    redirect: `${env().APP_URL}/apps/${app.id}?success=true`,
  })
  expect(await installationOf(creator, app.id)).toMatchObject({
    state: 'pending',
    installed_by: creator.user_id,
    return_to: 'https://press.example/done?a=1',
  })

  expect(await installs.finish({ app_id: app.id })).toMatchObject({ state: 'unfinished', app: { name: 'Press' } })
  expect(await installationOf(creator, app.id)).toMatchObject({ state: 'pending' })
  await letIn(creator, app.id)
  expect(await installationOf(creator, app.id)).toMatchObject({ state: 'pending' })
  expect(await installs.finish({ app_id: app.id })).toEqual({ state: 'return', url: 'https://press.example/done?a=1' })
  expect(await installationOf(creator, app.id)).toMatchObject({ state: 'installed', return_to: null })
  // Reloading the page does not redirect again.
  expect(await installs.finish({ app_id: app.id })).toMatchObject({ state: 'installed', after_install_url: null })
})

test('a return_to outside the app’s domains is ignored, even if its domain was removed later [O18]', async () => {
  const creator = await testAccount()
  const app = await newApp((await testAccount()).account_id, {
    ...PRESS,
    after_install_url: 'https://press.example/hello',
  })
  const { installs } = await visit(creator)
  const { account_id } = creator
  const begin = (return_to?: string) => installs.begin({ app_id: app.id, account_id, return_to })
  for (const return_to of [
    'https://press.example@evil.example/',
    '/\\evil.example',
    'https://evil.example',
    undefined,
  ]) {
    expect((await begin(return_to)).url).toContain('https://press.example/connect')
    expect((await installationOf(creator, app.id))?.return_to).toBeNull()
  }
  await begin('https://press.example/done')
  await letIn(creator, app.id)
  await unscoped().app.update({ where: { id: app.id }, data: { return_to_domains: [] } })
  expect(await installs.finish({ app_id: app.id })).toMatchObject({
    state: 'installed',
    after_install_url: 'https://press.example/hello',
  })
})

test('an app without an authorization URL is installed immediately, and the last page redirects to return_to', async () => {
  const creator = await testAccount()
  const app = await newApp((await testAccount()).account_id, { return_to_domains: ['press.example'] })
  const { installs } = await visit(creator)
  const return_to = 'https://press.example/done'
  const { url } = await installs.begin({ app_id: app.id, account_id: creator.account_id, return_to })
  expect(url).toBe(`/apps/${app.id}/installed`)
  expect(await installationOf(creator, app.id)).toMatchObject({ state: 'installed', installed_by: creator.user_id })
  expect(await installs.finish({ app_id: app.id })).toEqual({ state: 'return', url: return_to })
})

test('an installed app stays installed, and an uninstalled one starts over', async () => {
  const creator = await testAccount()
  const app = await newApp((await testAccount()).account_id, PRESS)
  const { installs } = await visit(creator)
  const input = { app_id: app.id, account_id: creator.account_id, return_to: 'https://press.example/again' }
  await installs.begin(input)
  const installation_id = await letIn(creator, app.id)
  await installs.finish({ app_id: app.id })

  await installs.begin(input)
  expect(await installationOf(creator, app.id)).toMatchObject({ id: installation_id, state: 'installed' })
  expect((await installs.offer({ app_id: app.id }))?.accounts).toMatchObject([{ is_installed: true }])
  expect(await installs.finish({ app_id: app.id })).toEqual({ state: 'return', url: 'https://press.example/again' })

  await write(creator.ctx, (tx) => markUninstalled(tx, { installation_id, by: 'creator' }))
  expect(await installs.finish({ app_id: app.id })).toMatchObject({ state: 'none' })
  await installs.begin(input)
  expect(await installationOf(creator, app.id)).toMatchObject({ id: installation_id, state: 'pending' })
})

test('a user with several accounts chooses one; only its owners and admins can install', async () => {
  const member = await testAccount()
  const [first, second, third, foreign] = [
    await testAccount(),
    await testAccount(),
    await testAccount(),
    await testAccount(),
  ]
  await addMember(first, member, 'admin')
  await addMember(second, member, 'editor')
  await addMember(third, member, 'viewer')
  const app = await newApp(foreign.account_id, ACCESS)
  const { installs, session_id } = await visit(member)
  const offer = await installs.offer({ app_id: app.id })
  expect(offer?.accounts.map(({ id, role, may_install }) => [id, role, may_install])).toEqual([
    [member.account_id, 'owner', true],
    [first.account_id, 'admin', true],
    [second.account_id, 'editor', false],
    [third.account_id, 'viewer', false],
  ])
  for (const { account_id } of [second, third]) {
    await expect(installs.begin({ app_id: app.id, account_id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only admins and owners of an account can install apps',
    })
  }
  const { account_id } = foreign
  await expect(installs.begin({ app_id: app.id, account_id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await installs.begin({ app_id: app.id, account_id: first.account_id })
  expect(await installationOf(first, app.id)).toMatchObject({ state: 'pending', installed_by: member.user_id })
  expect(await installationOf(member, app.id)).toBeNull()
  // The consent page that follows preselects the account chosen here.
  expect(await unscoped().session.findUnique({ where: { id: session_id } })).toMatchObject({
    account_id: first.account_id,
  })
  await letIn({ ...first, user_id: member.user_id }, app.id)
  expect(await installs.finish({ app_id: app.id })).toMatchObject({ state: 'installed' })
  expect(await installationOf(first, app.id)).toMatchObject({ state: 'installed' })
})

test('access granted by another user does not complete an installation', async () => {
  const [creator, other] = [await testAccount(), await testAccount()]
  await addMember(creator, other, 'viewer')
  const app = await newApp((await testAccount()).account_id, PRESS)
  await (await visit(creator)).installs.begin({ app_id: app.id, account_id: creator.account_id })
  await letIn(creator, app.id)
  expect(await (await visit(other)).installs.finish({ app_id: app.id })).toMatchObject({ state: 'none' })
  expect(await installationOf(creator, app.id)).toMatchObject({ state: 'pending' })
})

test('a tenant named by the app takes over the unnamed installation of the install link', async () => {
  const creator = await testAccount()
  const server = await partnerServer()
  const app = await newApp((await testAccount()).account_id, { ...PRESS, ...server.settings })
  const { installs } = await visit(creator)
  const { account_id } = creator
  const { url } = await installs.begin({ app_id: app.id, account_id, return_to: 'https://press.example/done' })
  await installs.takePartnerAnswer({ state: new URL(url).searchParams.get('state') ?? '', code: 'c' })
  const installation_id = await letIn(creator, app.id, 'North')
  expect(await installs.finish({ app_id: app.id })).toEqual({ state: 'return', url: 'https://press.example/done' })
  expect(await unscoped().installation.findMany({ where: { account_id, app_id: app.id } })).toMatchObject([
    { id: installation_id, tenant_name: 'North', state: 'installed' },
  ])
  expect(await partnerToken(creator.ctx, { app_id: app.id })).toBe('access-1')
})

test('a sign-up through an install link is attributed to its app, and to no app if the link is invalid', async () => {
  const app = await newApp((await testAccount()).account_id)
  const gone = await newApp((await testAccount()).account_id, { deleted_at: new Date() })
  const join = async (service_app_id?: string) => {
    const email = `ida-${randomUUID()}@studio.example`
    await signUp(serviceCtx(), {
      name: 'Ida',
      account_name: 'Notes',
      email_address: email,
      password: 'the heron left at dawn',
      time_zone: 'UTC',
      service_app_id,
      source: {
        ip: `10.${Math.floor(Math.random() * 65_536) >> 8}.${Math.floor(Math.random() * 250)}.7`,
        user_agent: null,
      },
    })
    return (await unscoped().account.findFirstOrThrow({ where: { memberships: { some: { user: { email } } } } }))
      .signed_up_by_app_id
  }
  expect(await join(`service_${app.id}`)).toBe(app.id)
  for (const other of [undefined, `service_${gone.id}`, String(app.id), 'service_-1', 'service_99999999999'])
    expect(await join(other)).toBeNull()

  expect(installSource(`/apps/7/install?return_to=https%3A%2F%2Fa.example&service_app_id=service_7`)).toBe('service_7')
  for (const path of [
    '/apps/7/install',
    '/apps/7/install?service_app_id=service_8',
    '/apps/7/install?service_app_id=service_7&service_app_id=service_7',
    '/apps/7?service_app_id=service_7',
    '/?service_app_id=service_7',
  ])
    expect(installSource(path), path).toBeUndefined()
})

test('the first account after signing in through a provider is attributed too, but not the second', async () => {
  const app = await newApp((await testAccount()).account_id)
  const email = `ida-${randomUUID()}@studio.example`
  const { id } = await unscoped().user.create({ data: { email, email_verified_at: new Date() } })
  const user = { id, email, name: null, is_admin: false, session_id: 's' }
  const caller = createCaller({ user, account: null, source, request_id: 'test' })
  const make = async () => {
    const input = { name: 'Notes', time_zone: 'UTC', service_app_id: `service_${app.id}` }
    const { account_id } = await caller.account.create(input)
    return (await unscoped().account.findUniqueOrThrow({ where: { id: account_id } })).signed_up_by_app_id
  }
  expect([await make(), await make()]).toEqual([app.id, null])
})
