import type { Ctx } from '../../core/context.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { write } from '../../core/write/write.ts'
import { rowsSql } from '../../db/statements/rows-sql.ts'
import { t } from '../../lib/locale/texts.ts'
import type { ProductInput, ProductView } from './product-schema.ts'

// The product that an account sells. There is only one, so all posts of an account have the same `product_id` (contract 8.12).

/** Maximum number of purchased products to choose from. */
const MAX_SOLD = 50
/** Number of recent purchases that determine the usual currency. */
const RECENT = 10_000

const USUAL_CURRENCY = `coalesce((select r.currency from (
    select currency from purchase where account_id = $1 order by id desc limit ${RECENT}) r
  group by 1 order by count(*) desc, 1 limit 1), 'USD')`

/** SQL of a paid purchase `r` of the account's product; $1 is the account. Refunds have another status. */
const PAID_PURCHASE = `from account_product o
  join purchase_line l on l.account_id = o.account_id and l.product_id = o.product_id
  join purchase r on r.account_id = l.account_id and r.id = l.purchase_id and r.status = 'paid'
  where o.account_id = $1`

/** Returns SQL of whether a subscriber bought the account's product. The argument is an expression of their ID. */
export const isBuyerSql = (subscriber_id: string): string =>
  `exists (select ${PAID_PURCHASE} and r.subscriber_id = ${subscriber_id})`

/** Returns SQL of the ID of an account's product, null without one. The argument is an expression of the account's ID. */
export const productIdSql = (account_id: string): string =>
  `(select o.product_id from account_product o where o.account_id = ${account_id})`

/** Returns the product with its counts. */
export async function getProduct(ctx: Ctx): Promise<ProductView> {
  const [product, counts] = await Promise.all([
    findProduct(ctx),
    ctx.sql.one<Omit<ProductView, 'product'>>(
      `select (select count(distinct r.subscriber_id)::int ${PAID_PURCHASE}) as buyers,
         (select count(*)::int from post where account_id = $1 and is_paid) as paid_posts,
         ${USUAL_CURRENCY} as usual_currency,
         ${rowsSql(`select pid, name from product where account_id = $1 order by id desc limit ${MAX_SOLD}`)} as sold`,
    ),
  ])
  return { product: product ?? null, ...(counts ?? { buyers: 0, paid_posts: 0, usual_currency: 'USD', sold: [] }) }
}

/** Returns the currency of most recent purchases, or USD without any. */
export async function usualCurrency(ctx: Ctx): Promise<string> {
  const row = await ctx.sql.one<{ currency: string }>(`select ${USUAL_CURRENCY} as currency`)
  return row?.currency ?? 'USD'
}

/** Returns the product as visitors see it, or undefined. */
export const findProduct = (ctx: Pick<Ctx, 'sql'>): Promise<(ProductInput & { id: number }) | undefined> =>
  ctx.sql.one<ProductInput & { id: number }>(
    `select o.product_id as id, o.name, o.price::float8 as price, o.currency, o.url, p.pid
     from account_product o join product p on p.account_id = o.account_id and p.id = o.product_id where o.account_id = $1`,
  )

/** Creates or changes the product. All purchases with its `pid` make buyers, including earlier ones. */
export async function saveProduct(ctx: Ctx, { pid, ...shown }: ProductInput): Promise<ProductView> {
  await write(ctx, async (tx) => {
    const { account_id } = tx
    // Keeps the shop's name of a purchased product.
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

/** Deletes the product and keeps its purchases. Throws invalid while posts need it, because no one could read them. */
export async function deleteProduct(ctx: Ctx): Promise<ProductView> {
  await write(ctx, async (tx) => {
    // Waits for posts that are being made paid, which lock the row too.
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

/** Locks the product for a paid post. Throws invalid without one. */
export async function requireProduct({ sql }: Pick<Ctx, 'sql'>): Promise<void> {
  const known = await sql.one('select 1 from account_product where account_id = $1 for key share')
  if (!known) throw invalid('Set up a product under Settings, Product first: its buyers read paid posts in full')
}
