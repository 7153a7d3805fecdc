import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount, testApiKey, testMember, testToken } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'

const tokenOf = (account: TestAccount, scopes: string[], user_id = account.user_id) =>
  testToken(account.account_id, user_id, { scopes })

test('a program changes settings, profile and style, and reads the usage [contract 22.7]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  expect((await ask('PUT /v4/account/settings', { time_zone: 'Mars', undo_seconds: 7 })).body.errors).toEqual([
    'time_zone: Choose a time zone from the list',
    expect.stringMatching(/^undo_seconds: Choose one of/),
  ])
  const given = { name: 'Studio South', announces_views: true }
  const { settings } = (await ask('PUT /v4/account/settings', given)).body
  expect(settings).toMatchObject({ name: 'Studio South', time_zone: 'Europe/Oslo', announces_views: false })
  expect((await ask('GET /v4/account/settings')).body.settings).toEqual(settings)
  const token = await tokenOf(account, ['read', 'write'])
  expect((await api('PUT /v4/account/settings', { token }, given)).status).toBe(403)

  await ask('PUT /v4/account/creator_profile', { name: 'Nora', bio: 'Glazes' })
  const { profile } = (await ask('PUT /v4/account/creator_profile', { name: 'Nora', byline: 'Potter' })).body
  expect(profile).toEqual({ name: 'Nora', byline: 'Potter', bio: null, image_url: null, profile_url: null })

  const { style } = (await ask('GET /v4/account/style')).body
  expect(style).toMatchObject({ is_chosen: false, logo: null })
  const colors = { text_color: '#eeeeee', background_color: '#ffffff' }
  expect((await ask('PUT /v4/account/style', { ...style.choices, ...colors })).body.errors).toEqual([
    expect.stringMatching(/^text_color: This text can't be read/),
  ])
  const chosen = await ask('PUT /v4/account/style', { ...style.choices, accent_color: '#1D4ED8' })
  expect(chosen.body.style).toMatchObject({ is_chosen: true, choices: { accent_color: '#1d4ed8' } })
  expect((await ask('DELETE /v4/account/style')).status).toBe(204)
  expect((await ask('GET /v4/account/style')).body.style.is_chosen).toBe(false)
  expect((await ask('GET /v4/account/usage')).body).toMatchObject({ plan_type: 'creator', used: { members: 1 } })
})

test('only a credential with the scope for the team changes members and invitations [contract 22.7]', async () => {
  const account = await testAccount()
  const lin = await testMember(account, 'editor')
  const path = `/v4/members/${lin.user_id}`
  for (const scopes of [['public'], ['read', 'write', 'account:write', 'privacy:write']]) {
    const token = await tokenOf(account, scopes)
    expect((await api(`PUT ${path}`, { token }, { role: 'viewer' })).status).toBe(403)
  }
  const token = await tokenOf(account, ['team:write'])
  const ask = (operation: string, body?: unknown) => api(operation, { token }, body)
  expect((await ask(`PUT ${path}`, { role: 'boss' })).body.errors).toEqual([
    'role must be one of: owner, admin, editor, viewer',
  ])
  expect((await ask(`PUT ${path}`, { role: 'admin' })).body.member).toMatchObject({ ...of(lin), role: 'admin' })
  expect((await api('GET /v4/members', bearer(account))).body.members).toMatchObject([
    { user_id: account.user_id, is_you: true },
    { ...of(lin), is_you: false },
  ])
  const address = `bo-${account.account_id}@studio.example`
  expect((await ask('POST /v4/invitations', { email_address: address, role: 'editor' })).status).toBe(204)
  const { invitations } = (await api('GET /v4/invitations', bearer(account))).body
  expect(invitations).toMatchObject([{ email_address: address, role: 'editor', is_expired: false }])
  expect(await account.ctx.db.invitation.findMany()).toMatchObject([{ invited_by: account.user_id }])
  const other = await testAccount()
  const foreign = bearer(other)
  expect((await api(`DELETE /v4/invitations/${invitations[0].id}`, foreign)).status).toBe(404)
  expect((await api(`DELETE ${path}`, foreign)).status).toBe(404)
  expect((await ask(`DELETE /v4/invitations/${invitations[0].id}`)).status).toBe(204)
  expect((await ask(`DELETE ${path}`)).status).toBe(204)
  expect((await ask(`DELETE /v4/members/${account.user_id}`)).body.errors).toEqual([
    expect.stringContaining('at least one owner'),
  ])
})

