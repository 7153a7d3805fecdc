import { expect, test } from 'vitest'
import { unscoped } from '../../../db/client.ts'
import { env } from '../../../env.ts'
import { testAccount } from '../../../testing/account.ts'
import {
  askAuthorize,
  authorizeQuery,
  browserOf,
  exchange,
  postDecision,
  requestOf,
  seeConsent,
  testClient,
  testTokens,
} from '../../../testing/modules/oauth.ts'

const locationOf = (answer: Response) => new URL(answer.headers.get('location') ?? '')

test('the page shows the app, its permissions, the accounts and the redirect target [O20]', async () => {
  const [account, client] = [await testAccount(), await testClient({ data: { account_id: null } })]
  const browser = await browserOf(account)
  const consent = await seeConsent(
    browser,
    await requestOf(authorizeQuery(client, { scope: 'read', tenant_name: 'Shop 7' })),
  )
  expect(consent).toMatchObject({
    app: { name: 'Inbox Tool', target: 'tool.example', review_status: 'self_registered' },
    tenant_name: 'Shop 7',
    user: { name: 'Nora Lind', email_address: account.email },
    accounts: [{ id: account.account_id, name: 'Studio North', may_connect: true, connected: 'no' }],
    chosen_account_id: account.account_id,
  })
  expect(consent.permissions.map(({ title }) => title)).toEqual(['See what is in this account'])
  for (const word of ['notes', 'comments', 'team']) expect(consent.permissions[0]?.detail).toContain(word)
  const all = await seeConsent(browser, await requestOf(authorizeQuery(client)))
  expect(all.permissions.map(({ title }) => title)).toEqual([
    'See what is in this account',
    'Change what is in this account',
    'Change images, import and export data',
    'Run automations',
    'Control who gets email',
    'Change the settings of the account',
    'Erase subscribers',
  ])
  const admin_tool = await testClient({ data: { account_id: null, scopes: ['public', 'team:write'] } })
  const team = await seeConsent(browser, await requestOf(authorizeQuery(admin_tool, { scope: 'team:write' })))
  expect(team.permissions.map(({ title }) => title)).toEqual(['Change who has access'])
})

test('an app that requests more than it was granted needs consent again [O20]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  await testTokens(account, client, { scope: 'read' })
  const browser = await browserOf(account)
  const connected = async (scope: string) =>
    (await seeConsent(browser, await requestOf(authorizeQuery(client, { scope })))).accounts[0]?.connected
  expect(await connected('read')).toBe('same')
  expect(await connected('read write')).toBe('less')
  expect((await testTokens(account, client, { scope: 'read write' })).scope).toBe('read write')
  expect(await connected('read')).toBe('same')
  expect(await connected('public')).toBe('less')
})

test('a decision needs the proof of this session and this request [O20, S8]', async () => {
  const [account, other_account, client] = [await testAccount(), await testAccount(), await testClient()]
  const browser = await browserOf(account)
  const request = await requestOf(authorizeQuery(client))
  const { proof } = await seeConsent(browser, request)
  const fields = { request, proof, decision: 'allow', account_id: String(account.account_id) }
  const elsewhere = new Headers(browser)
  elsewhere.set('origin', 'https://evil.example')
  const nowhere = new Headers(browser)
  nowhere.delete('origin')
  const another = await requestOf(authorizeQuery(client, { state: 'st-2' }))
  const refused_requests: [Headers, Record<string, string>][] = [
    [elsewhere, fields],
    [nowhere, fields],
    [browser, { ...fields, proof: '' }],
    [browser, { ...fields, request: another }],
    [await browserOf(account), fields],
    [await browserOf(other_account), fields],
    [browser, { ...fields, account_id: String(other_account.account_id) }],
    [browser, { ...fields, account_id: 'x' }],
  ]
  for (const [from, given] of refused_requests) {
    const answer = await postDecision(from, given)
    expect(answer.status).toBe(403)
    expect(answer.headers.get('location')).toBeNull()
  }
  expect(await unscoped().oauthGrant.count({ where: { app_id: client.id } })).toBe(0)
  const signed_out = await postDecision(new Headers({ origin: env().APP_URL }), fields)
  expect(locationOf(signed_out).pathname).toBe('/login')
  const { status, headers } = await postDecision(browser, fields)
  expect([status, headers.get('referrer-policy'), headers.get('cache-control')]).toEqual([
    303,
    'no-referrer',
    'no-store',
  ])
})

