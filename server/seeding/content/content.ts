import type { Tx } from '../../core/write/write.ts'
import { createPost, publishBroadcast } from '../../modules/posts/service.ts'
import { recordPurchase } from '../../modules/purchases/record.ts'
import { PurchaseInput } from '../../modules/purchases/schema.ts'
import { createSegment } from '../../modules/segments/service.ts'
import { createSnippet } from '../../modules/snippets/service.ts'
import { SegmentFilter } from '../../modules/subscribers/segment-filter-schema.ts'
import { at } from '../history/sent-broadcast.ts'
import { numbers } from '../random.ts'

const HOUR_MS = 3_600_000
const PURCHASES = 26
const ARTICLES = [
  { pid: 'cup', name: 'Ash-glazed cup', sku: 'CUP-01', unit_price: 320, most: 3 },
  { pid: 'plate', name: 'Dinner plate', sku: 'PLATE-02', unit_price: 540, most: 6 },
  { pid: 'notes', name: 'The glaze notebook (PDF)', sku: 'PDF-07', unit_price: 149, most: 1 },
  { pid: 'wheel-weekend', name: 'Wheel weekend', sku: 'WS-11', unit_price: 2400, most: 2 },
]

/** Adds snippets, segments, posts and purchases. */
export async function addContent(tx: Tx, { random_seed }: { random_seed: number }): Promise<void> {
  await addSnippets(tx)
  await addSegments(tx)
  await addPosts(tx)
  await addPurchases(tx, random_seed)
}

async function addSnippets(tx: Tx): Promise<void> {
  await createSnippet(tx, {
    name: 'Sign-off',
    snippet_type: 'inline',
    content: 'With clay under my nails, Nora',
  })
  await createSnippet(tx, {
    name: 'Where to find us',
    snippet_type: 'block',
    document_attributes: {
      value_html:
        '<h3>Where to find us</h3><p>Storgata 1, in the yard behind the bicycle shop. Open every second Thursday from five to nine, <strong>{{ subscriber.first_name | default: "friend" }}</strong>, and there is soup.</p>',
    },
  })
}

async function addSegments(tx: Tx): Promise<void> {
  const active = { type: 'subscriber_state', states: ['active'] }
  const segments = [
    {
      name: 'Opened an email this month',
      all: [active, { type: 'opens', count_greater_than_or_equal: 1, last_days: 30 }],
    },
    { name: 'Silent for ninety days', all: [active, { type: 'opens', count_less_than: 1, last_days: 90 }] },
    {
      name: 'An hour from the studio',
      all: [active, { type: 'location', latitude: 59.91, longitude: 10.75, radius: 40 }],
    },
  ]
  for (const { name, all } of segments) await createSegment(tx, { name, definition: SegmentFilter.parse({ all }) })
}

async function addPosts(tx: Tx): Promise<void> {
  const sent = await tx.db.broadcast.findMany({ where: { status: 'completed' }, orderBy: { id: 'asc' } })
  for (const broadcast of sent) {
    const { id, send_at, subject, content } = broadcast
    await tx.db.broadcast.updateMany({ where: { id }, data: { public: true, published_at: send_at } })
    await publishBroadcast(at(tx, send_at ?? tx.now()), {
      ...broadcast,
      subject: subject ?? '',
      content: content ?? '',
      published_at: send_at,
    })
  }
  await createPost(tx, {
    title: 'In praise of crooked things',
    content:
      '<p>Signe from the Monday group asked what it would take to keep the teapot that leans. I had no answer, so it stands on the sill now, listening.</p><p>More about it when the rain stops.</p>',
  })
}

/** Adds purchases of the last weeks, spread over time. */
async function addPurchases(tx: Tx, random_seed: number): Promise<void> {
  const random = numbers(random_seed, 'purchases')
  const buyers = await tx.sql.rows<{ email_address: string }>(
    `select email_address from subscriber where account_id = $1 and state = 'active' order by id limit $2`,
    [PURCHASES],
  )
  for (const [i, { email_address }] of buyers.entries()) {
    const transaction_time = new Date(
      +tx.now() - (buyers.length - i) * 41 * HOUR_MS - Math.floor(random() * 9 * HOUR_MS),
    )
    const products = ARTICLES.filter((_, n) => (i + n) % ARTICLES.length === 0 || random() < 0.2).map((article, n) => {
      const { most, ...product } = article
      return { ...product, lid: String(n + 1), quantity: 1 + Math.floor(random() * most) }
    })
    const subtotal = products.reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0)
    const discount = i % 7 === 0 ? Math.round(subtotal / 10) : 0
    const tax = Math.round((subtotal - discount) * 25) / 100
    const purchase = PurchaseInput.parse({
      email_address,
      transaction_id: `SN-${1042 + i}`,
      currency: 'NOK',
      transaction_time: transaction_time.toISOString(),
      subtotal,
      discount,
      tax,
      total: subtotal - discount + tax,
      products,
    })
    await recordPurchase(at(tx, transaction_time), purchase)
  }
}
