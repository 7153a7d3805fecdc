import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { api } from '../../testing/api.ts'
import { later } from '../../testing/clock.ts'
import { ApiKeyInput } from './schema.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './service.ts'

test('a key is shown once, stored as a hash, and listed by its prefix [O28, S6]', async () => {
  const { ctx, account_id } = await testAccount()
  const made = await createApiKey(ctx, { name: 'Laptop', scope: 'public' })
  expect((await api('GET /v4/tags', { api_key: made.key })).status).toBe(200)
  const listed = (await listApiKeys(ctx)).find(({ id }) => id === made.id)
  expect(listed).toEqual({ ...made, key: undefined, last_used_at: listed?.last_used_at })
  expect(made.key.startsWith(made.prefix)).toBe(true)
  const stored = await unscoped().apiKey.findFirstOrThrow({ where: { account_id, id: made.id } })
  expect(JSON.stringify(stored)).not.toContain(made.key)
})

test('a key with the read scope cannot write, and a revoked key cannot do anything [O28]', async () => {
  const { ctx } = await testAccount()
  const { id, key } = await createApiKey(ctx, { name: 'Dashboard', scope: 'read' })
  expect((await api('GET /v4/tags', { api_key: key })).status).toBe(200)
  expect((await api('POST /v4/tags', { api_key: key }, { name: 'x' })).status).toBe(403)
  await revokeApiKey(ctx, { id })
  await expect.poll(async () => (await api('GET /v4/tags', { api_key: key })).status).toBe(401)
  await expect(revokeApiKey(ctx, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test('another account’s key is not found [S11]', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const { id } = await createApiKey(other.ctx, { name: 'Theirs', scope: 'public' })
  await expect(revokeApiKey(own.ctx, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test('an account has at most 100 API keys, even when several are created concurrently', async () => {
  const { ctx, account_id } = await testAccount()
  const db = unscoped()
  const spare = (_: unknown, i: number) => ({
    account_id,
    name: `Spare ${i}`,
    prefix: 'envoi_',
    key_hash: `${account_id} ${i}`,
    scopes: ['public'],
  })
  await db.apiKey.createMany({ data: Array.from({ length: 94 }, spare) })
  const create = () => createApiKey(ctx, { name: 'Laptop', scope: 'public' })
  const results = await Promise.allSettled(Array.from({ length: 20 }, create))
  expect(await db.apiKey.count({ where: { account_id, revoked_at: null } })).toBe(100)
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(15)
  expect(refused[0]?.reason).toMatchObject({
    code: 'invalid',
    messages: ['An account can have at most 100 API keys. Revoke one that you no longer use, then try again.'],
  })
  const [first] = await listApiKeys(ctx)
  await revokeApiKey(ctx, { id: first?.id ?? 0 })
  expect((await create()).key).toMatch(/^envoi_/)
})

test('a key with chosen permissions has only these, and one for members works for members [contract 2.3]', async () => {
  const { ctx } = await testAccount()
  const make = (scopes: ('read' | 'write' | 'team:write')[]) =>
    createApiKey(ctx, { name: 'CRM', scope: 'chosen', scopes })
  const statusesOf = async (api_key: string) => [
    (await api('GET /v4/tags', { api_key })).status,
    (await api('POST /v4/tags', { api_key }, { name: 'x' })).status,
    (await api('DELETE /v4/invitations/999999', { api_key })).status,
    (await api('DELETE /v4/installations/999999', { api_key })).status,
  ]
  expect(await statusesOf((await make(['write'])).key)).toEqual([403, 201, 403, 403])
  expect(await statusesOf((await make(['read', 'team:write'])).key)).toEqual([200, 403, 404, 404])
  expect(await statusesOf((await createApiKey(ctx, { name: 'All', scope: 'public' })).key)).toEqual([
    200, 200, 403, 403,
  ])
  expect(ApiKeyInput.safeParse({ name: 'CRM', scope: 'chosen' }).error?.issues).toMatchObject([
    { path: ['scopes'], message: 'Choose at least one permission' },
  ])
  expect((await listApiKeys(ctx)).map(({ scopes }) => scopes)).toContainEqual(['read', 'team:write'])
})

test('a key stops working when it expires, also one that was used before [contract 2.1]', async () => {
  const { ctx } = await testAccount()
  const { key, expires_at } = await createApiKey(ctx, { name: 'Trial', scope: 'read', expires_in_days: 30 })
  expect(Date.parse(expires_at ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000)
  expect((await api('GET /v4/tags', { api_key: key })).status).toBe(200)
  later(31 * 86_400_000)
  expect(await api('GET /v4/tags', { api_key: key })).toMatchObject({
    status: 401,
    body: { errors: ['The access token expired'] },
  })
})
