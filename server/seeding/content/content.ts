import type { Tx } from '../../core/write/write.ts'
import { createPost, publishBroadcast } from '../../modules/posts/service.ts'
import { recordPurchase } from '../../modules/purchases/record.ts'
import { PurchaseInput } from '../../modules/purchases/schema.ts'
import { createSegment, definitionSql } from '../../modules/segments/service.ts'
import { createSnippet } from '../../modules/snippets/service.ts'
import { SegmentFilter } from '../../modules/subscribers/segment-filter-schema.ts'
import { binder } from '../../modules/subscribers/view.ts'
import { at } from '../history/sent-broadcast.ts'
import { numbers } from '../random.ts'

const HOUR_MS = 3_600_000
const PUBLISHED = 10
const PURCHASES = 60
/** Number of purchases that follow a click. */
const FROM_EMAILS = 42
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
      all: [active, { type: 'distance', latitude: 59.9139, longitude: 10.7522, within: 70, unit: 'km', place: 'Oslo' }],
    },
  ]
  for (const { name, all } of segments)
    await createSegment(tx, { name, definition: SegmentFilter.parse({ conditions: all }) })
}

const TOPICS = ['Firings', 'Shop', 'Workshops']

async function addPosts(tx: Tx): Promise<void> {
  const sent = await tx.db.broadcast.findMany({ where: { status: 'completed' }, orderBy: { id: 'asc' } })
  // Earlier issues were sent only by email.
  for (const [index, broadcast] of sent.slice(-PUBLISHED).entries()) {
    const { id, send_at, subject, content } = broadcast
    await tx.db.broadcast.updateMany({ where: { id }, data: { public: true, published_at: send_at } })
    await publishBroadcast(at(tx, send_at ?? tx.now()), {
      ...broadcast,
      subject: subject ?? '',
      content: content ?? '',
      published_at: send_at,
    })
    const topics = [TOPICS[index % TOPICS.length] ?? '']
    await tx.db.post.updateMany({ where: { publication_id: broadcast.publication_id }, data: { topics } })
  }
  await createPost(tx, {
    title: 'In praise of crooked things',
    content:
      '<p>Signe from the Monday group asked what it would take to keep the teapot that leans. I had no answer, so it stands on the sill now, listening.</p><p>More about it when the rain stops.</p>',
  })
}

/** Adds recent purchases: most follow a click in an email within hours, and the others are by subscribers who did not click. */
async function addPurchases(tx: Tx, random_seed: number): Promise<void> {
  const random = numbers(random_seed, 'purchases')
  const clickers = await tx.sql.rows<{ email_address: string; at: Date }>(
    `select s.email_address, c.at from (
       select e.subscriber_id, max(e.occurred_at) as at from engagement e
       where e.account_id = $1 and e.kind = 'click' and not e.is_machine and e.occurred_at between $2::timestamptz - interval '80 days' and $2::timestamptz - interval '2 days'
       group by 1
     ) c join subscriber s on s.account_id = $1 and s.id = c.subscriber_id and s.state = 'active'
     order by c.at desc limit 200`,
    [tx.now()],
  )
  const every = Math.max(1, Math.floor(clickers.length / FROM_EMAILS))
  const other_buyers = await tx.sql.rows<{ email_address: string }>(
    `select email_address from subscriber s where account_id = $1 and state = 'active' and not exists (
       select from engagement e where e.account_id = $1 and e.subscriber_id = s.id and e.kind = 'click') order by id limit $2`,
    [PURCHASES - FROM_EMAILS],
  )
  const buyers = [
    ...clickers
      .filter((_, n) => n % every === 0)
      .slice(0, FROM_EMAILS)
      .map(({ email_address, at: clicked_at }) => ({
        email_address,
        transaction_time: new Date(+clicked_at + (0.2 + random() * 40) * HOUR_MS),
      })),
    ...other_buyers.map(({ email_address }, i) => ({
      email_address,
      transaction_time: new Date(
        +tx.now() - (other_buyers.length - i) * 97 * HOUR_MS - Math.floor(random() * 9 * HOUR_MS),
      ),
    })),
  ].sort((a, b) => +a.transaction_time - +b.transaction_time)
  for (const [i, { email_address, transaction_time }] of buyers.entries()) {
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
      // A few buyers live abroad.
      currency: i % 6 === 4 ? 'EUR' : 'NOK',
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

/**
 * Adds each segment's past sizes, after all data that decides its members: today's members by the time they joined, so the line ends at
 * today's size.
 */
export async function addSegmentSizes(tx: Tx): Promise<void> {
  for (const { id, definition } of await tx.db.segment.findMany({ select: { id: true, definition: true } })) {
    const values: unknown[] = [id, tx.now()]
    const members = definitionSql(tx, { definition: SegmentFilter.parse(definition), bind: binder(values) })
    await tx.sql.run(
      `with member as materialized (
         select s.created_at, s.state from ${members} x join subscriber s on s.account_id = $1 and s.id = x.id
       )
       insert into segment_size (account_id, segment_id, day, count, active)
       select $1::int, $2::int, d.day, m.count, m.active from account a
       cross join lateral (select (($3::timestamptz at time zone a.time_zone)::date - n) as day from generate_series(0, 150) n) d
       cross join lateral (
         select count(*) as count, count(*) filter (where state = 'active') as active from member
         where created_at < (d.day + 1)::timestamp at time zone a.time_zone
       ) m where a.id = $1`,
      values,
    )
  }
}
