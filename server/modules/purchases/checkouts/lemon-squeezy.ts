import { type Json, object, parseJson, text } from '../../../lib/bytes/untyped-json.ts'
import { requireHmac } from '../../../lib/crypto/signed.ts'
import { type CheckoutAdapter, type CheckoutReport, firstName, majorUnits, type ReportedPurchase } from './provider.ts'

/** https://docs.lemonsqueezy.com/help/webhooks/signing-requests: HMAC of the body. It has no time, so a repeated webhook must change nothing. */
export const lemonSqueezy: CheckoutAdapter = {
  name: 'lemon_squeezy',
  label: 'Lemon Squeezy',
  read({ body, header, secret }): CheckoutReport {
    requireHmac(secret, [body], [header('x-signature') ?? ''], 'hex')
    const { meta, data } = object(parseJson(body))
    const { event_name } = object(meta)
    if (event_name !== 'order_created' && event_name !== 'order_refunded') return undefined
    const order = object(object(data).attributes)
    const transaction_id = text(order.identifier)
    if (event_name === 'order_created') return { kind: 'purchase', purchase: purchaseOf(order) }
    return order.status === 'refunded' && transaction_id
      ? { kind: 'payment', transaction_id, status: 'refunded' }
      : undefined
  },
}

function purchaseOf(order: Json): ReportedPurchase {
  const item = object(order.first_order_item)
  const currency = text(order.currency)
  // All amounts are in hundredths, whatever the currency.
  const amount = (value: unknown) => majorUnits(value, 'USD')
  const pid = text(item.product_id) ?? ''
  return {
    transaction_id: text(order.identifier),
    email_address: text(order.user_email),
    first_name: firstName(text(order.user_name)),
    status: order.status === 'paid' ? undefined : text(order.status),
    currency,
    transaction_time: order.created_at,
    subtotal: amount(order.subtotal),
    discount: amount(order.discount_total),
    tax: amount(order.tax),
    total: amount(order.total),
    products: [
      {
        pid,
        name: text(item.product_name) ?? pid,
        lid: text(item.id) ?? pid,
        quantity: Number(item.quantity) || 1,
        unit_price: amount(item.price) ?? 0,
      },
    ],
  }
}
