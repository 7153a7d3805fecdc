import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { takeEvents } from '../../../testing/events.ts'
import { readAmount } from './amount.ts'

const PRODUCT = { name: 'The Bench Course', price: 40, currency: 'USD', url: 'https://shop.example/bench', pid: 'p-1' }
const ENTRY = { email_address: 'Lin@Example.net', transaction_id: 'hand-1', product: 'the bench course', total: 40 }

const listed = async (account: TestAccount) =>
  (await api('GET /v4/purchases', bearer(account))).body.purchases as Record<string, unknown>[]

const read = (account: TestAccount, text: string | Buffer) =>
  dashboard(account).purchases.readFile({ bytes: Buffer.from(text).toString('base64') })

test('a purchase entered by hand is a purchase like those of apps, and makes a buyer', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  await purchases.saveProduct(PRODUCT)
  await account.ctx.db.legacyWebhook.create({
    data: {
      account_id: account.account_id,
      target_url: 'https://hooks.example',
      event: {},
      event_name: 'purchase_create',
    },
  })
  const send = () => purchases.add({ source: 'hand', purchases: [ENTRY] })
  expect(await send()).toEqual({ recorded: 1, problems: [] })
  expect(await send()).toEqual({ recorded: 1, problems: [] })
  expect(await listed(account)).toMatchObject([
    {
      email_address: 'lin@example.net',
      status: 'paid',
      total: 40,
      source: 'Added by hand',
      products: [{ pid: 'p-1', name: 'The Bench Course', quantity: 1, unit_price: 40 }],
    },
  ])
  expect((await takeEvents(account.account_id)).map(({ type }) => type)).toContain('purchase.created')
  expect(await purchases.offered()).toMatchObject({ buyers: 1 })
})

test('a product is found by its ID, its name in the shop or its public name, and an unknown one is created', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  await purchases.saveProduct(PRODUCT)
  await api('POST /v4/purchases', bearer(account), {
    email_address: 'sol@example.net',
    transaction_id: 'T-1',
    products: [{ name: 'Bench (video)', pid: 'p-1', lid: 'l-1' }],
  })
  const products = ['p-1', 'BENCH (VIDEO)', 'The Bench Course', 'A chair', 'A Chair']
  await purchases.add({
    source: 'hand',
    purchases: products.map((product, at) => ({ ...ENTRY, transaction_id: `hand-${at}`, product })),
  })
  const pids = (await listed(account)).map((purchase) => (purchase.products as { pid: string }[])[0]?.pid)
  expect(pids).toEqual(['A chair', 'A chair', 'p-1', 'p-1', 'p-1', 'p-1'])
})

test('a refused purchase does not stop the others', async () => {
  const account = await testAccount({ subscriber_limit: 1 })
  const entries = ['lin', 'sol', 'ida'].map((name) => ({
    ...ENTRY,
    email_address: `${name}@example.net`,
    transaction_id: name,
  }))
  const result = await dashboard(account).purchases.add({ source: 'hand', purchases: entries })
  const message = 'This request would exceed your subscriber limit'
  expect(result).toEqual({
    recorded: 1,
    problems: [
      { at: 1, message },
      { at: 2, message },
    ],
  })
})

