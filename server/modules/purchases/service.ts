import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import type { PageSpec } from '../../core/page/sql.ts'
import { isoSql } from '../../core/wire.ts'
import type { PurchasedProduct } from './product-schema.ts'
import type { Purchase, PurchaseRowFilter, PurchaseTotal } from './schema.ts'

const BY_ID: PageSpec['order'] = [{ expr: 't.id', type: 'integer', dir: 'desc' }]

/** Lists purchases, the last reported first. */
export const listPurchases = (ctx: Ctx, query: PurchaseRowFilter & PageQuery): Promise<Page<Purchase>> =>
  pageOfPurchases(ctx, query, 'purchases', BY_ID)

/** Lists purchases by their own time, the latest first, because shops also report old ones. */
export const listLatestPurchases = (ctx: Ctx, query: PurchaseRowFilter & PageQuery): Promise<Page<Purchase>> =>
  pageOfPurchases(ctx, query, 'latest purchases', [
    { expr: 't.transaction_time', type: 'timestamptz', dir: 'desc' },
    ...BY_ID,
  ])

function pageOfPurchases(
  ctx: Ctx,
  { subscriber_id, ...paging }: PurchaseRowFilter & PageQuery,
  name: string,
  order: PageSpec['order'],
): Promise<Page<Purchase>> {
  return keysetPage<Purchase>(
    ctx.sql,
    {
      name,
      view: PURCHASE,
      from: 'purchase t',
      where: ['t.account_id = $1', ...(subscriber_id ? ['t.subscriber_id = $2'] : [])],
      values: subscriber_id ? [subscriber_id] : [],
      order,
    },
    paging,
  )
}

/** Lists purchased products, newest first. */
export function listProducts(ctx: Ctx, paging: PageQuery): Promise<Page<PurchasedProduct>> {
  return keysetPage<PurchasedProduct>(
    ctx.sql,
    {
      name: 'products',
      view: 't.id, t.name',
      from: 'product t',
      where: ['t.account_id = $1'],
      values: [],
      order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
    },
    paging,
  )
}

export async function getPurchase(ctx: Ctx, { id }: { id: number }): Promise<Purchase> {
  const row = await ctx.sql.one<Purchase>(`select ${PURCHASE} from purchase t where t.account_id = $1 and t.id = $2`, [
    id,
  ])
  if (!row) throw notFound()
  return row
}

/** Returns totals of the account or one subscriber, largest first. */
export function totalPurchases(ctx: Ctx, { subscriber_id }: PurchaseRowFilter): Promise<PurchaseTotal[]> {
  return ctx.sql.rows<PurchaseTotal>(
    `select currency, count(*)::int as purchases, sum(total)::float8 as total from purchase
     where account_id = $1 and ($2::bigint is null or subscriber_id = $2) group by currency order by sum(total) desc, currency`,
    [subscriber_id ?? null],
  )
}

const AMOUNTS = ['subtotal', 'discount', 'tax', 'total'].map((name) => `t.${name}::float8 as ${name}`).join(', ')

// A float has more digits than the column stores, so amounts stay exact.
const PURCHASE = `t.id, t.transaction_id, t.subscriber_id, t.status, t.email_address, t.currency,
  ${isoSql('t.transaction_time')} as transaction_time, ${AMOUNTS},
  (select json_agg(json_build_object('name', l.name, 'pid', l.pid, 'lid', l.lid, 'quantity', l.quantity,
     'unit_price', l.unit_price::float8, 'sku', l.sku) order by l.position)
   from purchase_line l where l.account_id = t.account_id and l.purchase_id = t.id) as products, t.source`
