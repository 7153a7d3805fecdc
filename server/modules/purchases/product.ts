import type { Ctx } from '../../core/context.ts'
import { conflict, invalid, notFound } from '../../core/errors.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { rowsSql } from '../../db/statements/rows-sql.ts'
import { t } from '../../lib/locale/texts.ts'
import type {
  ProductAssignment,
  ProductInput,
  ProductRef,
  ProductSave,
  ProductsView,
  ProductView,
} from './product-schema.ts'

// The products that an account sells. The buyers of any read all paid posts, and all posts have the `product_id` of the first (contract 8.12).

/** Maximum number of purchased products to choose from. */
const MAX_SOLD = 100
const MAX_PRODUCTS = 20
/** Number of recent purchases that determine the usual currency. */
const RECENT = 10_000

const USUAL_CURRENCY = `coalesce((select r.currency from (
    select currency from purchase where account_id = $1 order by id desc limit ${RECENT}) r
  group by 1 order by count(*) desc, 1 limit 1), 'USD')`

/** SQL of the paid purchases `r` of a shop's product `p`. Refunds have another status. */
const PURCHASES = `join purchase_line l on l.account_id = p.account_id and l.product_id = p.id
  join purchase r on r.account_id = l.account_id and r.id = l.purchase_id and r.status = 'paid'`

/** SQL of a paid purchase `r` of the account's product `o`; $1 is the account. */
const PAID_PURCHASE = `from account_product o
  join product p on p.account_id = o.account_id and (p.id = o.product_id or p.sold_as = o.product_id)
  ${PURCHASES} where o.account_id = $1`

const FIRST = 'order by o.created_at, o.product_id'
const OFFERED = 'o.product_id as id, o.name, o.price::float8 as price, o.currency, o.url, s.pid'
const FROM_OFFERED = `from account_product o join product s on s.account_id = o.account_id and s.id = o.product_id
  where o.account_id = $1 ${FIRST}`

/** Returns SQL of whether a subscriber bought a product of the account. The argument is an expression of their ID. */
export const isBuyerSql = (subscriber_id: string): string =>
  `exists (select ${PAID_PURCHASE} and r.subscriber_id = ${subscriber_id})`

/** Returns SQL of the ID of an account's first product, null without one. The argument is an expression of the account's ID. */
export const productIdSql = (account_id: string): string =>
  `(select o.product_id from account_product o where o.account_id = ${account_id} ${FIRST} limit 1)`

/** Returns the products with their counts, and products of shops that can be assigned to them. */
export async function getProducts(ctx: Ctx): Promise<ProductsView> {
  const [products, counts] = await Promise.all([
    ctx.sql.rows<ProductsView['products'][number]>(
      `select ${OFFERED}, (select count(distinct r.subscriber_id)::int from product p ${PURCHASES}
         where p.account_id = o.account_id and (p.id = o.product_id or p.sold_as = o.product_id)) as buyers ${FROM_OFFERED}`,
    ),
    ctx.sql.one<Omit<ProductsView, 'products'>>(
      `select (select count(distinct r.subscriber_id)::int ${PAID_PURCHASE}) as buyers,
         (select count(*)::int from post where account_id = $1 and is_paid) as paid_posts,
         ${USUAL_CURRENCY} as usual_currency,
         ${rowsSql(`select p.id, p.pid, p.name, (select o.product_id from account_product o
           where o.account_id = $1 and o.product_id = p.sold_as) as sold_as from product p where p.account_id = $1 order by p.id desc limit ${MAX_SOLD}`)} as sold`,
    ),
  ])
  return {
    products,
    ...(counts ?? { buyers: 0, paid_posts: 0, usual_currency: 'USD', sold: [] }),
  }
}

/** Throws not_found unless the account has this product. */
export async function requireOwnProduct({ db }: Ctx, { id }: ProductRef): Promise<void> {
  if ((await db.accountProduct.count({ where: { product_id: id } })) === 0) throw notFound()
}

/** Throws not_found unless a shop reported this product. */
export async function requireShopProduct({ db }: Ctx, { id }: ProductRef): Promise<void> {
  if ((await db.product.count({ where: { id } })) === 0) throw notFound()
}

/** Returns the first product with the counts of all, for programs. */
export async function getFirstProduct(ctx: Ctx): Promise<ProductView> {
  const { products, sold, ...counts } = await getProducts(ctx)
  const [first] = products
  const { buyers: _, ...product } = first ?? { buyers: 0 }
  return {
    product: first ? (product as ProductView['product']) : null,
    ...counts,
    sold: sold.map(({ pid, name }) => ({ pid, name })),
  }
}

/** Creates or changes the first product. */
export async function saveFirstProduct(ctx: Ctx, input: ProductInput): Promise<ProductView> {
  await write(ctx, async (tx) => {
    await lockProducts(tx)
    await storeProduct(tx, { ...input, id: await findFirst(tx) })
  })
  return getFirstProduct(ctx)
}

