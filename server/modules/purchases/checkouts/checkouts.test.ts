import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { takeEvents } from '../../../testing/events.ts'
import { connect, listed, SECRET, send, statusOf } from '../../../testing/servers/checkout.ts'
import {
  gumroadSale,
  lemonOrder,
  paddleRefund,
  paddleTransaction,
  SIGNED_CHECKOUT,
  type SignedCheckout,
  stripeRefund,
  stripeSession,
} from '../../../testing/servers/checkout-webhooks.ts'
import { CHECKOUT_PROVIDERS, type CheckoutProvider } from '../checkout-schema.ts'
import type { CheckoutFetch } from './paddle-customer.ts'
import { findReceiver, type Receiver, receiveCheckout } from './receive.ts'

const PRODUCT = { name: 'The Bench Course', price: 40, currency: 'USD', url: 'https://shop.example/bench', pid: 'own' }
const buyers = async (account: TestAccount) => (await dashboard(account).purchases.offered()).buyers
const addressee = () => `lin-${randomUUID()}@example.net`

/** Answers like Paddle's API. */
function paddleApi(email: string, status = 200) {
  const calls: { url: string; authorization: string | undefined }[] = []
  const fetch = async (url: string, request?: { headers?: Readonly<Record<string, string>> }) => {
    calls.push({ url, authorization: request?.headers?.authorization })
    const body = Buffer.from(JSON.stringify({ data: { id: 'ctm_01klin', email, name: 'Lin Berg' }, meta: {} }))
    return { status, headers: {}, body }
  }
  return { calls, fetch: fetch as unknown as CheckoutFetch }
}

async function receive(path: string, signed: SignedCheckout, fetch?: CheckoutFetch): Promise<void> {
  const [, , , provider = '', token = ''] = path.split('/')
  const receiver = (await findReceiver(provider, token)) as Receiver
  const header = (name: string) => signed.headers[name]
  await receiveCheckout(receiver, { body: Buffer.from(signed.body), header, ...(fetch ? { fetch } : {}) })
}

const REPORTS: Record<
  CheckoutProvider,
  {
    sale: (email: string) => object
    refund: (email: string) => object
    partial: (email: string) => object
    pid: string
  }
> = {
  stripe: {
    sale: (email) => stripeSession(email),
    refund: () => stripeRefund(),
    partial: () => stripeRefund({ refunded: false, amount_refunded: 100 }),
    pid: 'plink_1RlHdpR7UUImIKwkBench001',
  },
  paddle: {
    sale: () => paddleTransaction('ctm_01klin'),
    refund: () => paddleRefund(),
    partial: () => paddleRefund({ type: 'partial' }),
    pid: 'pro_01kbench',
  },
  lemon_squeezy: {
    sale: (email) => lemonOrder(email),
    refund: (email) => lemonOrder(email, 'order_refunded', { status: 'refunded', refunded: true }),
    partial: (email) => lemonOrder(email, 'order_refunded', { status: 'partial_refund', refunded: true }),
    pid: '88123',
  },
  gumroad: {
    sale: (email) => gumroadSale(email),
    refund: (email) => gumroadSale(email, { resource_name: 'refund', refunded: 'true' }),
    partial: (email) => gumroadSale(email, { resource_name: 'sale' }),
    pid: 'A-m3CDDC5dlrSdKZp0RFhA==',
  },
}
const LABELS = { stripe: 'Stripe', paddle: 'Paddle', lemon_squeezy: 'Lemon Squeezy', gumroad: 'Gumroad' }

