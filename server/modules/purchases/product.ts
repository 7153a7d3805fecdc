import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { rowsSql } from '../../db/statements/rows-sql.ts'
import { t } from '../../lib/locale/texts.ts'
import type { ProductInput, ProductView } from './product-schema.ts'

// The product that an account sells: one, so `product_id` is the same on all its posts (contract 8.12).

/** Products of purchases to choose from. */
const MAX_SOLD = 50
/** Recent purchases that say which currency is usual. */
const RECENT = 10_000

const USUAL_CURRENCY = `coalesce((select r.currency from (
    select currency from purchase where account_id = $1 order by id desc limit ${RECENT}) r
  group by 1 order by count(*) desc, 1 limit 1), 'USD')`

/** SQL of a paid purchase of the account's product: purchase `r`, in a statement whose $1 is the account. Refunds have another status. */
const PAID_PURCHASE = `from account_product o
  join purchase_line l on l.account_id = o.account_id and l.product_id = o.product_id
  join purchase r on r.account_id = l.account_id and r.id = l.purchase_id and r.status = 'paid'
  where o.account_id = $1`

/** Returns the SQL of whether a subscriber bought the account's product, over an expression with their id. */
export const isBuyerSql = (subscriber_id: string): string =>
  `exists (select ${PAID_PURCHASE} and r.subscriber_id = ${subscriber_id})`

/** Returns the SQL of the id of an account's product, over an expression with the account's id; null without one. */
export const productIdSql = (account_id: string): string =>
  `(select o.product_id from account_product o where o.account_id = ${account_id})`

/** Returns the product with its figures. */
export async function getProduct(ctx: Ctx): Promise<ProductView> {
  const [product, found] = await Promise.all([
    findProduct(ctx),
    ctx.sql.one<Omit<ProductView, 'product'>>(
      `select (select count(distinct r.subscriber_id)::int ${PAID_PURCHASE}) as buyers,
         (select count(*)::int from post where account_id = $1 and is_paid) as paid_posts,
         ${USUAL_CURRENCY} as usual_currency,
         ${rowsSql(`select pid, name from product where account_id = $1 order by id desc limit ${MAX_SOLD}`)} as sold`,
    ),
  ])
  return { product: product ?? null, ...(found ?? { buyers: 0, paid_posts: 0, usual_currency: 'USD', sold: [] }) }
}

/** Returns the currency that most recent purchases have, USD without any. */
export async function usualCurrency(ctx: Ctx): Promise<string> {
  const row = await ctx.sql.one<{ currency: string }>(`select ${USUAL_CURRENCY} as currency`)
  return row?.currency ?? 'USD'
}

/** Returns the product as visitors see it, undefined without one. */
export const findProduct = (ctx: Pick<Ctx, 'sql'>): Promise<(ProductInput & { id: number }) | undefined> =>
  ctx.sql.one<ProductInput & { id: number }>(
    `select o.product_id as id, o.name, o.price::float8 as price, o.currency, o.url, p.pid
     from account_product o join product p on p.account_id = o.account_id and p.id = o.product_id where o.account_id = $1`,
  )

/** Sets the product up, or changes it. Purchases with its `pid` make buyers, also those from before. */
export async function saveProduct(ctx: Ctx, { pid, ...shown }: ProductInput): Promise<ProductView> {
  await write(ctx, async (tx) => {
    const { account_id } = tx
    // The shop's name of a product that was bought is kept.
    const product = await tx.db.product.upsert({
      where: { account_id_pid: { account_id, pid } },
      create: { account_id, pid, name: shown.name, created_at: tx.now() },
      update: {},
      select: { id: true },
    })
    const data = { ...shown, product_id: product.id }
    await tx.db.accountProduct.upsert({ where: { account_id }, create: { account_id, ...data }, update: data })
  })
  return getProduct(ctx)
}

/** Removes the product; purchases are kept. Throws invalid while posts need it: no one could read them. */
export async function deleteProduct(ctx: Ctx): Promise<ProductView> {
  await write(ctx, async (tx) => {
    // Waits for a post that is being made a paid one, which locks the row too.
    const known = await tx.sql.one('select 1 from account_product where account_id = $1 for update')
    if (!known) throw notFound()
    const posts = await tx.db.post.count({ where: { is_paid: true } })
    if (posts > 0)
      throw invalid(
        posts === 1
          ? 'A paid post needs this product. Make it free or delete it first'
          : t`${posts} paid posts need this product. Make them free or delete them first`,
      )
    await tx.db.accountProduct.deleteMany()
  })
  return getProduct(ctx)
}

/** Locks the product for a post that its buyers pay for. Throws invalid without one. */
export async function requireProduct({ sql }: Pick<Ctx, 'sql'>): Promise<void> {
  const known = await sql.one('select 1 from account_product where account_id = $1 for key share')
  if (!known) throw invalid('Set up a product under Settings, Product first: its buyers read paid posts in full')
}
