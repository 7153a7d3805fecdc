import { expect, test } from 'vitest'
import { type Ctx, systemPool } from '../../../core/context.ts'
import { testAccount } from '../../../testing/account.ts'
import { daysAgo, deliver, sentMail } from '../../../testing/modules/ledger.ts'
import { listSubscribers } from '../list/list.ts'
import { SubscriberFilter } from '../schema.ts'
import { upsertSubscribers } from '../write/upsert.ts'
import { ENGAGEMENT_RANK, type EngagementSort } from './engagement.ts'

// Subscribers without email are in the index of one rank only; lists by the other ranks merge two sources.

/** Messages that each subscriber got, opened and clicked. Some have none, and some have equal counts. */
const COUNTS = [
  [0, 0, 0],
  [1, 0, 0],
  [2, 1, 0],
  [0, 0, 0],
  [2, 2, 1],
  [3, 0, 0],
  [1, 1, 1],
  [0, 0, 0],
  [2, 1, 1],
  [1, 0, 0],
] as const

async function rankedAccount() {
  const { ctx } = await testAccount()
  const items = COUNTS.map((_, n) => ({ email_address: `p${n}@example.net` }))
  const saved = await upsertSubscribers(ctx, {
    items,
    origin: { cause: 'api', attribution: { source_type: 'api_subscription' }, consent: { source: 'api' } },
  })
  const emails = await Promise.all([1, 2, 3].map(() => sentMail(ctx, { urls: ['https://example.net'] })))
  const subscribers = saved.map(({ id }, n) => {
    const [sent, opens, clicks] = COUNTS[n] ?? [0, 0, 0]
    return { id: id ?? 0, sent, opens, clicks }
  })
  const at = daysAgo(ctx, 2)
  for (const { id, sent, opens, clicks } of subscribers) {
    for (const [nth, { mail_id, links }] of emails.slice(0, sent).entries()) {
      const click = { link_id: [...links.values()][0] ?? 0, at }
      const events = { opens: nth < opens ? [at] : [], clicks: nth < clicks ? [click] : [] }
      await deliver(ctx, { mail_id, subscriber_id: id, sent_at: at, ...events })
    }
  }
  return { ctx, subscribers }
}

type Ranked = Awaited<ReturnType<typeof rankedAccount>>['subscribers'][number]

const RANK: Record<EngagementSort, (one: Ranked) => number> = {
  engagement__sent: ({ sent }) => sent,
  engagement__opens: ({ opens }) => opens,
  engagement__clicks: ({ clicks }) => clicks,
  engagement__open_rate: ({ sent, opens }) => (sent ? opens / sent : 0),
  engagement__click_rate: ({ sent, clicks }) => (sent ? clicks / sent : 0),
}

const SORTS = Object.keys(ENGAGEMENT_RANK) as EngagementSort[]

async function page(ctx: Ctx, query: object) {
  const filter = SubscriberFilter.parse({ slim: true, ...query })
  const { rows, pagination } = await listSubscribers(ctx, {
    per_page: 3,
    include_total_count: true,
    ...filter,
    ...query,
  })
  return { ids: rows().map(({ id }) => id), pagination }
}

test('a list by any rank pages forward and back in one order through subscribers with and without email', async () => {
  const { ctx, subscribers } = await rankedAccount()
  for (const sort_field of SORTS) {
    for (const sort_order of ['asc', 'desc'] as const) {
      const direction = sort_order === 'asc' ? 1 : -1
      const rank = RANK[sort_field]
      const expected = subscribers
        .toSorted((a, b) => direction * (rank(a) - rank(b) || a.id - b.id))
        .map(({ id }) => id)
      const forward: number[][] = []
      let found = await page(ctx, { sort_field, sort_order })
      for (;;) {
        expect(found.pagination.total_count).toBe(COUNTS.length)
        forward.push(found.ids)
        if (!found.pagination.has_next_page) break
        found = await page(ctx, { sort_field, sort_order, after: found.pagination.end_cursor })
      }
      expect(forward.flat(), `${sort_field} ${sort_order}`).toEqual(expected)
      const back = [found.ids]
      while (found.pagination.has_previous_page) {
        found = await page(ctx, { sort_field, sort_order, before: found.pagination.start_cursor })
        back.unshift(found.ids)
      }
      expect(back.flat(), `${sort_field} ${sort_order} back`).toEqual(expected)
    }
  }
})

test('a subscriber without email has an entry in the index of one rank only', async () => {
  const { rows } = await systemPool().query<{ name: string; predicate: string | null }>(
    `select c.relname as name, pg_get_expr(i.indpred, i.indrelid) as predicate
     from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'subscriber_engagement'::regclass`,
  )
  const taken = rows.filter(({ predicate }) => predicate === null).map(({ name }) => name)
  expect(taken.toSorted()).toEqual(['subscriber_engagement_pkey', 'subscriber_engagement_sent_idx'])
})