/** Deletes the first product. Throws not_found without one. */
export async function deleteFirstProduct(ctx: Ctx): Promise<void> {
  const id = await findFirst(ctx)
  if (id === undefined) throw notFound()
  await deleteProduct(ctx, { id })
}

async function findFirst({ sql }: Pick<Ctx, 'sql'>): Promise<number | undefined> {
  const [first] = await sql.rows<{ id: number }>(`select ${OFFERED} ${FROM_OFFERED} limit 1`)
  return first?.id
}

/** Returns the currency of most recent purchases, or USD without any. */
export async function usualCurrency(ctx: Ctx): Promise<string> {
  const row = await ctx.sql.one<{ currency: string }>(`select ${USUAL_CURRENCY} as currency`)
  return row?.currency ?? 'USD'
}

/** Returns the first product as visitors see it, with the others, or undefined. */
export async function findProduct(
  ctx: Pick<Ctx, 'sql'>,
): Promise<(ProductInput & { others: readonly ProductInput[] }) | undefined> {
  const [first, ...others] = await ctx.sql.rows<ProductInput>(`select ${OFFERED} ${FROM_OFFERED}`)
  return first && { ...first, others }
}

/** Creates a product, or changes the one with this ID. All purchases with its `pid` make buyers, including earlier ones. */
export async function saveProduct(ctx: Ctx, product: ProductSave): Promise<ProductsView> {
  await write(ctx, async (tx) => {
    await lockProducts(tx)
    await storeProduct(tx, product)
  })
  return getProducts(ctx)
}

const lockProducts = (tx: Tx): Promise<void> => acquireAdvisoryLock(tx, 'products')

async function storeProduct(tx: Tx, { id, pid, ...shown }: ProductSave): Promise<void> {
  const { account_id } = tx
  // Keeps the shop's name of a purchased product.
  const { id: product_id, set_up_at } = await tx.db.product.upsert({
    where: { account_id_pid: { account_id, pid } },
    create: { account_id, pid, name: shown.name, created_at: tx.now() },
    update: { sold_as: null },
    select: { id: true, set_up_at: true },
  })
  if (id !== product_id && (await tx.db.accountProduct.count({ where: { product_id } })) > 0)
    throw conflict('Another product has this ID')
  if (id === undefined) {
    if ((await tx.db.accountProduct.count()) >= MAX_PRODUCTS) throw invalid(t`You can set up ${MAX_PRODUCTS} products`)
    await tx.db.accountProduct.create({ data: { account_id, ...shown, product_id, created_at: set_up_at ?? tx.now() } })
    return
  }
  const { count } = await tx.db.accountProduct.updateMany({ where: { product_id: id }, data: { ...shown, product_id } })
  if (count === 0) throw notFound()
  await tx.db.product.updateMany({ where: { sold_as: id }, data: { sold_as: product_id } })
}

/**
 * Deletes a product and keeps its purchases, its place, and what is assigned to it in case it is saved again. Throws invalid for the last one while
 * posts need it, because no one could read them.
 */
export async function deleteProduct(ctx: Ctx, { id }: ProductRef): Promise<ProductsView> {
  await write(ctx, async (tx) => {
    // Waits for posts that are being made paid, which lock a row too.
    const products = await tx.sql.rows<{ id: number; created_at: Date }>(
      'select product_id as id, created_at from account_product where account_id = $1 for update',
    )
    const product = products.find((one) => one.id === id)
    if (!product) throw notFound()
    const posts = products.length > 1 ? 0 : await tx.db.post.count({ where: { is_paid: true } })
    if (posts > 0)
      throw invalid(
        posts === 1
          ? 'A paid post needs this product. Make it free or delete it first'
          : t`${posts} paid posts need this product. Make them free or delete them first`,
      )
    await tx.db.product.updateMany({ where: { id }, data: { set_up_at: product.created_at } })
    await tx.db.accountProduct.deleteMany({ where: { product_id: id } })
  })
  return getProducts(ctx)
}

/** Lets purchases of a shop's product count for a product of the account, including earlier ones, or no longer. */
export async function assignProduct(ctx: Ctx, { id, sold_as }: ProductAssignment): Promise<ProductsView> {
  await write(ctx, async (tx) => {
    await lockProducts(tx)
    if (sold_as !== null && (await tx.db.accountProduct.count({ where: { product_id: sold_as } })) === 0)
      throw notFound()
    if ((await tx.db.accountProduct.count({ where: { product_id: id } })) > 0)
      throw conflict('This is the ID of a product of yours')
    const { count } = await tx.db.product.updateMany({ where: { id }, data: { sold_as } })
    if (count === 0) throw notFound()
  })
  return getProducts(ctx)
}

/** Locks a product for a paid post. Throws invalid without one. */
export async function requireProduct({ sql }: Pick<Ctx, 'sql'>): Promise<void> {
  const known = await sql.one('select 1 from account_product where account_id = $1 limit 1 for key share')
  if (!known) throw invalid('Set up a product under Settings, Products first: its buyers read paid posts in full')
}
