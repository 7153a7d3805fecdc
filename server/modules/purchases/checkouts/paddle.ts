import { type Json, object, objects, parseJson, text } from '../../../lib/bytes/untyped-json.ts'
import { requireHmac, requireRecent } from '../../../lib/crypto/signed.ts'
import { type CheckoutAdapter, type CheckoutReport, majorUnits, type ReportedPurchase } from './provider.ts'

const MAX_MS = 5 * 60_000

/** https://developer.paddle.com/webhooks/signature-verification: HMAC of the timestamp and the body. Several `h1` while a key is replaced. */
export const paddle: CheckoutAdapter = {
  name: 'paddle',
  label: 'Paddle',
  read({ body, header, secret, now }): CheckoutReport {
    const parts = (header('paddle-signature') ?? '').slice(0, 2_000).split(';')
    const valuesOf = (name: string) =>
      parts.flatMap((part) => (part.startsWith(`${name}=`) ? [part.slice(name.length + 1)] : []))
    const [timestamp = ''] = valuesOf('ts')
    requireHmac(secret, [`${timestamp}:`, body], valuesOf('h1'), 'hex')
    requireRecent(timestamp, now, MAX_MS)
    const { event_type, data } = object(parseJson(body))
    const about = object(data)
    if (event_type === 'transaction.completed') return { kind: 'purchase', purchase: purchaseOf(about) }
    if (event_type === 'adjustment.created' || event_type === 'adjustment.updated') return paymentOf(about)
    return undefined
  },
}

/** Paddle approves refunds; until then they change nothing. A chargeback that is reversed gives the money back. */
function paymentOf({ action, status, type, items, transaction_id: given }: Json): CheckoutReport {
  const isFull = type === undefined ? objects(items).every((item) => item.type === 'full') : type === 'full'
  const transaction_id = text(given)
  if (!(isFull && transaction_id)) return undefined
  const isApproved = status === 'approved'
  if (isApproved && (action === 'refund' || action === 'chargeback'))
    return { kind: 'payment', transaction_id, status: 'refunded' }
  const isReversed = action === 'chargeback_reverse' ? isApproved : action === 'chargeback' && status === 'reversed'
  return isReversed ? { kind: 'payment', transaction_id, status: 'paid' } : undefined
}

function purchaseOf(transaction: Json): ReportedPurchase {
  const details = object(transaction.details)
  const totals = object(details.totals)
  const currency = text(transaction.currency_code)
  const amount = (value: unknown) => majorUnits(value, currency)
  return {
    transaction_id: text(transaction.id),
    email_address: undefined,
    customer_id: text(transaction.customer_id),
    first_name: undefined,
    currency,
    transaction_time: transaction.billed_at ?? transaction.created_at,
    subtotal: amount(totals.subtotal),
    discount: amount(totals.discount),
    tax: amount(totals.tax),
    total: amount(totals.grand_total) ?? amount(totals.total),
    products: objects(details.line_items).map((line) => {
      const product = object(line.product)
      const pid = text(product.id) ?? text(line.price_id) ?? ''
      return {
        pid,
        name: text(product.name) ?? pid,
        lid: text(line.id) ?? pid,
        quantity: Math.floor(Number(line.quantity)) || 1,
        unit_price: amount(object(line.unit_totals).subtotal) ?? 0,
      }
    }),
  }
}
