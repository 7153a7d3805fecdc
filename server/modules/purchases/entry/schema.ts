import { z } from 'zod'
import { storable } from '../../../core/wire.ts'
import { singleLine } from '../../../lib/text/single-line.ts'
import { PurchaseInput } from '../schema.ts'

/** Maximum number of purchases in one call. The dashboard sends more in several. */
export const MAX_ENTRIES = 100
/** Maximum size of a file of purchases. */
export const MAX_PURCHASE_FILE_BYTES = 2_000_000
export const MAX_PURCHASE_FILE_ROWS = 5_000

/** A purchase of one product as a member enters it. */
const PurchaseEntry = PurchaseInput.pick({
  email_address: true,
  transaction_id: true,
  first_name: true,
  status: true,
  currency: true,
  transaction_time: true,
  total: true,
}).extend({
  /** Price of the product, if the purchase has several. By default the total. */
  price: PurchaseInput.shape.total,
  /** Name or ID of the product. An unknown text becomes a new product. */
  product: z.string().overwrite(storable).overwrite(singleLine).trim().min(1, 'Enter a product').max(255),
})

export const PurchaseEntries = z.object({
  /** Origin of the purchases. */
  source: z.enum(['hand', 'file']),
  purchases: z.array(PurchaseEntry).min(1).max(MAX_ENTRIES),
})
export type PurchaseEntries = z.infer<typeof PurchaseEntries>

export interface EntryResult {
  recorded: number
  /** Purchases that were not recorded, by position, with the reason. */
  problems: { at: number; message: string }[]
}

export const PurchaseFile = z.object({
  bytes: z.base64().max(Math.ceil(MAX_PURCHASE_FILE_BYTES / 3) * 4, 'The file is larger than 2 MB. Split it'),
})
export type PurchaseFile = z.infer<typeof PurchaseFile>

/** A row of a file, ready to be sent with a product. */
export interface FilePurchase {
  email_address: string
  transaction_id: string
  first_name: string | null
  product: string | null
  /** Null: the file has none. */
  status: string | null
  currency: string | null
  /** ISO 8601. Null: the file has no dates. */
  transaction_time: string | null
  /** Total of the order, which may have several rows. Null: no row of it has an amount. */
  total: number | null
  /** Amount of this row. */
  price: number
}

export interface PurchaseFileView {
  purchases: FilePurchase[]
  /** Number of rows left out. */
  skipped: number
  /** The first such rows, with the reason. */
  problems: { row: number; message: string }[]
}
