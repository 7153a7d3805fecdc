import { expect, test } from 'vitest'
import { testAccount, testToken } from '../../testing/account.ts'
import { api, key } from '../../testing/api.ts'

const KIT = { name: 'Glaze kit', price: 25, currency: 'USD', url: 'https://studio.example/kit', pid: 'kit' }

test('a program has several products, and counts the purchases of a shop’s product for one [contract 22.3]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const token = await testToken(account.account_id, account.user_id)
  await api(
    'POST /v4/purchases',
    { token },
    {
      email_address: 'lin@example.net',
      transaction_id: 'T-1',
      status: 'paid',
      currency: 'USD',
      transaction_time: '2026-03-01T10:00:00Z',
      total: 25,
      products: [{ name: 'Kit from the fair', pid: 'fair', lid: 'l', quantity: 1, unit_price: 25 }],
    },
  )
  const made = await ask('POST /v4/account/products', KIT)
  expect(made).toMatchObject({ status: 201, body: { products: [{ ...KIT, buyers: 0 }], buyers: 0 } })
  const [{ id }] = made.body.products
  const fair = made.body.sold.find(({ pid }: { pid: string }) => pid === 'fair')
  const counted = await ask(`PUT /v4/products/${fair.id}/sold_as`, { sold_as: id })
  expect(counted.body).toMatchObject({ products: [{ id, buyers: 1 }], buyers: 1 })
  expect((await ask('GET /v4/account/products')).body).toEqual(counted.body)
  expect((await ask(`PUT /v4/products/${id}/sold_as`, { sold_as: id })).status).toBe(409)
  expect((await ask(`PUT /v4/products/${fair.id}/sold_as`, {})).body.errors).toEqual([
    expect.stringContaining('sold_as'),
  ])
  expect((await ask(`PUT /v4/products/${fair.id}/sold_as`, { sold_as: null })).body.buyers).toBe(0)
  expect((await ask('POST /v4/account/products', KIT)).status).toBe(409)
  expect((await ask('POST /v4/account/products', { ...KIT, price: 'x' })).body.errors).toEqual([
    'price: Enter a price, such as 40 or 9.50',
  ])
  const changed = await ask(`PUT /v4/account/products/${id}`, { ...KIT, price: 30 })
  expect(changed.body.products).toMatchObject([{ id, price: 30 }])
  const other = key(await testAccount())
  for (const operation of [`PUT /v4/account/products/${id}`, `DELETE /v4/account/products/${id}`])
    expect((await api(operation, other, KIT)).status, operation).toBe(404)
  expect((await api(`PUT /v4/products/${fair.id}/sold_as`, other, { sold_as: null })).status).toBe(404)
  expect((await ask(`DELETE /v4/account/products/${id}`)).status).toBe(204)
  expect((await ask('GET /v4/account/products')).body.products).toEqual([])
})

test('a program connects shops; no read answers a secret [contract 22.3]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  const secret = 'whsec_4f1c9a2b'
  const stripe = await ask('PUT /v4/checkouts', { provider: 'stripe', secret })
  expect(stripe.body.checkout).toMatchObject({ provider: 'stripe', is_connected: true, problem: null })
  const gumroad = await ask('PUT /v4/checkouts', { provider: 'gumroad' })
  expect(gumroad.body.checkout.address).toMatch(/\/hooks\/checkouts\/gumroad\//)
  const { checkouts } = (await ask('GET /v4/checkouts')).body
  expect(checkouts).toMatchObject([
    stripe.body.checkout,
    { provider: 'paddle', is_connected: false },
    { provider: 'lemon_squeezy', is_connected: false },
    { provider: 'gumroad', is_connected: true, address: null },
  ])
  for (const shown of [stripe.body, checkouts]) expect(JSON.stringify(shown)).not.toContain(secret)
  expect((await ask('DELETE /v4/checkouts', { provider: 'stripe' })).status).toBe(204)
  expect((await ask('DELETE /v4/checkouts', { provider: 'stripe' })).status).toBe(404)
})

test.each([
  [{}, ['provider must be one of: stripe, paddle, lemon_squeezy, gumroad']],
  [{ provider: 'stripe' }, ['secret is required']],
  [{ provider: 'stripe', secret: 'x' }, ['secret: Paste the signing secret, which begins with whsec_']],
  [{ provider: 'paddle', secret: 'pdl_ntfset' }, ['api_key is required']],
])('a checkout that is wrong answers 422: %j', async (body, errors) => {
  const account = await testAccount()
  expect(await api('PUT /v4/checkouts', key(account), body)).toMatchObject({ status: 422, body: { errors } })
})

test('checkouts need the admin role and the scope account:write [contract 2.3]', async () => {
  const { account_id, user_id } = await testAccount()
  const withScopes = async (...scopes: string[]) => ({ token: await testToken(account_id, user_id, { scopes }) })
  const put = async (credential: { token: string }) =>
    (await api('PUT /v4/checkouts', credential, { provider: 'gumroad' })).status
  expect(await put(await withScopes('read', 'write', 'files:write'))).toBe(403)
  expect(await put(await withScopes('account:write'))).toBe(200)
  const editor = await testAccount()
  await editor.ctx.db.membership.updateMany({ data: { role: 'editor' } })
  const token = await testToken(editor.account_id, editor.user_id)
  for (const operation of ['GET /v4/checkouts', 'PUT /v4/checkouts'])
    expect((await api(operation, { token }, { provider: 'gumroad' })).status, operation).toBe(403)
})
