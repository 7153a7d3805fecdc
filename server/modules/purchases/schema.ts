import { z } from 'zod'
import { named, storable, Timestamp } from '../../core/wire.ts'
import { parseEmailAddress } from '../../lib/text/email-address.ts'
import { singleLine } from '../../lib/text/single-line.ts'
import { parseInstant } from '../../lib/time/date-filter.ts'

/** A line of a purchase: a product, a tip or a subscription. Only products have a `sku`. */
export const PurchaseLine = named('PurchaseLine', {
  name: z.string(),
  pid: z.string().meta({ description: 'Identifies the product; its variants share it.' }),
  lid: z.string().meta({ description: 'Identifies the line within the purchase.' }),
  quantity: z.int(),
  unit_price: z.number(),
  sku: z.string().nullable(),
})

/** Amounts are in major units of `currency`. */
export const Purchase = named('Purchase', {
  id: z.int(),
  transaction_id: z.string(),
  subscriber_id: z.int(),
  status: z.string(),
  email_address: z.string(),
  currency: z.string().meta({ example: 'USD' }),
  transaction_time: Timestamp,
  subtotal: z.number(),
  discount: z.number(),
  tax: z.number(),
  total: z.number(),
  products: z.array(PurchaseLine),
  source: z.string().meta({ description: 'The app that reported the purchase.' }),
})
export type Purchase = z.infer<typeof Purchase>

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'string' && !value.trim())

/** An ID of the shop: text or a number, stored as text. */
const reference = (message: string) =>
  z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : isBlank(value) ? undefined : value),
      z.string({ error: message }).overwrite(storable).trim().min(1, message).max(255),
    )
    .meta({ type: 'string' })

/** An amount, stored with four decimals, so sums of a shop's floats are exact. */
const Money = z
  .preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,10}(\.\d{1,10})?$/.test(value.trim()) ? Number(value) : value),
    z
      .number({ error: 'must be a number' })
      .min(-9_999_999_999, 'must be a number of at most ten digits')
      .max(9_999_999_999, 'must be a number of at most ten digits'),
  )
  .meta({ type: 'number' })
const OptionalMoney = z
  .preprocess((value) => (isBlank(value) ? undefined : value), Money.optional())
  .meta({ type: ['number', 'null'], description: 'Major units; 0 for a new purchase when absent.' })

const Text = (max: number) => z.string().overwrite(storable).trim().max(max)
const Line = (max: number) => z.string().overwrite(singleLine).trim().max(max)
const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional())

const LineInput = z.object({
  name: Line(255).min(1, 'must not be blank'),
  pid: reference('must not be blank'),
  lid: reference('must not be blank'),
  quantity: z
    .preprocess(
      (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : isBlank(value) ? 1 : value),
      z
        .int({ error: 'must be an integer' })
        .min(0, 'must not be negative')
        .max(2_147_483_647, 'must be a smaller integer'),
    )
    .meta({ type: 'integer', default: 1 }),
  unit_price: z
    .preprocess((value) => (isBlank(value) ? 0 : value), Money)
    .meta({ type: 'number', default: 0, description: 'Major units.' }),
  sku: z
    .preprocess((value) => (typeof value === 'number' ? String(value) : value), Text(255).nullish())
    .meta({ type: ['string', 'null'] }),
})
export type LineInput = z.infer<typeof LineInput>

const NO_PRODUCTS = 'Products cannot be blank'

/** Only address, transaction and products are required. For an existing purchase, absent properties are unchanged. */
export const PurchaseInput = z.object({
  email_address: z
    .string({ error: 'Email address is invalid' })
    .transform((text, issues) => {
      const address = parseEmailAddress(text)
      if (address) return address
      issues.addIssue({ code: 'custom', message: 'Email address is invalid' })
      return z.NEVER
    })
    .meta({ type: 'string', format: 'email' }),
  transaction_id: reference('Transaction cannot be blank'),
  products: z.array(LineInput, { error: NO_PRODUCTS }).min(1, NO_PRODUCTS).max(1000, 'must not be more than 1000'),
  first_name: given(Line(255)).meta({
    type: ['string', 'null'],
    description: 'Used when the buyer is not a subscriber yet.',
  }),
  status: given(Text(64)).meta({ type: ['string', 'null'], description: '`paid` for a new purchase when absent.' }),
  currency: given(
    z
      .string()
      .trim()
      .regex(/^[a-z]{3}$/i, 'currency must be a three-letter code')
      .toUpperCase(),
  ).meta({ type: ['string', 'null'], description: '`USD` for a new purchase when absent.' }),
  transaction_time: given(
    z.string({ error: 'must be a date and time' }).transform((text, issues) => {
      const instant = parseInstant(text)?.start
      if (instant) return instant
      issues.addIssue({ code: 'custom', message: 'must be an ISO 8601 date and time' })
      return z.NEVER
    }),
  ).meta({
    type: ['string', 'null'],
    format: 'date-time',
    description: 'UTC without an offset; now when absent.',
  }),
  subtotal: OptionalMoney,
  discount: OptionalMoney,
  tax: OptionalMoney,
  shipping: OptionalMoney,
  total: OptionalMoney,
})
export type PurchaseInput = z.infer<typeof PurchaseInput>

/** Filters totals by subscriber. */
export const PurchaseRowFilter = z.object({ subscriber_id: z.int().optional() })
export type PurchaseRowFilter = z.infer<typeof PurchaseRowFilter>

/** Filters the dashboard's list. Days are in the account's time zone: the last `days`, unless `from` and `to` are given. */
export const PurchaseListFilter = PurchaseRowFilter.extend({
  days: z.int().min(1).max(3_650).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  product_id: z.int().optional(),
})
export type PurchaseListFilter = z.infer<typeof PurchaseListFilter>

/** A row of the dashboard's list. */
export interface PurchaseRow extends Purchase {
  first_name: string | null
}

/** Total of one currency. Amounts in different currencies are never added. */
export const PurchaseTotal = z.object({ currency: z.string(), purchases: z.int(), total: z.number() })
export type PurchaseTotal = z.infer<typeof PurchaseTotal>

/** A refund by hand, or its undo. */
export const RefundInput = z.object({ id: z.int().positive(), is_refunded: z.boolean() })
export type RefundInput = z.infer<typeof RefundInput>
