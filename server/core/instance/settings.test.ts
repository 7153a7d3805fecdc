import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { createHttp, drain } from '../../http/listener.ts'
import { listen } from '../../http/port.ts'
import { createAccount } from '../../modules/accounts/service.ts'
import { signUp } from '../../modules/accounts/sign-up/sign-up.ts'
import { restApp } from '../../rest/app.ts'
import { takeRequest } from '../../rest/request/rate-limit.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { auditedActions } from '../../testing/database/audit.ts'
import { runInOwnDatabase } from '../../testing/database/own-database.ts'
import { serviceEmailsTo } from '../../testing/modules/service-emails.ts'
import { signedIn } from '../../testing/signed-in.ts'

import { serviceCtx, systemPool } from '../context.ts'
import { instanceSettings, latestInstanceSettings, SettingsCache } from './settings.ts'
import { DEFAULT_SETTINGS, type InstanceSettings, SettingsInput } from './settings-schema.ts'

// Settings apply to a whole instance, so this file has its own database.
runInOwnDatabase()

const admin = (account: TestAccount) => dashboard(account, account.ctx, { is_admin: true }).admin
const save = async (settings: Partial<InstanceSettings>) => admin(await testAccount()).settings.save(settings)

afterEach(async () => {
  await systemPool().query('delete from instance_setting')
  await expect.poll(async () => (await instanceSettings()).sign_up).toBe('open')
})

test('settings have defaults, are saved one by one, and each change is audited with before and after', async () => {
  const account = await testAccount()
  const { settings, audit } = admin(account)
  expect(await settings.get()).toEqual(DEFAULT_SETTINGS)
  await settings.save({ announcement: 'Maintenance on Sunday' })
  await settings.save({ audit_days: 365, terms_url: 'https://envoi.example/terms' })
  expect(await settings.get()).toEqual({
    ...DEFAULT_SETTINGS,
    announcement: 'Maintenance on Sunday',
    audit_days: 365,
    terms_url: 'https://envoi.example/terms',
  })
  const { rows } = await audit.list({ action: 'settings_changed' })
  expect(rows[0]?.details).toEqual({
    names: 'Days that the audit log is kept, Terms of service',
    before: { audit_days: 730, terms_url: '' },
    after: { audit_days: 365, terms_url: 'https://envoi.example/terms' },
  })
})

