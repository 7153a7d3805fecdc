import { createHmac } from 'node:crypto'

// Webhooks of shops in the shapes that their documentation shows, with values of ours.

export interface SignedCheckout {
  body: string
  headers: Record<string, string>
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')
const secondsAgo = (ago_ms: number) => Math.floor((Date.now() - ago_ms) / 1_000)

/** Signs a body as each shop does. */
export const SIGNED_CHECKOUT = {
  stripe(secret: string, value: object, ago_ms = 0): SignedCheckout {
    const [body, at] = [JSON.stringify(value), secondsAgo(ago_ms)]
    return { body, headers: { 'stripe-signature': `t=${at},v1=${hmac(secret, `${at}.${body}`)},v0=${'0'.repeat(64)}` } }
  },
  paddle(secret: string, value: object, ago_ms = 0): SignedCheckout {
    const [body, at] = [JSON.stringify(value), secondsAgo(ago_ms)]
    return { body, headers: { 'paddle-signature': `ts=${at};h1=${hmac(secret, `${at}:${body}`)}` } }
  },
  lemon_squeezy(secret: string, value: object): SignedCheckout {
    const body = JSON.stringify(value)
    return { body, headers: { 'x-signature': hmac(secret, body), 'x-event-name': 'order_created' } }
  },
  gumroad(_secret: string, value: object): SignedCheckout {
    const body = new URLSearchParams(value as Record<string, string>).toString()
    return { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
  },
}

/** https://docs.stripe.com/api/checkout/sessions/object, in an event. */
export const stripeSession = (email: string, change: object = {}) => ({
  id: 'evt_1RlHe3R7UUImIKwkTest0001',
  object: 'event',
  api_version: '2025-06-30.basil',
  created: 1_772_359_200,
  data: {
    object: {
      id: 'cs_test_a1Zk7Id18b3FeLh8OQGRS78Rx',
      object: 'checkout.session',
      allow_promotion_codes: false,
      amount_subtotal: 4000,
      amount_total: 3850,
      automatic_tax: { enabled: true, liability: { type: 'self' }, status: 'complete' },
      created: 1_772_359_190,
      currency: 'usd',
      customer: null,
      customer_creation: 'if_required',
      customer_details: {
        address: { city: null, country: 'NO', line1: null, line2: null, postal_code: '0150', state: null },
        email,
        name: 'Lin Berg',
        phone: null,
        tax_exempt: 'none',
        tax_ids: [],
      },
      customer_email: null,
      livemode: false,
      metadata: {},
      mode: 'payment',
      payment_intent: 'pi_3RlHe1R7UUImIKwk0TestAAA',
      payment_link: 'plink_1RlHdpR7UUImIKwkBench001',
      payment_method_types: ['card', 'link'],
      payment_status: 'paid',
      status: 'complete',
      total_details: { amount_discount: 500, amount_shipping: 0, amount_tax: 350 },
      ...change,
    },
  },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: 'checkout.session.completed',
})

/** https://docs.stripe.com/api/charges/object, in an event. */
export const stripeRefund = (change: object = {}) => ({
  id: 'evt_3RlHe1R7UUImIKwk0Test0002',
  object: 'event',
  api_version: '2025-06-30.basil',
  created: 1_772_445_600,
  data: {
    object: {
      id: 'ch_3RlHe1R7UUImIKwk0TestBBB',
      object: 'charge',
      amount: 3850,
      amount_captured: 3850,
      amount_refunded: 3850,
      currency: 'usd',
      paid: true,
      payment_intent: 'pi_3RlHe1R7UUImIKwk0TestAAA',
      refunded: true,
      status: 'succeeded',
      ...change,
    },
    previous_attributes: { amount_refunded: 0, refunded: false },
  },
  type: 'charge.refunded',
})

/** https://docs.stripe.com/api/disputes/object, in an event. */
export const stripeDispute = (type: 'created' | 'closed', status: string, change: object = {}) => ({
  id: 'evt_1RlHe1R7UUImIKwk0Test0003',
  object: 'event',
  api_version: '2025-06-30.basil',
  created: 1_772_532_000,
  data: {
    object: {
      id: 'du_1RlHe1R7UUImIKwk0TestDDD',
      object: 'dispute',
      amount: 3850,
      charge: 'ch_3RlHe1R7UUImIKwk0TestBBB',
      currency: 'usd',
      payment_intent: 'pi_3RlHe1R7UUImIKwk0TestAAA',
      reason: 'product_not_received',
      status,
      ...change,
    },
  },
  type: `charge.dispute.${type}`,
})

/** https://docs.stripe.com/api/invoice-payment/object, in an event. */
export const stripeInvoicePayment = (change: object = {}) => ({
  id: 'evt_1RlHe1R7UUImIKwk0Test0004',
  object: 'event',
  api_version: '2025-06-30.basil',
  created: 1_772_359_195,
  data: {
    object: {
      id: 'inpay_1RlHe1R7UUImIKwkTestEEE',
      object: 'invoice_payment',
      amount_paid: 3850,
      amount_requested: 3850,
      created: 1_772_359_191,
      currency: 'usd',
      invoice: 'in_1RlHe1R7UUImIKwk0TestCCC',
      is_default: true,
      payment: { payment_intent: 'pi_3RlHe1R7UUImIKwk0TestAAA', type: 'payment_intent' },
      status: 'paid',
      ...change,
    },
  },
  type: 'invoice_payment.paid',
})

/** https://developer.paddle.com/webhooks/transactions/transaction-completed */
export const paddleTransaction = (customer_id: string, change: object = {}) => ({
  event_id: 'evt_01kpad0000000000000000tst1',
  event_type: 'transaction.completed',
  occurred_at: '2026-03-01T10:00:45.366122Z',
  notification_id: 'ntf_01kpad0000000000000000tst1',
  data: {
    id: 'txn_01kpad0000000000000000tst1',
    status: 'completed',
    origin: 'web',
    items: [{ price: { id: 'pri_01kbench', product_id: 'pro_01kbench' }, quantity: 1 }],
    details: {
      totals: {
        subtotal: '4000',
        discount: '500',
        tax: '350',
        total: '3850',
        grand_total: '3850',
        fee: '200',
        earnings: '3300',
        currency_code: 'USD',
      },
      line_items: [
        {
          id: 'txnitm_01kbench',
          price_id: 'pri_01kbench',
          quantity: 1,
          tax_rate: '0.1',
          totals: { subtotal: '4000', discount: '500', tax: '350', total: '3850' },
          unit_totals: { subtotal: '4000', discount: '500', tax: '350', total: '3850' },
          product: { id: 'pro_01kbench', name: 'The Bench Course', status: 'active', tax_category: 'standard' },
        },
      ],
    },
    customer_id,
    currency_code: 'USD',
    created_at: '2026-03-01T09:58:35.440187Z',
    billed_at: '2026-03-01T10:00:44.296865Z',
    custom_data: null,
    ...change,
  },
})

/** https://developer.paddle.com/webhooks/adjustments/adjustment-updated */
export const paddleRefund = (change: object = {}) => ({
  event_id: 'evt_01kpad0000000000000000tst2',
  event_type: 'adjustment.updated',
  occurred_at: '2026-03-02T10:00:43.786457Z',
  notification_id: 'ntf_01kpad0000000000000000tst2',
  data: {
    id: 'adj_01kpad0000000000000000tst1',
    action: 'refund',
    type: 'full',
    status: 'approved',
    reason: 'error',
    items: [{ id: 'adjitm_1', type: 'full', amount: '3850', item_id: 'txnitm_01kbench' }],
    totals: { subtotal: '3500', tax: '350', total: '3850', currency_code: 'USD' },
    transaction_id: 'txn_01kpad0000000000000000tst1',
    customer_id: 'ctm_01klin',
    currency_code: 'USD',
    ...change,
  },
})

/** https://docs.lemonsqueezy.com/help/webhooks/example-payloads */
export const lemonOrder = (user_email: string, event_name = 'order_created', change: object = {}) => ({
  meta: { event_name, custom_data: {}, test_mode: false, webhook_id: 'a2b1' },
  data: {
    type: 'orders',
    id: '7001',
    attributes: {
      store_id: 1,
      customer_id: 1,
      identifier: '104e18a2-d755-4d4b-80c4-a6c1dcbe1c10',
      order_number: 1,
      user_name: 'Lin Berg',
      user_email,
      currency: 'USD',
      currency_rate: '1.0000',
      subtotal: 4000,
      discount_total: 500,
      tax: 350,
      total: 3850,
      tax_name: 'VAT',
      tax_rate: '10.00',
      status: 'paid',
      refunded: false,
      refunded_at: null,
      first_order_item: {
        id: 1,
        order_id: 7001,
        product_id: 88_123,
        variant_id: 99_001,
        product_name: 'The Bench Course',
        variant_name: 'Default',
        price: 4000,
        quantity: 1,
        created_at: '2026-03-01T10:00:00.000000Z',
      },
      created_at: '2026-03-01T10:00:00.000000Z',
      updated_at: '2026-03-01T10:00:00.000000Z',
      ...change,
    },
    relationships: {},
  },
})

/** https://gumroad.com/ping */
export const gumroadSale = (email: string, change: Record<string, string> = {}) => ({
  seller_id: 'Sel1er==',
  product_id: 'A-m3CDDC5dlrSdKZp0RFhA==',
  product_name: 'The Bench Course',
  permalink: 'bench',
  product_permalink: 'https://lin.gumroad.com/l/bench',
  short_product_id: 'bench',
  email,
  price: '3850',
  gumroad_fee: '385',
  currency: 'usd',
  quantity: '1',
  order_number: '524459935',
  sale_id: 'FO8TXN-dvaYbBbahG97a-Q==',
  sale_timestamp: '2026-03-01T10:00:00Z',
  full_name: 'Lin Berg',
  ip_country: 'Norway',
  refunded: 'false',
  resource_name: 'sale',
  disputed: 'false',
  dispute_won: 'false',
  ...change,
})
