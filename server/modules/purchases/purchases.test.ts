import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { api, bearer, key } from '../../testing/api.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { takeEvents } from '../../testing/events.ts'

const LINE = { name: 'Course', pid: 'p-1', lid: 'l-1', quantity: 1, unit_price: 40, sku: 'C-1' }
const PURCHASE = { email_address: 'Lin@Example.net', transaction_id: 'T-88', products: [LINE] }
const buy = (account: TestAccount, body: unknown) => api('POST /v4/purchases', bearer(account), body)

test('a flat purchase, as the official client posts it, returns the record [contract 17.25]', async () => {
  const account = await testAccount()
  const { status, body } = await buy(account, {
    ...PURCHASE,
    first_name: 'Lin',
    status: 'paid',
    currency: 'usd',
    transaction_time: '2026-03-01 10:00:00',
    subtotal: 40.0,
    discount: 5.0,
    tax: 3.5,
    shipping: 2,
    total: 38.5,
    products: [LINE, { name: 'Tip', pid: 7, lid: 8, quantity: '1', unit_price: '5.00', sku: null }],
  })
  expect(status).toBe(201)
  expect(body.purchase).toEqual({
    id: expect.any(Number),
    transaction_id: 'T-88',
    subscriber_id: expect.any(Number),
    status: 'paid',
    email_address: 'lin@example.net',
    currency: 'USD',
    transaction_time: '2026-03-01T10:00:00Z',
    subtotal: 40,
    discount: 5,
    tax: 3.5,
    total: 38.5,
    products: [LINE, { name: 'Tip', pid: '7', lid: '8', quantity: 1, unit_price: 5, sku: null }],
    source: 'Test app',
  })
  expect((await api(`GET /v4/purchases/${body.purchase.id}`, bearer(account))).body).toEqual(body)
  expect((await api('GET /v4/purchases', bearer(account))).body.purchases).toEqual([body.purchase])
  const { body: buyer } = await api(`GET /v4/subscribers/${body.purchase.subscriber_id}`, bearer(account))
  expect(buyer.subscriber).toMatchObject({ state: 'active', first_name: 'Lin', email_address: 'lin@example.net' })
})

test('a blank transaction, an invalid address and missing products are rejected, wrapped and flat [contract 17.25]', async () => {
  const account = await testAccount()
  const cases: [object, string[]][] = [
    [{ ...PURCHASE, transaction_id: '' }, ['Transaction cannot be blank']],
    [{ ...PURCHASE, transaction_id: null }, ['Transaction cannot be blank']],
    [{ ...PURCHASE, email_address: 'unknown' }, ['Email address is invalid']],
    [{ ...PURCHASE, products: [] }, ['Products cannot be blank']],
    [{}, ['Email address is invalid', 'Transaction cannot be blank', 'Products cannot be blank']],
    [{ ...PURCHASE, currency: 'dollars' }, [expect.stringContaining('currency')]],
    [{ ...PURCHASE, total: 'much' }, ['total must be a number']],
    [{ ...PURCHASE, total: 1e300 }, ['total must be a number of at most ten digits']],
    [{ ...PURCHASE, transaction_time: 'soon' }, ['transaction_time must be an ISO 8601 date and time']],
    [{ ...PURCHASE, products: [{ ...LINE, lid: ' ' }] }, ['products[0].lid must not be blank']],
  ]
  for (const [body, errors] of cases) {
    expect(await buy(account, body), JSON.stringify(body)).toMatchObject({ status: 422, body: { errors } })
    expect(await buy(account, { purchase: body })).toMatchObject({ status: 422, body: { errors } })
  }
  expect(await buy(account, { purchase: [] })).toMatchObject({ status: 422 })
  expect(await buy(account, { purchase: PURCHASE })).toMatchObject({ status: 201 })
})

test('an API key is rejected on every purchase route [contract 17.26]', async () => {
  const account = await testAccount()
  const { body } = await buy(account, PURCHASE)
  const refused = { status: 401, body: { errors: ['The access token is invalid'] } }
  for (const operation of ['GET /v4/purchases', 'POST /v4/purchases', `GET /v4/purchases/${body.purchase.id}`])
    expect(await api(operation, key(account), PURCHASE)).toMatchObject(refused)
})

test('absent properties of a purchase have defaults', async () => {
  const account = await testAccount()
  const before = Date.now() - 1000
  const { body } = await buy(account, PURCHASE)
  expect(body.purchase).toMatchObject({ status: 'paid', currency: 'USD', subtotal: 0, discount: 0, tax: 0, total: 0 })
  expect(Date.parse(body.purchase.transaction_time)).toBeGreaterThan(before)
})

