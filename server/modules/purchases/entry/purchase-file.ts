import { CsvError } from 'csv-parse/sync'
import { invalid } from '../../../core/errors.ts'
import { storable } from '../../../core/wire.ts'
import { sha256Hex } from '../../../lib/crypto/crypto.ts'
import { plainName, suggestMapping } from '../../../lib/csv/header.ts'
import { readTable } from '../../../lib/csv/read.ts'
import { problemOf } from '../../../lib/csv/records.ts'
import { t } from '../../../lib/locale/texts.ts'
import { parseEmailAddress } from '../../../lib/text/email-address.ts'
import { type DateOrder, readWrittenDate } from '../../../lib/time/written-date.ts'
import { readAmount } from './amount.ts'
import { type FilePurchase, MAX_PURCHASE_FILE_ROWS, type PurchaseFile, type PurchaseFileView } from './schema.ts'

/** Column names in exports of shops, as `plainName` writes them, the best first. */
const COLUMNS = {
  email: 'purchaseemail buyeremail customeremail useremail email emailaddress customeremailaddress',
  product: 'productname itemname lineitemname product item producttitle description',
  transaction: 'transactionid purchaseid orderid ordernumber saleid paymentid paymentintentid transaction order id',
  total: 'total saleprice amount grandtotal ordertotal amountpaid totalprice price gross',
  currency: 'currency currencycode',
  date: 'transactiontime purchasedate createddateutc createdutc createdat paidat orderdate saledate date created',
  status: 'status orderstatus paymentstatus financialstatus state',
  refunded: 'refunded isrefunded fullyrefunded',
} as const
type Column = keyof typeof COLUMNS

/** Columns of the order's own total, which each of its rows may repeat. Others have the amount of a line. */
const ORDER_TOTALS = ['total', 'grandtotal', 'ordertotal', 'amountpaid', 'totalprice']

const MAX_SHOWN_PROBLEMS = 5
const PAID = /^(paid|completed?|succeeded|success|captured|ok)$/i
const YES = /^(1|y|yes|true|x)$/i

/**
 * Reads a shop's export. Rows without a valid address, date or amount are left out. Throws invalid if the file is no table of purchases, or
 * ends within quotation marks, because no row after them can be read.
 */
export async function readPurchaseFile(_ctx: unknown, { bytes }: PurchaseFile): Promise<PurchaseFileView> {
  const { header, rows: given } = await tableOf(Buffer.from(bytes, 'base64'))
  if (!header) throw invalid('The first row of the file has to name its columns, such as Email, Product and Amount')
  if (given.length > MAX_PURCHASE_FILE_ROWS)
    throw invalid(t`This file has more than ${MAX_PURCHASE_FILE_ROWS} rows. Split it into several files`)
  const column = columnsOf(header, given)
  const cellOf = (row: readonly string[] | undefined, name: Column) => storable(row?.[column[name] ?? -1] ?? '').trim()
  const rows = withOrders(given, column)
  const order = dateOrderOf(rows.map((row) => cellOf(row, 'date')))
  const seen = new Map<string, number>()
  const left_out = new Set<string>()
  const purchases: FileRow[] = []
  const view: PurchaseFileView = { purchases: [], skipped: 0, problems: [] }
  for (const [at, row] of rows.entries()) {
    const id = cellOf(row, 'transaction')
    const isFurther = id !== cellOf(given[at], 'transaction')
    const read =
      isFurther && left_out.has(id)
        ? 'It belongs to the order above, which was left out'
        : readRow((name) => cellOf(row, name), order)
    if (typeof read === 'string') {
      left_out.add(id)
      view.skipped += 1
      // The header is row 1.
      if (view.problems.length < MAX_SHOWN_PROBLEMS) view.problems.push({ row: at + 2, message: read })
      continue
    }
    const first_name = storable(row[column.first_name ?? -1] ?? '').trim() || null
    // A later export of the same sale may have another status.
    const { status: _, ...sale } = read
    const key = JSON.stringify(sale)
    const repeats = seen.get(key) ?? 0
    seen.set(key, repeats + 1)
    // The same file read twice has the same IDs.
    const transaction_id = read.transaction_id || `file-${sha256Hex(`${key} ${repeats}`).slice(0, 24)}`
    purchases.push({ ...read, transaction_id, first_name })
  }
  view.purchases = withTotals(purchases, ORDER_TOTALS.includes(plainName(header[column.total ?? -1] ?? '')))
  return view
}

async function tableOf(bytes: Buffer): ReturnType<typeof readTable> {
  try {
    return await readTable(bytes, MAX_PURCHASE_FILE_ROWS + 1)
  } catch (error) {
    throw error instanceof CsvError ? invalid(problemOf(error)) : error
  }
}