test('a list that is read whole continues after a row that is gone, in both directions [contract 6.1]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, bearer(account), body)
  const made: number[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const { tag } = (await ask('POST /v4/tags', { name })).body
    made.push(tag.id)
    await ask(`PUT /v4/tags/${tag.id}/topic`, { name })
  }
  const page = async (query: string) => (await ask(`GET /v4/topics?per_page=2${query}`)).body
  const first = await page('')
  expect(first.topics).toMatchObject([{ id: made[0] }, { id: made[1] }])
  const { end_cursor } = first.pagination
  await ask(`DELETE /v4/tags/${made[1]}/topic`)
  const second = await page(`&after=${end_cursor}`)
  expect(second.topics).toMatchObject([{ id: made[2] }, { id: made[3] }])
  expect((await page(`&before=${end_cursor}`)).topics).toMatchObject([{ id: made[0] }])
  await ask(`DELETE /v4/tags/${made[2]}/topic`)
  expect((await page(`&after=${second.pagination.end_cursor}`)).topics).toMatchObject([{ id: made[4] }])
  expect((await page(`&before=${second.pagination.start_cursor}`)).topics).toMatchObject([{ id: made[0] }])
  expect((await page('&after=WzFd')).errors).toEqual(['after is not a valid cursor'])
})

test('an admin’s program cannot make an owner, nor change one [contract 22.7]', async () => {
  const account = await testAccount()
  const admin = await testMember(account, 'admin')
  const token = await tokenOf(account, ['team:write'], admin.user_id)
  const ask = (operation: string, body?: unknown) => api(operation, { token }, body)
  const invited = { email_address: 'lin@studio.example', role: 'owner' }
  expect((await ask('POST /v4/invitations', invited)).status).toBe(403)
  expect((await ask(`PUT /v4/members/${admin.user_id}`, { role: 'owner' })).status).toBe(403)
  expect((await ask(`PUT /v4/members/${account.user_id}`, { role: 'viewer' })).status).toBe(403)
  await unscoped().membership.updateMany({ where: { user_id: admin.user_id }, data: { role: 'editor' } })
  expect((await ask(`DELETE /v4/members/${account.user_id}`)).status).toBe(403)
})

test('a program lists and revokes API keys without seeing them, and owners read the log of it [contract 22.7]', async () => {
  const account = await testAccount()
  const crm = await testApiKey(account.account_id)
  const ask = (operation: string) => api(operation, bearer(account))
  const { api_keys } = (await ask('GET /v4/api_keys')).body
  expect(api_keys).toHaveLength(2)
  for (const secret of [crm, account.api_key]) expect(JSON.stringify(api_keys)).not.toContain(secret)
  const [{ id }] = api_keys
  expect((await api(`DELETE /v4/api_keys/${id}`, bearer(await testAccount()))).status).toBe(404)
  const token = await tokenOf(account, ['public'])
  expect((await api(`DELETE /v4/api_keys/${id}`, { token })).status).toBe(403)
  expect((await ask(`DELETE /v4/api_keys/${id}`)).status).toBe(204)
  expect((await api('GET /v4/account', { api_key: crm })).status).toBe(401)
  const { security_events } = (await ask('GET /v4/security_events')).body
  expect(security_events).toMatchObject([{ kind: 'api_key_revoked', by: null }])
  await unscoped().membership.updateMany({ where: { account_id: account.account_id }, data: { role: 'admin' } })
  const admin = await tokenOf(account, ['public'])
  expect((await api('GET /v4/security_events', { token: admin })).status).toBe(403)
})

const of = ({ user_id, email }: { user_id: number; email: string }) => ({ user_id, email_address: email })