test('reposting a transaction adds lines, replaces a line with the same lid, and keeps absent properties', async () => {
  const account = await testAccount()
  const first = await buy(account, { ...PURCHASE, total: 40, tax: 1 })
  const again = await buy(account, { ...PURCHASE, products: [{ ...LINE, quantity: 2 }], tax: 2 })
  expect(again.status).toBe(201)
  expect(again.body.purchase).toMatchObject({ id: first.body.purchase.id, total: 40, tax: 2 })
  expect(again.body.purchase.products).toEqual([{ ...LINE, quantity: 2 }])
  const more = await buy(account, { ...PURCHASE, products: [{ ...LINE, lid: 'l-2', name: 'Course, again' }] })
  expect(more.body.purchase.products.map(({ lid }: { lid: string }) => lid)).toEqual(['l-1', 'l-2'])
  const { rows } = { rows: await account.ctx.db.product.findMany({ select: { pid: true, name: true } }) }
  expect(rows).toEqual([{ pid: 'p-1', name: 'Course, again' }])
})

test('amounts are exact to the cent', async () => {
  const account = await testAccount()
  const { body } = await buy(account, {
    ...PURCHASE,
    subtotal: 0.1 + 0.2,
    tax: 1234567890.12,
    total: 19.99,
    discount: -0.01,
  })
  expect(body.purchase).toMatchObject({ subtotal: 0.3, tax: 1234567890.12, total: 19.99, discount: -0.01 })
})

test('a purchase does not resubscribe or rename an unsubscribed subscriber', async () => {
  const account = await testAccount()
  const subscriber = { email_address: 'lin@example.net', first_name: 'Linnea', state: 'cancelled' }
  const { body } = await api('POST /v4/subscribers', key(account), subscriber)
  const bought = await buy(account, { ...PURCHASE, first_name: 'L.' })
  expect(bought.body.purchase.subscriber_id).toBe(body.subscriber.id)
  const after = await api(`GET /v4/subscribers/${body.subscriber.id}`, key(account))
  expect(after.body.subscriber).toMatchObject({ state: 'cancelled', first_name: 'Linnea' })
})

test('a buyer counts against the plan, and a rejected purchase stores nothing', async () => {
  const account = await testAccount({ subscriber_limit: 0 })
  expect(await buy(account, PURCHASE)).toMatchObject({
    status: 403,
    body: { errors: ['This request would exceed your subscriber limit'] },
  })
  expect((await api('GET /v4/purchases', bearer(account))).body.purchases).toEqual([])
})

test('twenty concurrent posts of a transaction create one purchase', async () => {
  const account = await testAccount()
  const answers = await Promise.all(Array.from({ length: 20 }, () => buy(account, PURCHASE)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const { body } = await api('GET /v4/purchases?include_total_count=1', bearer(account))
  expect(body.pagination.total_count).toBe(1)
  expect(body.purchases[0].products).toHaveLength(1)
})

test('legacy webhooks receive the purchase once, with shipping, and each new line', async () => {
  const account = await testAccount()
  for (const event_name of ['purchase_create', 'product_purchase'])
    await account.ctx.db.legacyWebhook.create({
      data: { account_id: account.account_id, target_url: 'https://hooks.example', event: {}, event_name },
    })
  const { body } = await buy(account, { ...PURCHASE, shipping: 2.5 })
  await buy(account, { ...PURCHASE, products: [LINE, { ...LINE, lid: 'l-2' }] })
  const events = await takeEvents(account.account_id)
  const product = { type: 'subscriber.product_purchased', data: { product: { id: expect.any(Number) } } }
  expect(events).toMatchObject([
    { type: 'purchase.created', data: { purchase: { ...body.purchase, shipping: 2.5 } } },
    product,
    product,
  ])
  expect(events[1]?.data.subscriber).toMatchObject({
    id: body.purchase.subscriber_id,
    email_address: 'lin@example.net',
  })
})

test('the dashboard totals purchases by currency, for the account and for one subscriber', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const { body } = await buy(account, { ...PURCHASE, total: 0.1 })
  await buy(account, { ...PURCHASE, transaction_id: 'T-89', total: 0.2 })
  await buy(account, { ...PURCHASE, transaction_id: 'T-90', currency: 'eur', total: 9 })
  await buy(account, { ...PURCHASE, transaction_id: 'T-91', email_address: 'sol@example.net', total: 1 })
  await buy(other, { ...PURCHASE, total: 1000 })
  const { purchases } = dashboard(account)
  expect(await purchases.totals({})).toEqual([
    { currency: 'EUR', purchases: 1, total: 9 },
    { currency: 'USD', purchases: 3, total: 1.3 },
  ])
  const { subscriber_id } = body.purchase
  expect(await purchases.totals({ subscriber_id })).toEqual([
    { currency: 'EUR', purchases: 1, total: 9 },
    { currency: 'USD', purchases: 2, total: 0.3 },
  ])
  const { rows } = await purchases.list({ subscriber_id })
  expect(rows.map(({ transaction_id }) => transaction_id)).toEqual(['T-90', 'T-89', 'T-88'])
})

test('a new product is priced in the currency of most purchases, or in US dollars without purchases', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  expect(await purchases.offered()).toMatchObject({ usual_currency: 'USD' })
  for (const [at, currency] of ['usd', 'eur', 'eur'].entries())
    await buy(account, { ...PURCHASE, transaction_id: `T-${at}`, currency })
  expect(await purchases.offered()).toMatchObject({ usual_currency: 'EUR' })
  expect(await purchases.usualCurrency()).toBe('EUR')
})