test('docs/operate.md says what each setting does and what it is at first', () => {
  const lines = readFileSync('docs/operate.md', 'utf8').split('\n')
  // Names of the environment and of alerts are in capitals.
  const rows = lines.filter((line) => /^\| `[a-z]/.test(line)).map((line) => line.slice(2, -2).split(' | '))
  const texts = rows.map(([name = '', ...cells]) => [name.slice(1, -1), ...cells])
  expect(texts.map(([name]) => name)).toEqual(Object.keys(DEFAULT_SETTINGS))
  for (const [name = '', what, first, holds] of texts) {
    expect([name, Boolean(what && holds)]).toEqual([name, true])
    const value = DEFAULT_SETTINGS[name as keyof InstanceSettings]
    if (typeof value === 'boolean') expect([name, first]).toEqual([name, value ? 'on' : 'off'])
    if (typeof value === 'number') expect([name, first]).toEqual([name, String(value)])
  }
})

test('the audit log says which domains were added and removed, however many there are', async () => {
  const { settings, audit } = admin(await testAccount())
  const domains = Array.from({ length: 100 }, (_, at) => `studio-${at}.example`)
  await settings.save({ sign_up_domains: domains })
  await settings.save({
    sign_up_domains: [...domains.slice(0, 98), 'new.example', 'studio-99.example'],
    api_key_limit: 90,
  })
  const { rows } = await audit.list({ action: 'settings_changed' })
  expect(rows[0]?.details).toEqual({
    names: 'Email domains for sign-up, Requests per API key',
    sign_up_domains_added: ['new.example'],
    sign_up_domains_removed: ['studio-98.example'],
    before: { api_key_limit: 120 },
    after: { api_key_limit: 90 },
  })
  expect(rows[1]?.details).toMatchObject({ sign_up_domains_added: domains, before: {}, after: {} })
})

test('a wrong setting is refused with what is accepted, and nothing is replaced by a default', () => {
  const messageOf = (input: object) => SettingsInput.safeParse(input).error?.issues[0]?.message
  expect(SettingsInput.parse({})).toEqual({})
  expect(messageOf({ audit_days: 5 })).toBe('Keep the audit log for at least 90 days')
  const domains = SettingsInput.safeParse({ sign_up_domains: ['ok.example', 'no domain'] }).error?.issues
  expect(domains).toMatchObject([
    {
      path: ['sign_up_domains'],
      message: '“no domain” is not a domain. Enter domains such as example.com, one per line',
    },
  ])
  expect(messageOf({ terms_url: 'javascript:alert(1)' })).toContain('https://')
  expect(messageOf({ unknown: 1 })).toContain('unknown')
})

test('every process has a change within seconds of it', async () => {
  const [one, other] = [new SettingsCache(), new SettingsCache()]
  expect((await one.get()).api_key_limit).toBe(120)
  expect((await other.get()).api_key_limit).toBe(120)
  await save({ api_key_limit: 300 })
  for (const cache of [one, other]) await expect.poll(async () => (await cache.get()).api_key_limit).toBe(300)
  // Without a notification, as behind a pooler, the service reads them again every few seconds.
  const deaf = new SettingsCache()
  await deaf.refresh()
  expect(deaf.latest().api_key_limit).toBe(300)
})

test('the limits of the API are those of the settings', async () => {
  await save({ api_key_limit: 10 })
  await instanceSettings()
  const name = randomUUID()
  for (let i = 0; i < 10; i++) expect((await takeRequest('api_key', name, 1_000)).retry_after).toBeUndefined()
  const refused = await takeRequest('api_key', name, 1_000)
  expect(refused.retry_after).toBe(60)
  expect(refused.headers).toMatchObject({ 'RateLimit-Limit': '10' })
})

test('during maintenance only administrators work, and the API answers reads', async () => {
  const account = await testAccount()
  await save({ maintenance: true, maintenance_message: 'Back at noon' })
  const refused = await api('POST /v4/tags', key(account), { name: 'Glaze' })
  expect(refused).toMatchObject({ status: 503, body: { errors: ['Back at noon'] } })
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(await api('GET /v4/tags', key(account))).toMatchObject({ status: 200 })
  await expect(dashboard(account).tags.list({})).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Back at noon',
  })
  expect(await admin(account).settings.get()).toMatchObject({ maintenance: true })
  await expect(signUpAs(`a-${randomUUID()}@studio.example`)).rejects.toMatchObject({ code: 'unavailable' })
  await save({ maintenance: false })
  expect(await api('POST /v4/tags', key(account), { name: 'Glaze' })).toMatchObject({ status: 201 })
})

test('during maintenance pages answer 503 to everyone but administrators, who can sign in', async () => {
  const rest = restApp({ base_url: 'http://localhost:3000', metrics_token: undefined })
  const pages: RequestListener = (_request, response) => void response.end('a page')
  const server = createHttp(rest, pages, { app_url: 'http://localhost:3000' })
  await listen(server, { PORT: 0, HOST: '127.0.0.1' })
  onTestFinished(() => drain(server, 0))
  const { port } = server.address() as AddressInfo
  const get = (path: string, headers: Record<string, string> = { Accept: 'text/html' }, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
  const read = async (answer: Response) => [answer.status, await answer.text()]
  expect(await read(await get('/subscribers'))).toEqual([200, 'a page'])
  await save({ maintenance: true, maintenance_message: 'Back at <noon>' })
  await expect.poll(() => latestInstanceSettings().maintenance).toBe(true)

  const refused = await get('/subscribers')
  expect(refused.headers.get('retry-after')).toBe('60')
  expect(refused.headers.get('cache-control')).toContain('no-store')
  const [status, html] = await read(refused)
  expect(status).toBe(503)
  expect(html).toContain('Back at &lt;noon&gt;')
  expect(await read(await get('/subscribers', { Accept: 'application/json' }))).toEqual([
    503,
    '{"errors":["Back at <noon>"]}',
  ])
  expect(await read(await get('/subscribers', { Accept: 'text/html' }, 'HEAD'))).toEqual([503, ''])
  for (const path of ['/login', '/login?next=%2F', '/login/two-factor', '/api/auth/csrf', '/_next/static/x.js'])
    expect([path, ...(await read(await get(path)))]).toEqual([path, 200, 'a page'])
  for (const path of ['/', '/login-elsewhere', '/sign-up', '/admin/settings'])
    expect([path, (await get(path)).status]).toEqual([path, 503])

  const member = await testAccount()
  const cookie = { Accept: 'text/html', Cookie: await signedIn(member) }
  expect((await get('/subscribers', cookie)).status).toBe(503)
  await unscoped().user.update({ where: { id: member.user_id }, data: { is_admin: true } })
  expect(await read(await get('/subscribers', cookie))).toEqual([200, 'a page'])
})

const signUpAs = (email_address: string, invitation?: string) =>
  signUp(serviceCtx(), {
    name: 'Mia',
    account_name: 'Mia’s studio',
    email_address,
    password: 'a quiet old morning',
    time_zone: 'UTC',
    service_app_id: undefined,
    invitation,
    source: { ip: `198.51.100.${Math.floor(Math.random() * 250)}`, user_agent: null },
  })

test('sign-up is closed, limited to domains, or by invitation', async () => {
  const address = () => `mia-${randomUUID()}@studio.example`
  await save({ sign_up: 'closed' })
  await expect(signUpAs(address())).rejects.toThrow('Sign-up is closed')
  await save({ sign_up: 'open', sign_up_domains: ['allowed.example'] })
  await expect(signUpAs(address())).rejects.toThrow('allowed.example')
  await signUpAs(`mia-${randomUUID()}@allowed.example`)
  await save({ sign_up: 'invitation', sign_up_domains: [] })
  const invited = address()
  await expect(signUpAs(invited)).rejects.toThrow('by invitation')
  const account = await testAccount()
  const { invitations } = admin(account)
  await invitations.invite({ email_address: invited })
  const [message] = await serviceEmailsTo(invited)
  const token = /invitation=([\w-]+)/.exec(message?.text ?? '')?.[1]
  await expect(signUpAs(address(), token)).rejects.toThrow('by invitation')
  await signUpAs(invited, token)
  const find = async () => (await invitations.list({})).rows.find(({ email }) => email === invited)
  expect(await find()).toMatchObject({ state: 'accepted' })
  const second = address()
  await invitations.invite({ email_address: second })
  const { id } = (await invitations.list({})).rows.find(({ email }) => email === second) ?? expect.fail()
  await invitations.resend({ id })
  await invitations.revoke({ id })
  await expect(invitations.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await auditedActions(account.user_id)).toEqual([
    'user_invited',
    'user_invited',
    'invitation_resent',
    'invitation_revoked',
  ])
})

test('a user of a provider without an invitation cannot create an account, an invited one can', async () => {
  const account = await testAccount()
  const { user_id: id, email } = account
  await save({ sign_up: 'invitation' })
  const create = () =>
    createAccount(serviceCtx(), { user: { id, email, name: null }, name: 'Second', time_zone: 'UTC' })
  await expect(create()).rejects.toThrow('by invitation')
  await systemPool().query(
    `insert into instance_invitation (email, token_hash, created_at, expires_at) values ($1, $2, now(), now() + interval '1 day')`,
    [email, randomUUID()],
  )
  expect(await create()).toMatchObject({ account_id: expect.any(Number) })
})

test('new accounts start on the default plan of the settings', async () => {
  await save({ default_plan: 'free' })
  const { user_id: id, email } = await testAccount()
  const { account_id } = await createAccount(serviceCtx(), {
    user: { id, email, name: null },
    name: 'New',
    time_zone: 'UTC',
  })
  const { rows } = await systemPool().query('select plan_type, subscriber_limit from account where id = $1', [
    account_id,
  ])
  expect(rows).toEqual([{ plan_type: 'free', subscriber_limit: 1_000 }])
})

test('the settings of the environment are shown with their source, and secrets only as set', async () => {
  const list = await admin(await testAccount()).settings.environment()
  const text = JSON.stringify(list)
  expect(list.find(({ name }) => name === 'PORT')).toMatchObject({ is_secret: false })
  expect(list.find(({ name }) => name === 'SECRET_KEY')).toMatchObject({ is_secret: true })
  for (const { is_secret, value } of list) if (is_secret) expect([null, 'set']).toContain(value)
  expect(text).not.toContain('postgres://')
})
