import { currencyDigits } from '../../../lib/text/currency-digits.ts'
import type { CheckoutProvider } from '../checkout-schema.ts'

/** A webhook of a shop. */
export interface CheckoutWebhook {
  /** The exact bytes, because they are signed. */
  body: Buffer
  /** Returns a header by its lowercase name. */
  header: (name: string) => string | undefined
  secret: string
  now: Date
}

/** A purchase as a shop reports it, before validation. Absent properties of a known purchase stay unchanged. */
export interface ReportedPurchase {
  transaction_id: string | undefined
  email_address: string | undefined
  /** The shop's ID of the buyer, for shops that report no address. */
  customer_id?: string | undefined
  first_name: string | undefined
  /** Undefined: paid, unless it was refunded before. */
  status?: string | undefined
  currency: string | undefined
  transaction_time: unknown
  subtotal?: number | undefined
  discount?: number | undefined
  tax?: number | undefined
  shipping?: number | undefined
  total?: number | undefined
  products: { pid: string; name: string; lid: string; quantity: number; unit_price: number }[]
}

/** The state of a payment, whose purchase may be reported later. */
export interface PaymentReport {
  kind: 'payment'
  transaction_id: string
  /** The invoice that it paid, for purchases that the shop names by their invoice. */
  invoice_id?: string | undefined
  /** Undefined: only the invoice became known. */
  status?: 'refunded' | 'paid' | undefined
}

/** The report of a webhook, or undefined for anything else. A partial refund changes nothing: the buyer keeps the product. */
export type CheckoutReport = { kind: 'purchase'; purchase: ReportedPurchase } | PaymentReport | undefined

export interface CheckoutAdapter {
  name: CheckoutProvider
  /** Source of its purchases. */
  label: string
  /** Throws Unverified before it reads anything else, then Unreadable. */
  read: (webhook: CheckoutWebhook) => CheckoutReport
}

/** Returns an amount of minor units, such as cents, in units of the currency. */
export function majorUnits(amount: unknown, currency: string | undefined): number | undefined {
  const number = typeof amount === 'string' && /^-?\d{1,15}$/.test(amount) ? Number(amount) : amount
  return typeof number === 'number' ? number / 10 ** currencyDigits(currency) : undefined
}

/** Returns the first word of a name. */
export const firstName = (name: string | undefined): string | undefined => name?.trim().split(/\s/, 1)[0] || undefined