test('a request is refused if it became invalid while the page was open [O20]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const browser = await browserOf(account)
  const request = await requestOf(authorizeQuery(client))
  const { proof } = await seeConsent(browser, request)
  await unscoped().app.update({ where: { id: client.id }, data: { redirect_uris: ['https://tool.example/new'] } })
  const fields = { request, proof, decision: 'allow', account_id: String(account.account_id) }
  expect((await postDecision(browser, fields)).status).toBe(400)
})

test('only admins and owners connect apps; a user with several accounts chooses one', async () => {
  const [own_account, other_account, client] = [await testAccount(), await testAccount(), await testClient()]
  const { user_id } = own_account
  const membership_key = { account_id_user_id: { account_id: other_account.account_id, user_id } }
  await unscoped().membership.create({ data: { account_id: other_account.account_id, user_id, role: 'editor' } })
  const browser = await browserOf(own_account)
  const request = await requestOf(authorizeQuery(client))
  const consent = await seeConsent(browser, request)
  expect(consent.accounts.map(({ id, may_connect }) => [id, may_connect])).toEqual(
    expect.arrayContaining([
      [own_account.account_id, true],
      [other_account.account_id, false],
    ]),
  )
  const fields = { request, proof: consent.proof, decision: 'allow', account_id: String(other_account.account_id) }
  const refused = await postDecision(browser, fields)
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('Only admins and owners')
  await unscoped().membership.update({ where: membership_key, data: { role: 'admin' } })
  const code = locationOf(await postDecision(browser, fields)).searchParams.get('code') ?? ''
  expect((await exchange(client, code)).status).toBe(200)
  expect(await unscoped().oauthGrant.count({ where: { account_id: other_account.account_id, user_id } })).toBe(1)
})

test('a user who cannot connect any account sees the reason and can go back', async () => {
  const [own, other_account, client] = [await testAccount(), await testAccount(), await testClient()]
  await unscoped().membership.updateMany({ where: { account_id: own.account_id }, data: { role: 'viewer' } })
  const browser = await browserOf(own)
  const request = await requestOf(authorizeQuery(client))
  const { chosen_account_id, proof } = await seeConsent(browser, request)
  expect(chosen_account_id).toBeNull()
  const answer = await postDecision(browser, { request, proof, decision: 'deny' })
  expect(locationOf(answer).searchParams.get('error')).toBe('access_denied')
  const forced = await postDecision(browser, {
    request,
    proof,
    decision: 'allow',
    account_id: String(other_account.account_id),
  })
  expect(forced.status).toBe(403)
})

test('an account has one installation per tenant of an app [contract 3.1]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  for (const tenant_name of [undefined, 'Shop 7', 'Shop 8', 'Shop 7'])
    await testTokens(account, client, { tenant_name })
  const { account_id } = account
  const installations = await unscoped().installation.findMany({ where: { account_id, app_id: client.id } })
  expect(installations.map(({ tenant_name, state }) => [tenant_name, state])).toEqual([
    ['', 'installed'],
    ['Shop 7', 'installed'],
    ['Shop 8', 'installed'],
  ])
})

test('if the app has a page in the install flow, returning from it completes the installation [contract 10.2]', async () => {
  const client = await testClient({ data: { authorization_url: 'https://tool.example/begin' } })
  const account = await testAccount()
  await testTokens(account, client)
  const { account_id } = account
  const { state } = await unscoped().installation.findFirstOrThrow({ where: { account_id, app_id: client.id } })
  expect(state).toBe('pending')
})

test('an app gets no more scopes than it registered [O12, O7]', async () => {
  const client = await testClient({ scopes: ['read'], data: { status: 'published', published_at: new Date() } })
  const wide = locationOf(await askAuthorize(authorizeQuery(client, { scope: 'public' })))
  expect(wide.searchParams.get('error')).toBe('invalid_scope')
  expect((await testTokens(await testAccount(), client)).scope).toBe('read')
})

test('the consent page refuses a request that no browser would send [O5, O18]', async () => {
  const [account, client] = [await testAccount(), await testClient()]
  const browser = await browserOf(account)
  for (const state of ['a\r\nLocation: https://evil.example', 'a#b', 'å']) {
    const request = Buffer.from(`${authorizeQuery(client, { state: undefined })}&state=${state}`).toString('base64url')
    await expect(seeConsent(browser, request)).rejects.toThrow('broken')
  }
})

test('the consent page refuses a request of 9,000 characters with an explanation', async () => {
  const browser = await browserOf(await testAccount())
  for (const request of ['x'.repeat(9_000), 'é'.repeat(9_000), Buffer.alloc(9_000, 'a=b&').toString('base64url')])
    await expect(seeConsent(browser, request)).rejects.toThrow(/too long|broken|does not name an app/)
})
