import type { Tx } from '../../../core/write/write.ts'
import type { Expired } from '../../../db/purge.ts'
import { lockPurchase } from '../record.ts'
import type { PaymentReport } from './provider.ts'

/**
 * Ends the access of a refunded payment's buyer, or gives it back. A refund that arrives first waits for its purchase. The payment is locked
 * before its invoice, which a purchase locks alone, so reports in any order end the same.
 */
export async function applyPayment(tx: Tx, { transaction_id, invoice_id, ...report }: PaymentReport): Promise<void> {
  const { account_id } = tx
  const own = { account_id, transaction_id }
  await lockPurchase(tx, { transaction_id })
  const invoice = invoice_id ?? (await tx.db.invoicePayment.findFirst({ where: { transaction_id } }))?.invoice_id
  if (invoice) await lockPurchase(tx, { transaction_id: invoice })
  if (invoice_id)
    await tx.db.invoicePayment.upsert({
      where: { account_id_transaction_id: own },
      create: { ...own, invoice_id, created_at: tx.now() },
      update: { invoice_id },
    })
  const isWaiting = (await tx.db.earlyRefund.deleteMany({ where: { transaction_id } })).count > 0
  const status = report.status ?? (isWaiting ? 'refunded' : undefined)
  if (!status) return
  const { count } = await tx.db.purchase.updateMany({
    where: { transaction_id: { in: invoice ? [transaction_id, invoice] : [transaction_id] } },
    data: { status },
  })
  if (count === 0 && status === 'refunded') await tx.db.earlyRefund.create({ data: { ...own, created_at: tx.now() } })
}

/** Returns whether a purchase, which the caller locked, was refunded before it arrived. */
export async function takeEarlyRefund(tx: Tx, { transaction_id }: { transaction_id: string }): Promise<boolean> {
  const payments = await tx.db.invoicePayment.findMany({ where: { invoice_id: transaction_id } })
  const ids = [transaction_id, ...payments.map((payment) => payment.transaction_id)]
  return (await tx.db.earlyRefund.deleteMany({ where: { transaction_id: { in: ids } } })).count > 0
}

const KEPT_DAYS = 90

/** Reports whose purchase was made before the shop was connected never meet it. Neither do the later invoices of a subscription. */
export const EXPIRED_REPORTS: readonly Expired[] = [
  { table: 'early_refund', where: 'created_at < $1', kept_days: KEPT_DAYS },
  {
    table: 'invoice_payment',
    where: `created_at < $1 and not exists (select from purchase p
      where p.account_id = invoice_payment.account_id and p.transaction_id = invoice_payment.invoice_id)`,
    kept_days: KEPT_DAYS,
  },
]
