import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'

/** An account that others can recommend. */
async function openCreator(name: string) {
  const account = await testAccount()
  await account.ctx.db.form.create({ data: { account_id: account.account_id, name: 'Footer', uid: randomUUID() } })
  await api('PUT /v4/account/creator_profile', key(account), { name })
  await api('PUT /v4/recommendations/profile', key(account), { is_open: true, pitch: null })
  return account
}

test('a program recommends creators in an order, and blocks those who recommend the account [contract 22.6]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const name = `Ola ${account.account_id}`
  const [ola, ada] = [await openCreator(name), await openCreator(`Ada ${account.account_id}`)]
  const { creators } = (await ask(`GET /v4/recommendations/creators?search=${encodeURIComponent(name)}`)).body
  expect(creators).toMatchObject([{ id: ola.account_id, name }])
  for (const { account_id } of [ola, ada])
    expect((await ask('POST /v4/recommendations', { creator_id: account_id })).status).toBe(201)
  const order = (body: { recommended: { id: number }[] }) => body.recommended.map(({ id }) => id)
  const { body } = await ask(`POST /v4/recommendations/${ada.account_id}/move`, { by: -1 })
  expect(order(body)).toEqual([ada.account_id, ola.account_id])
  expect((await ask(`POST /v4/recommendations/${ada.account_id}/move`, { by: 2 })).status).toBe(422)
  const noted = await ask(`PUT /v4/recommendations/${ola.account_id}`, { note: 'Wood' })
  expect(noted.body.recommended[1]).toMatchObject({ note: 'Wood' })
  expect((await ask(`DELETE /v4/recommendations/${ada.account_id}`)).body.recommended).toHaveLength(1)
  const stranger = await testAccount()
  for (const operation of ['DELETE', 'PUT']) {
    const path = `/v4/recommendations/${stranger.account_id}`
    expect((await ask(`${operation} ${path}`, { note: null })).status).toBe(404)
  }
  expect((await ask('POST /v4/recommendations', { creator_id: stranger.account_id })).status).toBe(404)
  const blocked = await api(`PUT /v4/recommendations/${account.account_id}/block`, key(ola), { is_blocked: true })
  expect(blocked.body.recommenders).toMatchObject([{ id: account.account_id, is_blocked: true }])
})