test.each(CHECKOUT_PROVIDERS)('a purchase at %s is recorded once, and its refund ends the access', async (provider) => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  const { products } = await purchases.saveProduct(PRODUCT)
  const path = await connect(account, provider)
  const [email, { sale, refund, partial, pid }] = [addressee(), REPORTS[provider]]
  const signed = (value: object) => SIGNED_CHECKOUT[provider](SECRET, value)
  const { fetch, calls } = paddleApi(email)
  const report = (value: object) => receive(path, signed(value), fetch)
  await report(sale(email))
  await report(sale(email))
  const [purchase, ...others] = await listed(account)
  expect(others).toEqual([])
  expect(purchase).toMatchObject({
    email_address: email,
    status: 'paid',
    currency: 'USD',
    total: 38.5,
    source: LABELS[provider],
    products: [{ pid, quantity: 1 }],
  })
  if (provider !== 'gumroad') expect(purchase).toMatchObject({ subtotal: 40, discount: 5, tax: 3.5 })
  expect(String(purchase?.transaction_time)).toMatch(/^2026-03-01T(09:59:50|10:00:\d\d)Z$/)
  expect(calls).toEqual(
    provider === 'paddle'
      ? Array(2).fill({
          url: 'https://sandbox-api.paddle.com/customers/ctm_01klin',
          authorization: 'Bearer pdl_sdbx_apikey_01test',
        })
      : [],
  )
  // The product is listed, and counts once it is assigned.
  const sold = (await purchases.offered()).sold.find((one) => one.pid === pid)
  expect(await buyers(account)).toBe(0)
  await purchases.assignProduct({ id: sold?.id ?? 0, sold_as: products[0]?.id ?? 0 })
  expect(await buyers(account)).toBe(1)
  await report(partial(email))
  expect(await statusOf(account)).toEqual(['paid'])
  await report(refund(email))
  await report(refund(email))
  // The first report again.
  await report(sale(email))
  expect(await statusOf(account)).toEqual(['refunded'])
  expect(await buyers(account)).toBe(0)
})

test.each(CHECKOUT_PROVIDERS)('a refund at %s may arrive before its purchase', async (provider) => {
  const account = await testAccount()
  const path = await connect(account, provider)
  const [email, { sale, refund }] = [addressee(), REPORTS[provider]]
  const { fetch } = paddleApi(email)
  for (const value of [refund(email), refund(email), sale(email), sale(email)])
    await receive(path, SIGNED_CHECKOUT[provider](SECRET, value), fetch)
  expect(await statusOf(account)).toEqual(['refunded'])
  expect(await account.ctx.db.earlyRefund.count()).toBe(0)
})

test('a forged, changed or old webhook is rejected before it is read [S9]', async () => {
  const account = await testAccount()
  for (const provider of ['stripe', 'paddle', 'lemon_squeezy'] as const) {
    const path = await connect(account, provider)
    const sign = SIGNED_CHECKOUT[provider]
    const sale = REPORTS[provider].sale(addressee())
    const good = sign(SECRET, sale)
    const forged: SignedCheckout[] = [
      { ...good, headers: {} },
      { ...good, body: `${good.body} ` },
      { body: '{not json', headers: good.headers },
      sign('another secret', sale),
    ]
    if (provider !== 'lemon_squeezy')
      forged.push(
        SIGNED_CHECKOUT[provider](SECRET, sale, 6 * 60_000),
        SIGNED_CHECKOUT[provider](SECRET, sale, -6 * 60_000),
      )
    for (const one of forged) expect((await send(path, one)).status, provider).toBe(401)
    expect((await send(path, { ...good, body: `{"a":"${'x'.repeat(600_000)}"}` })).status).toBe(413)
  }
  expect(await listed(account)).toEqual([])
})

test('an address works for one shop of one account while it is connected', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const path = await connect(account, 'gumroad')
  const sale = SIGNED_CHECKOUT.gumroad('', gumroadSale(addressee()))
  expect((await send(path, sale)).status).toBe(200)
  expect((await send(path.replace('gumroad', 'stripe'), sale)).status).toBe(404)
  expect((await send(`${path}x`, sale)).status).toBe(404)
  expect((await send('/hooks/checkouts/gumroad/never-was', sale)).status).toBe(404)
  // A new address replaces the former one.
  const renewed = await connect(account, 'gumroad')
  expect((await send(path, sale)).status).toBe(404)
  expect((await send(renewed, sale)).status).toBe(200)
  await expect(dashboard(other).purchases.removeCheckout({ provider: 'gumroad' })).rejects.toThrow(/not found/i)
  await dashboard(account).purchases.removeCheckout({ provider: 'gumroad' })
  expect((await send(renewed, sale)).status).toBe(404)
  expect(await listed(account)).toHaveLength(1)
  expect(await listed(other)).toEqual([])
})

test('connecting, replacing and disconnecting a checkout is in the security log', async () => {
  const account = await testAccount()
  await connect(account, 'stripe')
  await connect(account, 'stripe')
  await dashboard(account).purchases.removeCheckout({ provider: 'stripe' })
  expect(await dashboard(account).security_events.list()).toMatchObject([
    { kind: 'checkout_disconnected', summary: 'The checkout Stripe was disconnected', by: expect.any(String) },
    { kind: 'checkout_replaced', summary: 'The checkout Stripe was given a new secret' },
    { kind: 'checkout_connected', summary: 'The checkout Stripe was connected' },
  ])
})

