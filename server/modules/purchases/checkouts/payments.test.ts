import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { purgeExpired } from '../../../db/purge.ts'
import { testAccount } from '../../../testing/account.ts'
import { api, bearer } from '../../../testing/api.ts'
import { connect, SECRET, send, statusOf } from '../../../testing/servers/checkout.ts'
import {
  paddleRefund,
  SIGNED_CHECKOUT,
  stripeDispute,
  stripeInvoicePayment,
  stripeRefund,
  stripeSession,
} from '../../../testing/servers/checkout-webhooks.ts'
import { EXPIRED_REPORTS } from './payments.ts'

const INVOICE = 'in_1RlHe1R7UUImIKwk0TestCCC'
const SUBSCRIPTION = { mode: 'subscription', payment_intent: null, invoice: INVOICE, subscription: 'sub_1' }

/** Connects a shop of a new account. `report` sends its webhooks and returns the statuses of the account's purchases. */
async function shop(provider: 'stripe' | 'paddle') {
  const account = await testAccount()
  const path = await connect(account, provider)
  const report = async (value: object) => {
    expect((await send(path, SIGNED_CHECKOUT[provider](SECRET, value))).status).toBe(200)
    return statusOf(account)
  }
  return { account, report }
}

const email = () => `lin-${randomUUID()}@example.net`

test('a disputed payment at Stripe loses access until the dispute is won', async () => {
  const { report } = await shop('stripe')
  expect(await report(stripeSession(email()))).toEqual(['paid'])
  expect(await report(stripeDispute('created', 'warning_needs_response'))).toEqual(['paid'])
  expect(await report(stripeDispute('closed', 'warning_closed'))).toEqual(['paid'])
  expect(await report(stripeDispute('created', 'needs_response'))).toEqual(['refunded'])
  expect(await report(stripeDispute('closed', 'won'))).toEqual(['paid'])
  expect(await report(stripeDispute('closed', 'lost'))).toEqual(['refunded'])
})

test('a dispute that is won before its purchase arrives leaves it paid', async () => {
  const { account, report } = await shop('stripe')
  await report(stripeDispute('created', 'needs_response'))
  await report(stripeDispute('closed', 'won'))
  expect(await account.ctx.db.earlyRefund.count()).toBe(0)
  expect(await report(stripeSession(email()))).toEqual(['paid'])
})

test('a chargeback at Paddle that is reversed gives access back', async () => {
  const { account, report } = await shop('paddle')
  await api('POST /v4/purchases', bearer(account), {
    email_address: email(),
    transaction_id: 'txn_01kpad0000000000000000tst1',
    products: [{ name: 'Bench', pid: 'p-1', lid: 'l-1' }],
  })
  const chargeback = { action: 'chargeback' }
  expect(await report(paddleRefund(chargeback))).toEqual(['refunded'])
  expect(await report(paddleRefund({ action: 'chargeback_reverse', status: 'pending_approval' }))).toEqual(['refunded'])
  expect(await report(paddleRefund({ action: 'chargeback_reverse' }))).toEqual(['paid'])
  expect(await report(paddleRefund(chargeback))).toEqual(['refunded'])
  expect(await report(paddleRefund({ ...chargeback, status: 'reversed' }))).toEqual(['paid'])
  expect(await report(paddleRefund({ action: 'chargeback_warning' }))).toEqual(['paid'])
})

const reports = {
  session: () => stripeSession(email(), SUBSCRIPTION),
  invoice: () => stripeInvoicePayment(),
  refund: () => stripeRefund(),
}
test.each([
  ['session', 'invoice', 'refund'],
  ['session', 'refund', 'invoice'],
  ['invoice', 'session', 'refund'],
  ['invoice', 'refund', 'session'],
  ['refund', 'session', 'invoice'],
  ['refund', 'invoice', 'session'],
] as const)('a refunded subscription payment at Stripe ends the access: %s, %s, %s', async (...order) => {
  const { account, report } = await shop('stripe')
  for (const kind of order) await report(reports[kind]())
  expect(await statusOf(account)).toEqual(['refunded'])
  expect(await account.ctx.db.earlyRefund.count()).toBe(0)
  for (const kind of order) await report(reports[kind]())
  expect(await statusOf(account)).toEqual(['refunded'])
  expect(await report(stripeDispute('closed', 'won'))).toEqual(['paid'])
})

test('a refund that names its invoice, as in earlier versions of Stripe, needs no other report', async () => {
  const { report } = await shop('stripe')
  expect(await report(stripeSession(email(), SUBSCRIPTION))).toEqual(['paid'])
  expect(await report(stripeRefund({ invoice: INVOICE }))).toEqual(['refunded'])
  const { report: earlier } = await shop('stripe')
  await earlier(stripeSession(email(), SUBSCRIPTION))
  const { data } = stripeRefund()
  await earlier({ type: 'invoice.paid', data: { object: { id: INVOICE, payment_intent: data.object.payment_intent } } })
  expect(await earlier(stripeRefund())).toEqual(['refunded'])
})

test('the payment of a later invoice changes nothing', async () => {
  const { report } = await shop('stripe')
  await report(reports.session())
  await report(reports.invoice())
  const payment_intent = 'pi_later'
  await report(stripeInvoicePayment({ invoice: 'in_later', payment: { type: 'payment_intent', payment_intent } }))
  expect(await report(stripeRefund({ payment_intent }))).toEqual(['paid'])
})

test('a job deletes reports that met no purchase after 90 days', async () => {
  const { account, report } = await shop('stripe')
  await report(reports.session())
  await report(reports.invoice())
  const payment = { type: 'payment_intent', payment_intent: 'pi_later' }
  await report(stripeInvoicePayment({ invoice: 'in_later', payment }))
  await report(stripeRefund({ payment_intent: 'pi_unknown' }))
  const { db } = account.ctx
  const counts = async () => [await db.earlyRefund.count(), await db.invoicePayment.count()]
  const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000)
  await purgeExpired(EXPIRED_REPORTS, { now: dayAfter(89) })
  expect(await counts()).toEqual([1, 2])
  await purgeExpired(EXPIRED_REPORTS, { now: dayAfter(91) })
  expect(await counts()).toEqual([0, 1])
})