test('exports of shops are read by the names of their columns', async () => {
  const account = await testAccount()
  const gumroad = [
    'Purchase ID,Item Name,Buyer Name,Purchase Email,Purchase Date,Subtotal ($),Sale Price ($),Refunded?',
    'A1==,The Bench Course,Lin,lin@example.net,2026-01-05,40.00,40.00,0',
    'A2==,The Bench Course,Sol,sol@example.net,2026-01-06,40.00,"1,040.00",1',
  ].join('\n')
  expect((await read(account, gumroad)).purchases).toEqual([
    {
      email_address: 'lin@example.net',
      transaction_id: 'A1==',
      first_name: 'Lin',
      product: 'The Bench Course',
      status: null,
      currency: null,
      transaction_time: '2026-01-05T00:00:00.000Z',
      total: 40,
      price: 40,
    },
    expect.objectContaining({ transaction_id: 'A2==', status: 'refunded', total: 1040 }),
  ])
  const stripe = [
    'id;Description;Created date (UTC);Amount;Currency;Status;Customer Email',
    'py_1;Bench;2026-02-01 09:00:00;49,50;eur;Paid;lin@example.net',
    'py_2;Bench;2026-02-01 09:00:00;49,50;eur;Failed;sol@example.net',
  ].join('\r\n')
  expect((await read(account, stripe)).purchases).toMatchObject([
    { transaction_id: 'py_1', currency: 'EUR', total: 49.5, status: 'paid' },
    { transaction_id: 'py_2', status: 'failed' },
  ])
  const lemon =
    'order_number,user_email,total,currency,status,product_name\n12,lin@example.net,9.99,USD,partial_refund,Bench'
  expect((await read(account, lemon)).purchases).toMatchObject([{ transaction_id: '12', status: 'paid', total: 9.99 }])
})

test('rows that cannot be read are counted, and a file read twice is recorded once', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  const file =
    'Email,Product,Amount,Date\nlin@example.net,Bench,40,25/12/2025\nno address,Bench,40,\nsol@example.net,Bench,much,\nida@example.net,Bench,40,soon\nlin@example.net,Bench,40,25/12/2025\n'
  const view = await read(account, file)
  expect(view).toMatchObject({
    skipped: 3,
    problems: [
      { row: 3, message: '“no address” is not an email address' },
      { row: 4, message: '“much” is not an amount' },
      { row: 5, message: '“soon” is not a date' },
    ],
  })
  for (const again of [view, await read(account, file)])
    await purchases.add({ source: 'file', purchases: again.purchases.map((one) => ({ ...one, product: 'Bench' })) })
  // Two equal rows are two purchases.
  expect(await listed(account)).toMatchObject([
    { source: 'CSV file', transaction_time: '2025-12-25T00:00:00Z' },
    { source: 'CSV file' },
  ])
})

test('a file that is read again keeps refunds and amounts that it does not name, and marks new refunds', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  const add = async (text: string) => {
    const view = await read(account, text)
    await purchases.add({ source: 'file', purchases: view.purchases.map((one) => ({ ...one, product: 'Bench' })) })
  }
  const sale = 'Email,Product,Amount,Status\nlin@example.net,Bench,40,'
  await add(sale)
  expect(await listed(account)).toMatchObject([{ status: 'paid', total: 40 }])
  const [{ id }] = (await listed(account)) as [{ id: number }]
  await purchases.setRefunded({ id, is_refunded: true })
  await add(sale)
  expect(await listed(account)).toMatchObject([{ status: 'refunded' }])
  await purchases.setRefunded({ id, is_refunded: false })
  await add(`${sale}Refunded`)
  expect(await listed(account)).toMatchObject([{ id, status: 'refunded' }])
  await add('Order ID,Email,Amount\n7,sol@example.net,40\n7,sol@example.net,\n')
  expect((await listed(account))[0]).toMatchObject({ transaction_id: '7', total: 40 })
})

test('an order of several rows has the sum of its lines, or its own total once', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  const add = async (text: string) => {
    const view = await read(account, text)
    await purchases.add({
      source: 'file',
      purchases: view.purchases.map((one) => ({ ...one, product: one.product ?? 'Bench' })),
    })
    return listed(account)
  }
  const prices = [{ unit_price: 40.1 }, { unit_price: 9.2 }]
  const lines = 'Order ID,Email,Product,Amount\n7,sol@example.net,Bench,40.1\n7,sol@example.net,Chair,9.2\n'
  expect(await add(lines)).toMatchObject([{ transaction_id: '7', total: 49.3, subtotal: 49.3, products: prices }])
  // Read again, and with a row twice.
  expect(await add(`${lines}7,sol@example.net,Chair,9.2\n`)).toMatchObject([{ total: 49.3, products: prices }])
  const [own] = await add('Order ID,Email,Product,Total\n8,lin@example.net,Bench,60\n8,lin@example.net,Chair,60\n')
  expect(own).toMatchObject({ transaction_id: '8', total: 60 })
  const [summed] = await add('Order ID,Email,Product,Total\n9,lin@example.net,Bench,60\n9,lin@example.net,Chair,20\n')
  expect(summed).toMatchObject({ transaction_id: '9', total: 80 })
})

