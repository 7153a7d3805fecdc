import { z } from 'zod'
import { named, storable } from '../../core/wire.ts'
import { singleLine } from '../../lib/text/single-line.ts'

const line = (max: number) => z.string().overwrite(storable).overwrite(singleLine).trim().max(max)

/** A product of the account, as edited in the dashboard. */
export const ProductInput = z.object({
  name: line(255).min(1, 'Enter a name'),
  /** In major units of its currency. */
  price: z
    .number({ error: 'Enter a price, such as 40 or 9.50' })
    .min(0, 'Enter a price of 0 or more')
    .max(9_999_999_999, 'Enter a price of at most ten digits'),
  currency: z
    .string()
    .trim()
    .regex(/^[a-z]{3}$/i, 'Enter a currency code, such as USD')
    .toUpperCase(),
  url: z
    .url({ protocol: /^https?$/, error: 'Enter an address that begins with https:// or http://' })
    .max(2048, 'The address can have up to 2,048 characters'),
  pid: line(255).min(1, 'Enter the ID that your shop sends with purchases'),
})
export type ProductInput = z.infer<typeof ProductInput>

/** The first product and related data, for programs. */
export const ProductView = named('AccountProduct', {
  /** Null: it is not set up yet. */
  product: named('Product', {
    id: z.int(),
    name: z.string(),
    price: z.number(),
    currency: z.string(),
    url: z.string(),
    pid: z.string(),
  }).nullable(),
  /** Subscribers with a paid purchase of the product. */
  buyers: z.int(),
  /** Posts that only buyers can read in full, including drafts. */
  paid_posts: z.int(),
  /** The currency of most recent purchases, or USD without any. The currency of a shop cannot be derived from a time zone or language. */
  usual_currency: z.string(),
  /** Purchased products to choose the ID from, newest first. */
  sold: z.array(named('SoldProduct', { pid: z.string(), name: z.string() })),
})
export type ProductView = z.infer<typeof ProductView>

/** A product that subscribers purchased. */
export const PurchasedProduct = named('PurchasedProduct', { id: z.int(), name: z.string() })
export type PurchasedProduct = z.infer<typeof PurchasedProduct>

/** A product to create, or to change if it has an ID. */
export const ProductSave = ProductInput.extend({ id: z.int().positive().optional() })
export type ProductSave = z.infer<typeof ProductSave>

export const ProductRef = z.object({ id: z.int().positive() })
export type ProductRef = z.infer<typeof ProductRef>

/** Purchases of a shop's product that count for a product of the account. Null: for none. */
export const ProductAssignment = ProductRef.extend({ sold_as: z.int().positive().nullable() })
export type ProductAssignment = z.infer<typeof ProductAssignment>

export const AssignmentInput = ProductAssignment.pick({ sold_as: true })

/** A product of the account. */
const OwnProduct = ProductInput.extend({
  id: z.int(),
  /** Subscribers with a paid purchase. */
  buyers: z.int(),
}).meta({ id: 'OwnProduct' })

/** A product as a shop reports it. */
export const ShopProduct = named('ShopProduct', {
  id: z.int(),
  pid: z.string(),
  name: z.string(),
  /** ID of the account's product for which its purchases count. */
  sold_as: z.int().nullable(),
})
export type SoldProduct = z.infer<typeof ShopProduct>

export const ProductsView = named('AccountProducts', {
  /** Products of the account, oldest first. */
  products: z.array(OwnProduct),
  /** Subscribers with a paid purchase of any product. */
  buyers: z.int(),
  /** Posts that only buyers can read in full, including drafts. */
  paid_posts: z.int(),
  /** The currency of most recent purchases, or USD without any. The currency of a shop cannot be derived from a time zone or language. */
  usual_currency: z.string(),
  /** Products in purchases, newest first. */
  sold: z.array(ShopProduct),
})
export type ProductsView = z.output<typeof ProductsView>