/** Completes the rows of further lines, which have neither an ID nor an amount, from the order above, as in exports of Shopify. */
function withOrders(rows: readonly string[][], column: Partial<Record<Column, number>>): string[][] {
  let above: string[] | undefined
  return rows.map((row) => {
    const cell = (of: readonly string[], name: Column) => of[column[name] ?? -1]?.trim() ?? ''
    if (cell(row, 'transaction')) above = row
    else if (cell(row, 'total') || (above && cell(row, 'email') && cell(row, 'email') !== cell(above, 'email')))
      above = undefined
    const order = above
    if (!order || order === row) return row
    const places = new Set(OF_ORDER.map((name) => column[name]))
    return order.map((text, at) => (places.has(at) && !row[at]?.trim() ? text : (row[at] ?? '')))
  })
}

/** Cells that the further lines of an order leave empty. */
const OF_ORDER = ['email', 'transaction', 'currency', 'date', 'status', 'refunded'] as const

/**
 * Gives each row the total of its order: the amount that all of its rows repeat, if the column has totals of orders, else the sum of its
 * lines. An equal row is the same line.
 */
function withTotals(rows: readonly FileRow[], isOrderTotal: boolean): FilePurchase[] {
  const totals = new Map<string, number | null>()
  for (const [id, lines] of Map.groupBy(rows, ({ transaction_id }) => transaction_id)) {
    const amounts = [...new Map(lines.map((line) => [JSON.stringify(line), line.total])).values()]
    const known = amounts.filter((amount) => amount !== null)
    const isOne = isOrderTotal && new Set(known).size === 1
    const sum = (isOne ? known.slice(0, 1) : known).reduce((total, amount) => total + amount, 0)
    // The column stores four digits, and floats add up to more.
    totals.set(id, known.length > 0 ? Math.round(sum * 10_000) / 10_000 : null)
  }
  return rows.map((row) => ({ ...row, price: row.total ?? 0, total: totals.get(row.transaction_id) ?? null }))
}

function columnsOf(
  header: readonly string[],
  rows: readonly string[][],
): Partial<Record<Column | 'first_name', number>> {
  const names = header.map(plainName)
  const found: Partial<Record<Column | 'first_name', number>> = {}
  for (const [column, known] of Object.entries(COLUMNS) as [Column, string][]) {
    const name = known.split(' ').find((one) => names.includes(one))
    if (name) found[column] = names.indexOf(name)
  }
  const suggested = suggestMapping(header, rows.slice(0, 100))
  const hasAddresses = rows.slice(0, 100).some((row) => parseEmailAddress(row[found.email ?? -1] ?? ''))
  if (!hasAddresses) found.email = suggested.indexOf('email_address')
  if (found.email === -1) throw invalid('No column of this file has email addresses')
  if (suggested.includes('first_name')) found.first_name = suggested.indexOf('first_name')
  return found
}

/** A row before the rows of its order are known. */
type FileRow = Omit<FilePurchase, 'price'>

/** Returns the purchase of a row, or why it has none. */
function readRow(cell: (name: Column) => string, order: DateOrder): Omit<FileRow, 'first_name'> | string {
  const email_address = parseEmailAddress(cell('email'))
  if (!email_address)
    return cell('email') ? t`“${cell('email').slice(0, 80)}” is not an email address` : 'No email address'
  const total = cell('total') ? readAmount(cell('total')) : null
  if (total === undefined) return t`“${cell('total').slice(0, 40)}” is not an amount`
  const transaction_time = cell('date') ? readTime(cell('date'), order) : null
  if (transaction_time === undefined) return t`“${cell('date').slice(0, 40)}” is not a date`
  const written = cell('status')
  const is_partial = /partial/i.test(written)
  const is_refunded = YES.test(cell('refunded')) || (/refunded/i.test(written) && !is_partial)
  const currency = /^[a-z]{3}$/i.test(cell('currency')) ? cell('currency').toUpperCase() : null
  return {
    email_address,
    transaction_id: cell('transaction').slice(0, 255),
    product: cell('product').slice(0, 255) || null,
    status: is_refunded ? 'refunded' : statusOf(written, is_partial),
    currency,
    transaction_time,
    total,
  }
}

/** Null if the file does not say: paid, unless it was refunded before. */
const statusOf = (written: string, is_partial: boolean): string | null =>
  written === '' ? null : PAID.test(written) || is_partial ? 'paid' : written.slice(0, 64).toLowerCase()

/** Times without an offset are UTC, as in the API (contract 1). */
function readTime(text: string, order: DateOrder): string | undefined {
  const seconds = /^1\d{9}$/.test(text) ? Number(text) : undefined
  if (seconds) return new Date(seconds * 1_000).toISOString()
  const parts = readWrittenDate(text, order)
  if (!parts) return undefined
  const wall = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second)
  return new Date(wall - (parts.offset_minutes ?? 0) * 60_000).toISOString()
}

/** `25/12/2026` in any row means that the day is first. */
const dateOrderOf = (texts: readonly string[]): DateOrder =>
  texts.some((text) => Number(/^(\d{1,2})[/-]\d{1,2}[/-]/.exec(text)?.[1] ?? 0) > 12) ? 'day_first' : 'month_first'