test('further lines of an order at Shopify, which have no ID, belong to the order above', async () => {
  const account = await testAccount()
  const { purchases } = dashboard(account)
  const file = `Name,Email,Financial Status,Currency,Total,Lineitem name,Created at,Id
#1001,lin@example.net,paid,EUR,60,Bench,2026-03-01 10:00:00 +0100,501
#1001,lin@example.net,,,,Chair,2026-03-01 10:00:00 +0100,
#1002,sol@example.net,paid,EUR,much,Bench,2026-03-01 11:00:00 +0100,502
#1002,sol@example.net,,,,Chair,2026-03-01 11:00:00 +0100,
#1003,sol@example.net,refunded,EUR,20,Chair,2026-03-01 12:00:00 +0100,503
,ida@example.net,paid,EUR,10,Chair,2026-03-01 12:00:00 +0100,
`
  const view = await read(account, file)
  expect(view).toMatchObject({
    skipped: 2,
    problems: [
      { row: 4, message: '“much” is not an amount' },
      { row: 5, message: 'It belongs to the order above, which was left out' },
    ],
  })
  await purchases.add({
    source: 'file',
    purchases: view.purchases.map((one) => ({ ...one, product: one.product ?? '' })),
  })
  expect((await listed(account)).reverse()).toMatchObject([
    {
      transaction_id: '501',
      total: 60,
      currency: 'EUR',
      status: 'paid',
      products: [{ name: 'Bench' }, { name: 'Chair' }],
    },
    { transaction_id: '503', status: 'refunded', products: [{ name: 'Chair' }] },
    { transaction_id: expect.stringMatching(/^file-/), email_address: 'ida@example.net' },
  ])
})

test('a file with a quotation mark that is never closed is refused, with its row', async () => {
  const file = 'Email,Product,Amount\nlin@example.net,Bench,40\nsol@example.net,"Bench,40\nida@example.net,Bench,40\n'
  await expect(read(await testAccount(), file)).rejects.toThrow(
    'A quotation mark that opens after row 2 is never closed',
  )
})

test('a file without names of columns or addresses, or with too many rows, is refused', async () => {
  const account = await testAccount()
  await expect(read(account, 'lin@example.net,40\n')).rejects.toThrow('has to name its columns')
  await expect(read(account, 'Email,Amount\nLin,40\n')).resolves.toMatchObject({ purchases: [], skipped: 1 })
  await expect(read(account, 'Tags,Amount\nLin,40\n')).rejects.toThrow('No column of this file has email addresses')
  await expect(read(account, `Email\n${'lin@example.net\n'.repeat(5_001)}`)).rejects.toThrow('more than 5,000 rows')
  await expect(read(account, Buffer.from([0, 1, 2, 255, 254, 0]))).rejects.toThrow('has to name its columns')
  await expect(read(account, 'x'.repeat(2_100_000))).rejects.toThrow('larger than 2 MB')
})

test('amounts are read as shops write them', () => {
  const amounts: [string, number | undefined][] = [
    ['49', 49],
    ['$1,234.50', 1234.5],
    ['1.234,50 €', 1234.5],
    ['1 234,5 kr', undefined],
    ['USD 12.00', 12],
    ['1,234', 1234],
    ['0.125', 0.125],
    ['-40.00', -40],
    ["CHF 1'000.00", 1000],
    ['', undefined],
    ['1.2.3.', 123],
    ['9'.repeat(30), undefined],
  ]
  for (const [text, amount] of amounts) expect([text, readAmount(text)]).toEqual([text, amount])
})
