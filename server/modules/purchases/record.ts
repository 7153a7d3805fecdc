import type { Ctx } from '../../core/context.ts'
import { subscribedEventTypes } from '../../core/events/events.ts'
import { acquireAdvisoryLock, type Tx, write } from '../../core/write/write.ts'
import { UNSCOPED } from '../../db/statements/sql.ts'
import { findByAddress } from '../subscribers/list/by-address.ts'
import { getSubscriber } from '../subscribers/service.ts'
import { upsertSubscribers } from '../subscribers/write/upsert.ts'
import type { LineInput, Purchase, PurchaseInput } from './schema.ts'
import { getPurchase } from './service.ts'

/**
 * Records a purchase, or adds to the one with this `transaction_id`. Lines with a new `lid` are added and lines with an existing `lid`
 * replaced, so a report that is sent twice counts once. An unknown buyer becomes an active subscriber; an existing one keeps their state.
 * Throws forbidden above the plan's subscriber limit. @param given_source what reported it; by default the credential's app
 */
export function recordPurchase(ctx: Ctx, input: PurchaseInput, given_source?: string): Promise<Purchase> {
  return write(ctx, async (tx) => {
    await lockPurchase(tx, input)
    const source = given_source ?? (await sourceName(tx))
    const subscriber_id = await findOrAddBuyer(tx, input, source)
    const { id, created } = await savePurchase(tx, { ...input, subscriber_id, source })
    const new_lines = await saveLines(tx, id, input.products)
    const purchase = await getPurchase(tx, { id })
    await emitPurchase(tx, { purchase, created, new_lines })
    return purchase
  })
}

/** Waits for other reports of the same transaction. */
export const lockPurchase = (tx: Tx, { transaction_id }: { transaction_id: string }): Promise<void> =>
  acquireAdvisoryLock(tx, `purchase ${transaction_id}`)

/** Returns the name of the credential's app. */
async function sourceName({ sql, actor }: Tx): Promise<string> {
  if (actor.kind !== 'oauth') return 'Envoi'
  const app = await sql.one<{ name: string }>(`${UNSCOPED}select name from app where id = $1`, [actor.app_id])
  return app?.name ?? 'Envoi'
}

async function findOrAddBuyer(
  tx: Tx,
  { email_address, first_name }: PurchaseInput,
  source_name: string,
): Promise<number> {
  const known = await findByAddress(tx, { email_address, lock: 'for key share' })
  if (known !== undefined) return known
  const [added] = await upsertSubscribers(tx, {
    items: [{ email_address, first_name: first_name ?? null }],
    origin: {
      cause: 'purchase',
      attribution: { source_type: 'api_subscription', source_name, source_mechanism: 'purchase' },
      consent: { source: 'api' },
    },
  })
  if (!added?.id) throw new Error('The buyer was neither found nor created')
  return added.id
}

async function savePurchase(
  tx: Tx,
  input: PurchaseInput & { subscriber_id: number; source: string },
): Promise<{ id: number; created: boolean }> {
  const { status, currency, transaction_time, subtotal, discount, tax, shipping, total } = input
  const row = await tx.sql.one<{ id: number; created: boolean }>(
    `insert into purchase as p (account_id, transaction_id, subscriber_id, email_address, source, created_at, status, currency,
       transaction_time, subtotal, discount, tax, shipping, total)
     values ($1, $2, $3, $4, $5, $6::timestamptz, coalesce($7::text, 'paid'), coalesce($8::text, 'USD'), coalesce($9::timestamptz, $6),
       coalesce($10::numeric, 0), coalesce($11::numeric, 0), coalesce($12::numeric, 0), coalesce($13::numeric, 0), coalesce($14::numeric, 0))
     on conflict (account_id, transaction_id) do update set subscriber_id = $3, email_address = $4,
       status = coalesce($7::text, p.status), currency = coalesce($8::text, p.currency), transaction_time = coalesce($9::timestamptz, p.transaction_time),
       subtotal = coalesce($10::numeric, p.subtotal), discount = coalesce($11::numeric, p.discount), tax = coalesce($12::numeric, p.tax),
       shipping = coalesce($13::numeric, p.shipping), total = coalesce($14::numeric, p.total)
     returning id, xmax = 0 as created`,
    [
      input.transaction_id,
      input.subscriber_id,
      input.email_address,
      input.source,
      tx.now(),
      status,
      currency,
      transaction_time,
      subtotal,
      discount,
      tax,
      shipping,
      total,
    ],
  )
  if (!row) throw new Error('The purchase was not saved')
  return row
}