test('secrets are encrypted and never shown', async () => {
  const account = await testAccount()
  await connect(account, 'paddle')
  const rows = await account.ctx.db.checkout.findMany()
  const shown = JSON.stringify([rows, await dashboard(account).purchases.checkouts()])
  expect(shown).not.toContain(SECRET)
  expect(shown).not.toContain('pdl_sdbx_apikey_01test')
})

test('a purchase that cannot be recorded yet is sent again, and the dashboard says why', async () => {
  const account = await testAccount({ subscriber_limit: 0 })
  const path = await connect(account, 'paddle')
  const problem = async () =>
    (await dashboard(account).purchases.checkouts()).find(({ provider }) => provider === 'paddle')
  const signed = () => SIGNED_CHECKOUT.paddle(SECRET, paddleTransaction('ctm_01klin'))
  const email = addressee()
  await expect(receive(path, signed(), paddleApi(email, 403).fetch)).rejects.toThrow('refuses the API key')
  expect(await problem()).toMatchObject({ problem: expect.stringContaining('read customers'), is_connected: true })
  await expect(receive(path, signed(), paddleApi(email, 500).fetch)).rejects.toThrow('did not answer')
  await expect(receive(path, signed(), paddleApi(email).fetch)).rejects.toThrow('exceed your subscriber limit')
  expect(await problem()).toMatchObject({ problem: expect.stringContaining('limit') })
  await account.ctx.db.subscriber.create({ data: { account_id: account.account_id, email_address: email } })
  await receive(path, signed(), paddleApi(email).fetch)
  expect(await problem()).toMatchObject({ problem: null, received_at: expect.any(String) })
  expect(await listed(account)).toMatchObject([{ email_address: email }])
  // Statuses that make shops send again.
  const stripe = await connect(account, 'stripe')
  const session = (value: object) => send(stripe, SIGNED_CHECKOUT.stripe(SECRET, value))
  expect(await session(stripeSession(addressee()))).toMatchObject({ status: 503 })
  expect(await session(stripeSession('no address'))).toMatchObject({ status: 422 })
})

test('a report that names no purchase changes nothing', async () => {
  const account = await testAccount()
  const stripe = await connect(account, 'stripe')
  const unpaid = stripeSession(addressee(), { payment_status: 'unpaid' })
  const setup = { mode: 'setup', payment_status: 'no_payment_required', payment_intent: null, amount_total: null }
  for (const value of [unpaid, stripeSession(addressee(), setup), { type: 'customer.created' }, {}, [], null, 'text'])
    expect((await send(stripe, SIGNED_CHECKOUT.stripe(SECRET, value as object))).status).toBe(200)
  expect(await listed(account)).toEqual([])
  // A delayed payment that succeeded.
  const later = { ...stripeSession(addressee()), type: 'checkout.session.async_payment_succeeded' }
  await send(stripe, SIGNED_CHECKOUT.stripe(SECRET, later))
  expect(await statusOf(account)).toEqual(['paid'])
  const gumroad = await connect(account, 'gumroad')
  const ping = (value: object) => send(gumroad, SIGNED_CHECKOUT.gumroad('', value))
  expect((await ping({ subscription_id: 'S==', resource_name: 'cancellation' })).status).toBe(200)
  expect((await ping({ hello: 'there' })).status).toBe(422)
})

test('amounts in currencies without cents are read as each shop counts them', async () => {
  const account = await testAccount()
  const stripe = await connect(account, 'stripe')
  const paid = (currency: string, at: number) =>
    send(
      stripe,
      SIGNED_CHECKOUT.stripe(
        SECRET,
        stripeSession(addressee(), { id: `cs_${at}`, payment_intent: `pi_${at}`, currency, amount_total: 5000 }),
      ),
    )
  for (const [at, currency] of ['jpy', 'isk', 'kwd'].entries()) await paid(currency, at)
  expect((await listed(account)).map(({ total }) => total)).toEqual([5, 50, 5000])
})

