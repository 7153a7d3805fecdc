import { type Ctx, systemCtx } from '../../../core/context.ts'
import { AppError, isFault, joinMessages } from '../../../core/errors.ts'
import { write } from '../../../core/write/write.ts'
import { Unreadable } from '../../../lib/bytes/untyped-json.ts'
import { lockPurchase, recordPurchase } from '../record.ts'
import { PurchaseInput } from '../schema.ts'
import { findAdapter } from './adapters.ts'
import { type ConnectedCheckout, findCheckout, readCheckoutToken } from './checkouts.ts'
import { type CheckoutFetch, checkoutFetch, findPaddleCustomer, NotYet } from './paddle-customer.ts'
import { applyPayment, takeEarlyRefund } from './payments.ts'
import type { CheckoutAdapter, CheckoutReport, CheckoutWebhook, ReportedPurchase } from './provider.ts'

/** A connected shop, found by the address of a webhook. */
export interface Receiver {
  ctx: Ctx
  adapter: CheckoutAdapter
  checkout: ConnectedCheckout
}

/** Returns undefined for an address that is not ours or whose shop is not connected. */
export async function findReceiver(provider: string, token: string): Promise<Receiver | undefined> {
  const adapter = findAdapter(provider)
  const ref = adapter && readCheckoutToken(adapter.name, token)
  if (!(adapter && ref)) return undefined
  const ctx = systemCtx(ref.account_id)
  const checkout = await findCheckout(ctx, { provider: adapter.name, key: ref.key })
  return checkout && { ctx, adapter, checkout }
}

/**
 * Verifies a webhook and records its purchase, refund or dispute. A repeated one changes nothing. Throws Unverified, Unreadable, or NotYet if the shop
 * has to send it again; the last two are shown in the dashboard.
 */
export async function receiveCheckout(
  { ctx, adapter, checkout }: Receiver,
  { fetch = checkoutFetch, ...webhook }: Pick<CheckoutWebhook, 'body' | 'header'> & { fetch?: CheckoutFetch },
): Promise<void> {
  const report = adapter.read({ ...webhook, secret: checkout.secret, now: ctx.now() })
  const note = (problem: string | null) =>
    ctx.db.checkout.updateMany({ where: { provider: adapter.name }, data: { received_at: ctx.now(), problem } })
  try {
    await applyReport(ctx, await withAddress(report, checkout, fetch), adapter.label)
  } catch (error) {
    const reason = asReason(error)
    if (reason) await note(reason.message)
    throw reason ?? error
  }
  await note(null)
}

/** A purchase that the plan has no room for is sent again too. */
function asReason(error: unknown): NotYet | Unreadable | undefined {
  if (error instanceof NotYet || error instanceof Unreadable) return error
  return error instanceof AppError && !isFault(error) ? new NotYet(joinMessages(error.messages)) : undefined
}

async function withAddress(
  report: CheckoutReport,
  { api_key }: ConnectedCheckout,
  fetch: CheckoutFetch,
): Promise<CheckoutReport> {
  if (report?.kind !== 'purchase') return report
  const { purchase } = report
  if (purchase.email_address !== undefined || purchase.customer_id === undefined || !api_key) return report
  const customer = await findPaddleCustomer(fetch, { api_key, customer_id: purchase.customer_id })
  return { kind: 'purchase', purchase: { ...purchase, ...customer } }
}

function applyReport(ctx: Ctx, report: CheckoutReport, source: string): Promise<void> | undefined {
  if (report?.kind === 'payment') return write(ctx, (tx) => applyPayment(tx, report))
  return report && recordReported(ctx, inputOf(report.purchase), source)
}

function inputOf({ transaction_time, customer_id: _, ...purchase }: ReportedPurchase): PurchaseInput {
  const seconds =
    typeof transaction_time === 'number' && Math.abs(transaction_time) < 1e11 ? transaction_time : undefined
  const at = seconds === undefined ? transaction_time : new Date(seconds * 1_000).toISOString()
  const parsed = PurchaseInput.safeParse({ ...purchase, transaction_time: at })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Unreadable(`${issue?.path.join('.')}: ${issue?.message}`)
}

const recordReported = (ctx: Ctx, input: PurchaseInput, source: string): Promise<void> =>
  write(ctx, async (tx) => {
    await lockPurchase(tx, input)
    const isRefunded = await takeEarlyRefund(tx, input)
    await recordPurchase(tx, isRefunded ? { ...input, status: 'refunded' } : input, source)
  })
