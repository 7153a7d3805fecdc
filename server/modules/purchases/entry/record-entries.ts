import type { Ctx } from '../../../core/context.ts'
import { AppError, isFault, joinMessages } from '../../../core/errors.ts'
import { recordPurchase } from '../record.ts'
import type { EntryResult, PurchaseEntries } from './schema.ts'

/** Stored as the source of a purchase. */
const SOURCES = { hand: 'Added by hand', file: 'CSV file' } as const

/**
 * Records purchases that a member entered, each by the rules of `recordPurchase`. One that is refused, such as above the plan's subscriber
 * limit, does not stop the others. The same transaction counts once, so a call can be repeated.
 */
export async function recordEntries(ctx: Ctx, { source, purchases }: PurchaseEntries): Promise<EntryResult> {
  const known = await findNamedProducts(
    ctx,
    purchases.map(({ product }) => product),
  )
  /** Products by their first spelling in this call. */
  const created = new Map<string, { pid: string; name: string }>()
  const problems: EntryResult['problems'] = []
  for (const [at, { product, price, ...purchase }] of purchases.entries()) {
    const folded = product.toLowerCase()
    const { pid, name } = known.get(product) ?? created.get(folded) ?? { pid: product, name: product }
    created.set(folded, { pid, name })
    const line = { pid, lid: pid, name, quantity: 1, unit_price: price ?? purchase.total ?? 0, sku: null }
    try {
      await recordPurchase(ctx, { ...purchase, subtotal: purchase.total, products: [line] }, SOURCES[source])
    } catch (error) {
      if (!(error instanceof AppError) || isFault(error)) throw error
      problems.push({ at, message: joinMessages(error.messages) })
    }
  }
  return { recorded: purchases.length - problems.length, problems }
}

/** Finds products by the ID in the shop, the name in the shop, or the name that visitors see. */
async function findNamedProducts(
  ctx: Ctx,
  texts: readonly string[],
): Promise<Map<string, { pid: string; name: string }>> {
  const rows = await ctx.sql.rows<{ text: string; pid: string; name: string }>(
    `select distinct on (x.text) x.text, p.pid, p.name
     from unnest($2::text[]) x(text)
       join product p on p.account_id = $1
       left join account_product o on o.account_id = p.account_id and o.product_id = p.id
     where p.pid = x.text or lower(x.text) in (lower(p.name), lower(o.name))
     order by x.text, p.pid = x.text desc, o.product_id is null, p.id desc`,
    [[...new Set(texts)]],
  )
  return new Map(rows.map(({ text, ...product }) => [text, product]))
}
