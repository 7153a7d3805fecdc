import type { Ctx } from '../../core/context.ts'
import { notFound } from '../../core/errors.ts'
import { keysetPage, type Page, type PageQuery } from '../../core/page/page.ts'
import type { PageSpec } from '../../core/page/sql.ts'
import { isoSql } from '../../core/wire.ts'
import type { PurchasedProduct } from './product-schema.ts'
import type {
  Purchase,
  PurchaseListFilter,
  PurchaseRow,
  PurchaseRowFilter,
  PurchaseTotal,
  RefundInput,
} from './schema.ts'

const BY_ID: PageSpec['order'] = [{ expr: 't.id', type: 'integer', dir: 'desc' }]

/** Lists purchases, the last reported first. */
export const listPurchases = (ctx: Ctx, query: PurchaseRowFilter & PageQuery): Promise<Page<Purchase>> =>
  keysetPage<Purchase>(ctx.sql, pagingOf(query), { ...PURCHASES, name: 'purchases', order: BY_ID, ...filtered(query) })

/** Lists purchases by their own time, the latest first, because shops also report old ones. */
export const listLatestPurchases = (ctx: Ctx, query: PurchaseListFilter & PageQuery): Promise<Page<PurchaseRow>> =>
  keysetPage<PurchaseRow>(ctx.sql, pagingOf(query), {
    ...PURCHASES,
    name: 'latest purchases',
    view: `${PURCHASE}, (select s.first_name from subscriber s where s.account_id = t.account_id and s.id = t.subscriber_id) as first_name`,
    order: [{ expr: 't.transaction_time', type: 'timestamptz', dir: 'desc' }, ...BY_ID],
    ...filtered(query, ctx.now()),
  })

const pagingOf = ({ after, before, per_page, include_total_count }: PageQuery): PageQuery => ({
  after,
  before,
  per_page,
  include_total_count,
})

const ZONE = '(select a.time_zone from account a where a.id = $1)'
/** The beginning of a day in the account's time zone, over SQL of a date. */
const startOf = (day: string) => `(${day})::timestamp at time zone ${ZONE}`

function filtered({ subscriber_id, days, from, to, product_id }: PurchaseListFilter, now?: Date) {
  const values: unknown[] = []
  const given = (value: unknown) => `$${values.push(value) + 1}`
  const where = ['t.account_id = $1']
  if (subscriber_id !== undefined) where.push(`t.subscriber_id = ${given(subscriber_id)}`)
  if (product_id !== undefined)
    where.push(`exists (select from purchase_line l where l.account_id = t.account_id and l.purchase_id = t.id
      and l.product_id = ${given(product_id)})`)
  if (from !== undefined && to !== undefined)
    where.push(
      `t.transaction_time >= ${startOf(`${given(from)}::date`)}`,
      `t.transaction_time < ${startOf(`${given(to)}::date + 1`)}`,
    )
  else if (days !== undefined)
    where.push(
      `t.transaction_time >= ${startOf(`(${given(now)}::timestamptz at time zone ${ZONE})::date + 1 - ${given(days)}::int`)}`,
    )
  return { where, values }
}

/** Lists purchased products, newest first. */
export function listProducts(ctx: Ctx, paging: PageQuery): Promise<Page<PurchasedProduct>> {
  return keysetPage<PurchasedProduct>(ctx.sql, paging, {
    name: 'products',
    view: 't.id, t.name',
    from: 'product t',
    where: ['t.account_id = $1'],
    values: [],
    order: [{ expr: 't.id', type: 'integer', dir: 'desc' }],
  })
}

export async function getPurchase(ctx: Ctx, { id }: { id: number }): Promise<Purchase> {
  const row = await ctx.sql.one<Purchase>(`select ${PURCHASE} from purchase t where t.account_id = $1 and t.id = $2`, [
    id,
  ])
  if (!row) throw notFound()
  return row
}

/** Marks a purchase as refunded, so its buyer no longer reads paid posts, or as paid again. The money is refunded in the shop. */
export async function setRefunded(ctx: Ctx, { id, is_refunded }: RefundInput): Promise<Purchase> {
  const { count } = await ctx.db.purchase.updateMany({
    where: { id },
    data: { status: is_refunded ? 'refunded' : 'paid' },
  })
  if (count === 0) throw notFound()
  return getPurchase(ctx, { id })
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

const PURCHASES = { view: PURCHASE, from: 'purchase t' }
