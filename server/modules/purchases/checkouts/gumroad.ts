import { Unreadable } from '../../../lib/bytes/untyped-json.ts'
import { type CheckoutAdapter, type CheckoutReport, firstName, majorUnits } from './provider.ts'

/**
 * https://gumroad.com/ping: a form. Gumroad does not sign, so the address contains the secret. Refunds and lost disputes arrive from resource
 * subscriptions to the same address, with all values of the sale.
 */
export const gumroad: CheckoutAdapter = {
  name: 'gumroad',
  label: 'Gumroad',
  read({ body }): CheckoutReport {
    const fields = new URLSearchParams(body.toString('utf8').toWellFormed().replaceAll('\0', ''))
    const value = (name: string) => fields.get(name) || undefined
    const transaction_id = value('sale_id')
    // Pings about a membership have no sale.
    if (!transaction_id) {
      if (value('subscription_id')) return undefined
      throw new Unreadable('sale_id is missing')
    }
    const pid = value('product_id') ?? value('short_product_id') ?? ''
    const [currency, quantity] = [value('currency'), Number(value('quantity')) || 1]
    const total = majorUnits(value('price'), currency)
    const isLost = value('refunded') === 'true' || (value('disputed') === 'true' && value('dispute_won') !== 'true')
    const status = isLost ? 'refunded' : value('dispute_won') === 'true' ? 'paid' : undefined
    return {
      kind: 'purchase',
      purchase: {
        transaction_id,
        email_address: value('email'),
        first_name: firstName(value('full_name')),
        status,
        currency,
        transaction_time: value('sale_timestamp'),
        subtotal: total,
        total,
        products: [
          {
            pid,
            name: value('product_name') ?? pid,
            lid: transaction_id,
            quantity,
            unit_price: (total ?? 0) / quantity,
          },
        ],
      },
    }
  },
}