interface NewLine {
  product_id: number
  lid: string
  pid: string
  name: string
  quantity: number
  unit_price: number
  sku: string | null
}

/** Saves lines and returns the new ones. If two lines have the same `lid`, the later one counts, in the position of the earlier. */
async function saveLines(tx: Tx, purchase_id: number, products: readonly LineInput[]): Promise<NewLine[]> {
  const lines = [...new Map(products.map((line) => [line.lid, line])).values()]
  const rows = JSON.stringify(lines.map((line, place) => ({ ...line, place })))
  // Sorted by pid, so concurrent purchases of the same products cannot deadlock. A product gets its latest name.
  await tx.sql.run(
    `insert into product (account_id, pid, name, created_at)
     select $1::int, pid, (array_agg(name order by place desc))[1], $3::timestamptz
     from jsonb_to_recordset($2::jsonb) as l(place int, pid text, name text) group by pid order by pid
     on conflict (account_id, pid) do update set name = excluded.name`,
    [rows, tx.now()],
  )
  return tx.sql.rows<NewLine>(
    `with saved as (
       insert into purchase_line (account_id, purchase_id, lid, position, product_id, name, pid, sku, quantity, unit_price,
         added_at)
       select $1::int, $3::int, l.lid,
         l.place + (select coalesce(max(position) + 1, 0) from purchase_line where account_id = $1 and purchase_id = $3),
         p.id, l.name, l.pid, l.sku, l.quantity, l.unit_price, $4
       from jsonb_to_recordset($2::jsonb)
         as l(place int, lid text, name text, pid text, sku text, quantity int, unit_price numeric)
       join product p on p.account_id = $1 and p.pid = l.pid
       on conflict (account_id, purchase_id, lid) do update set product_id = excluded.product_id, name = excluded.name,
         pid = excluded.pid, sku = excluded.sku, quantity = excluded.quantity, unit_price = excluded.unit_price
       returning product_id, lid, pid, name, quantity, unit_price::float8, sku, position, xmax = 0 as created
     ) select product_id, lid, pid, name, quantity, unit_price, sku from saved where created order by position`,
    [rows, purchase_id, tx.now()],
  )
}

/** Emits an event for a new purchase and for each new line. */
async function emitPurchase(
  tx: Tx,
  { purchase, created, new_lines }: { purchase: Purchase; created: boolean; new_lines: readonly NewLine[] },
): Promise<void> {
  const subscribed = subscribedEventTypes(tx, ['purchase.created', 'subscriber.product_purchased'])
  if (subscribed.size === 0) return
  const row = await tx.sql.one<{ shipping: number }>(
    'select shipping::float8 from purchase where account_id = $1 and id = $2',
    [purchase.id],
  )
  if (created) tx.emit('purchase.created', { purchase: { ...purchase, shipping: row?.shipping ?? 0 } })
  const { canceled_at: _, location: __, ...subscriber } = await getSubscriber(tx, { id: purchase.subscriber_id })
  for (const { product_id: id, pid, name, quantity, unit_price, sku } of new_lines) {
    const product = { id, pid, name, quantity, unit_price, sku }
    tx.emit('subscriber.product_purchased', { subscriber, product, purchase_id: purchase.id })
  }
}