test('a program sets and removes the product of the account, and lists purchased ones [contract 22.3]', async () => {
  const account = await testAccount()
  const ask = (operation: string, body?: unknown) => api(operation, key(account), body)
  expect((await ask('GET /v4/account/product')).body).toEqual({
    product: null,
    buyers: 0,
    paid_posts: 0,
    usual_currency: 'USD',
    sold: [],
  })
  expect((await ask('PUT /v4/account/product', { name: '', price: -1, currency: 'dollar' })).body.errors).toEqual([
    'name: Enter a name',
    'price: Enter a price of 0 or more',
    'currency: Enter a currency code, such as USD',
    'url: Enter an address that begins with https:// or http://',
    'pid is required',
  ])
  const course = { name: 'Course', price: 9.5, currency: 'eur', url: 'https://x.example/course', pid: 'p-7' }
  const { product } = (await ask('PUT /v4/account/product', course)).body
  expect(product).toEqual({ ...course, id: expect.any(Number), currency: 'EUR' })
  expect((await ask('GET /v4/products')).body.products).toEqual([{ id: product.id, name: 'Course' }])
  expect((await ask('DELETE /v4/account/product')).status).toBe(204)
  expect((await ask('DELETE /v4/account/product')).status).toBe(404)
  // Two programs that set it concurrently set one product.
  const both = await Promise.all(
    ['p-8', 'p-9'].map((pid) => ask('PUT /v4/account/product', { ...course, pid, name: pid })),
  )
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await dashboard(account).purchases.offered()).products).toHaveLength(1)
})

test('a product that is removed and saved again has its buyers again, also those of assigned products', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  const course = { name: 'Course', price: 40, currency: 'USD', url: 'https://x.example/course', pid: 'course' }
  const { products } = await purchases.saveProduct(course)
  await buy(account, PURCHASE)
  const offered = () => purchases.offered()
  const sold = (await offered()).sold.find(({ pid }) => pid === LINE.pid)
  await purchases.assignProduct({ id: sold?.id ?? 0, sold_as: products[0]?.id ?? 0 })
  expect(await offered()).toMatchObject({ buyers: 1 })
  await purchases.removeProduct({ id: products[0]?.id ?? 0 })
  const without = await offered()
  expect(without).toMatchObject({ buyers: 0, products: [] })
  expect(without.sold.map(({ sold_as }) => sold_as)).toEqual([null, null])
  await purchases.saveProduct(course)
  expect(await offered()).toMatchObject({ buyers: 1, products: [{ buyers: 1 }] })
})

test('a product that is removed and saved again has its place among the products', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  const course = { name: 'Course', price: 40, currency: 'USD', url: 'https://x.example/course', pid: 'course' }
  await purchases.saveProduct(course)
  const { products } = await purchases.saveProduct({ ...course, name: 'Book', pid: 'book' })
  await purchases.removeProduct({ id: products[0]?.id ?? 0 })
  const again = await purchases.saveProduct(course)
  expect(again.products.map(({ id }) => id)).toEqual(products.map(({ id }) => id))
  const { body } = await api('GET /v4/account/product', bearer(account))
  expect(body.product.id).toBe(products[0]?.id)
})

test('the list of the dashboard is filtered by days in the account’s time zone and by product, and names the buyer', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  const at = (transaction_id: string, transaction_time: string, line: object = LINE) =>
    buy(account, { ...PURCHASE, first_name: 'Lin', transaction_id, transaction_time, products: [line] })
  await at('before', '2026-03-01 22:59:59')
  await at('first', '2026-03-01 23:00:00')
  await at('last', '2026-03-03 22:59:59', { ...LINE, name: 'Book', pid: 'p-2' })
  await at('now', new Date().toISOString())
  const ids = async (filter: object) => (await purchases.list(filter)).rows.map((one) => one.transaction_id)
  const span = { from: '2026-03-02', to: '2026-03-03' }
  expect(await ids(span)).toEqual(['last', 'first'])
  expect(await ids({ days: 30 })).toEqual(['now'])
  const book = (await purchases.products({})).rows.find(({ name }) => name === 'Book')
  expect(await ids({ ...span, product_id: book?.id })).toEqual(['last'])
  expect((await purchases.list(span)).rows[0]).toMatchObject({ first_name: 'Lin' })
})
