import { type Json, object, parseJson, text } from '../../../lib/bytes/untyped-json.ts'
import { requireHmac, requireRecent } from '../../../lib/crypto/signed.ts'
import {
  type CheckoutAdapter,
  type CheckoutReport,
  firstName,
  majorUnits,
  type PaymentReport,
  type ReportedPurchase,
} from './provider.ts'

const MAX_MS = 5 * 60_000
/** Stripe counts these in hundredths although they have no minor unit: https://docs.stripe.com/currencies#special-cases. */
const IN_HUNDREDTHS = new Set(['isk', 'ugx'])
const PAID = new Set(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])

/** https://docs.stripe.com/webhooks#verify-manually: HMAC of the timestamp and the body. A session names its payment link, not its products. */
export const stripe: CheckoutAdapter = {
  name: 'stripe',
  label: 'Stripe',
  read({ body, header, secret, now }): CheckoutReport {
    const parts = (header('stripe-signature') ?? '').slice(0, 2_000).split(',')
    const valuesOf = (name: string) =>
      parts.flatMap((part) => (part.trim().startsWith(`${name}=`) ? [part.trim().slice(name.length + 1)] : []))
    const [timestamp = ''] = valuesOf('t')
    requireHmac(secret, [`${timestamp}.`, body], valuesOf('v1'), 'hex')
    requireRecent(timestamp, now, MAX_MS)
    const event = object(parseJson(body))
    const about = object(object(event.data).object)
    const type = text(event.type) ?? ''
    if (!PAID.has(type)) return paymentOf(type, about)
    // A delayed payment, such as a bank transfer, is reported again once it succeeds. A setup stores a card and sells nothing.
    if (about.payment_status === 'unpaid' || about.mode === 'setup') return undefined
    return { kind: 'purchase', purchase: purchaseOf(about) }
  },
}

/** A subscription's session names its invoice, but a refund or dispute only the payment. Before API version 2025-03-31 a charge names both. */
function paymentOf(type: string, about: Json): PaymentReport | undefined {
  const payment = type === 'invoice_payment.paid' ? object(about.payment) : about
  const [transaction_id, invoice_id] = [text(payment.payment_intent), text(about.invoice)]
  if (!transaction_id) return undefined
  if (type === 'invoice_payment.paid') return { kind: 'payment', transaction_id, invoice_id }
  if (type === 'invoice.paid') return { kind: 'payment', transaction_id, invoice_id: text(about.id) }
  const status = statusOf(type, about)
  return status && { kind: 'payment', transaction_id, invoice_id, status }
}

/** A dispute takes the money back until it is won. An inquiry, whose states begin with `warning_`, does not. */
function statusOf(type: string, { refunded, status }: Json): PaymentReport['status'] {
  if (type === 'charge.refunded') return refunded === true ? 'refunded' : undefined
  if (type === 'charge.dispute.created') return text(status)?.startsWith('warning_') ? undefined : 'refunded'
  if (type === 'charge.dispute.closed') return status === 'lost' ? 'refunded' : status === 'won' ? 'paid' : undefined
  return undefined
}

function purchaseOf(session: Record<string, unknown>): ReportedPurchase {
  const [details, totals, metadata] = [session.customer_details, session.total_details, session.metadata].map(object)
  const currency = text(session.currency)
  const digits = IN_HUNDREDTHS.has(currency ?? '') ? 'usd' : currency
  const amount = (value: unknown) => majorUnits(value, digits)
  const total = amount(session.amount_total)
  const link = text(session.payment_link)
  const pid = text(metadata?.product_id) ?? link ?? 'stripe-checkout'
  const name = text(metadata?.product_name) ?? (link ? `Payment link ${link.slice(-8)}` : 'Stripe Checkout')
  return {
    transaction_id: text(session.payment_intent) ?? text(session.invoice) ?? text(session.id),
    email_address: text(details?.email) ?? text(session.customer_email),
    first_name: firstName(text(details?.name)),
    currency,
    transaction_time: session.created,
    subtotal: amount(session.amount_subtotal),
    discount: amount(totals?.amount_discount),
    tax: amount(totals?.amount_tax),
    shipping: amount(totals?.amount_shipping),
    total,
    products: [
      {
        pid,
        name,
        lid: text(session.id) ?? pid,
        quantity: 1,
        unit_price: amount(session.amount_subtotal) ?? total ?? 0,
      },
    ],
  }
}
