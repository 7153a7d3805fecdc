import { expect, test } from 'vitest'
import { unscoped } from '../../db/client.ts'
import { testAccount } from '../../testing/account.ts'
import { api } from '../../testing/api.ts'
import { createApiKey, listApiKeys, revokeApiKey } from './service.ts'

test('O28, S6: a key is shown once, kept as a hash, listed by its prefix', async () => {
  const { ctx, account_id } = await testAccount()
  const made = await createApiKey(ctx, { name: 'Laptop', scope: 'public' })
  expect((await api('GET /v4/tags', { api_key: made.key })).status).toBe(200)
  const listed = (await listApiKeys(ctx)).find(({ id }) => id === made.id)
  expect(listed).toEqual({ ...made, key: undefined, last_used_at: listed?.last_used_at })
  expect(made.key.startsWith(made.prefix)).toBe(true)
  const stored = await unscoped().apiKey.findFirstOrThrow({ where: { account_id, id: made.id } })
  expect(JSON.stringify(stored)).not.toContain(made.key)
})

test('O28: a key that only reads may not write, and a revoked one does nothing', async () => {
  const { ctx } = await testAccount()
  const { id, key } = await createApiKey(ctx, { name: 'Dashboard', scope: 'read' })
  expect((await api('GET /v4/tags', { api_key: key })).status).toBe(200)
  expect((await api('POST /v4/tags', { api_key: key }, { name: 'x' })).status).toBe(403)
  await revokeApiKey(ctx, { id })
  await expect.poll(async () => (await api('GET /v4/tags', { api_key: key })).status, { timeout: 3000 }).toBe(401)
  await expect(revokeApiKey(ctx, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test('S11: another account’s key is not found', async () => {
  const [own, other] = [await testAccount(), await testAccount()]
  const { id } = await createApiKey(other.ctx, { name: 'Theirs', scope: 'public' })
  await expect(revokeApiKey(own.ctx, { id })).rejects.toMatchObject({ code: 'not_found' })
})