test('a disputed sale at Gumroad loses access until the dispute is won', async () => {
  const account = await testAccount()
  const path = await connect(account, 'gumroad')
  const email = addressee()
  const ping = (change: Record<string, string>) => send(path, SIGNED_CHECKOUT.gumroad('', gumroadSale(email, change)))
  await ping({})
  await ping({ resource_name: 'dispute', disputed: 'true' })
  expect(await statusOf(account)).toEqual(['refunded'])
  await ping({ resource_name: 'dispute_won', disputed: 'true', dispute_won: 'true' })
  expect(await statusOf(account)).toEqual(['paid'])
})

test('twenty concurrent reports of a purchase and its refund end as refunded, with one event', async () => {
  const account = await testAccount()
  await account.ctx.db.legacyWebhook.create({
    data: {
      account_id: account.account_id,
      target_url: 'https://hooks.example',
      event: {},
      event_name: 'purchase_create',
    },
  })
  const path = await connect(account, 'lemon_squeezy')
  const { sale, refund } = REPORTS.lemon_squeezy
  const email = addressee()
  const values = Array.from({ length: 20 }, (_, at) => (at % 2 ? sale(email) : refund(email)))
  const answers = await Promise.all(values.map((value) => send(path, SIGNED_CHECKOUT.lemon_squeezy(SECRET, value))))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await statusOf(account)).toEqual(['refunded'])
  expect((await takeEvents(account.account_id)).map(({ type }) => type)).toEqual(['purchase.created'])
})

test('a purchase is marked as refunded and as paid again by hand, by its own account only', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const { purchases } = dashboard(account)
  await purchases.saveProduct(PRODUCT)
  const entry = { email_address: addressee(), transaction_id: 'hand-1', product: 'own', total: 40 }
  await purchases.add({ source: 'hand', purchases: [entry] })
  const id = Number((await listed(account))[0]?.id)
  await expect(dashboard(other).purchases.setRefunded({ id, is_refunded: true })).rejects.toThrow(/not found/i)
  expect(await buyers(account)).toBe(1)
  expect(await purchases.setRefunded({ id, is_refunded: true })).toMatchObject({ status: 'refunded' })
  expect(await buyers(account)).toBe(0)
  await purchases.setRefunded({ id, is_refunded: false })
  expect(await buyers(account)).toBe(1)
})

test('several products are sold, and the buyers of each read paid posts', async () => {
  const [account, other] = [await testAccount(), await testAccount()]
  const { purchases, posts } = dashboard(account)
  const [course] = (await purchases.saveProduct(PRODUCT)).products
  const CHAIR = { ...PRODUCT, name: 'The Chair Course', pid: 'chair' }
  const { products } = await purchases.saveProduct(CHAIR)
  const chair = products[1]
  expect(products.map(({ name }) => name)).toEqual(['The Bench Course', 'The Chair Course'])
  await expect(purchases.saveProduct(CHAIR)).rejects.toThrow('Another product has this ID')
  await expect(purchases.saveProduct({ ...CHAIR, id: course?.id })).rejects.toThrow('Another product has this ID')
  await posts.create({ title: 'A bench', content: '<p>All</p>', is_paid: true })
  await purchases.removeProduct({ id: course?.id ?? 0 })
  await expect(purchases.removeProduct({ id: chair?.id ?? 0 })).rejects.toThrow('A paid post needs this product')
  // Another ID in the shop keeps what is assigned to the product.
  await purchases.add({
    source: 'hand',
    purchases: [{ email_address: addressee(), transaction_id: 'hand-1', product: 'old-chair', total: 40 }],
  })
  const sold = (await purchases.offered()).sold.find(({ pid }) => pid === 'old-chair')
  await purchases.assignProduct({ id: sold?.id ?? 0, sold_as: chair?.id ?? 0 })
  const changed = await purchases.saveProduct({ ...CHAIR, pid: 'chair-2', id: chair?.id })
  expect(changed.products).toMatchObject([{ pid: 'chair-2', buyers: 1 }])
  const own = changed.products[0]?.id ?? 0
  await expect(purchases.assignProduct({ id: own, sold_as: own })).rejects.toThrow('a product of yours')
  const foreign = dashboard(other).purchases
  await expect(foreign.assignProduct({ id: sold?.id ?? 0, sold_as: null })).rejects.toThrow(/not found/i)
  await expect(foreign.saveProduct({ ...PRODUCT, id: own })).rejects.toThrow(/not found/i)
  await expect(foreign.removeProduct({ id: own })).rejects.toThrow(/not found/i)
})
