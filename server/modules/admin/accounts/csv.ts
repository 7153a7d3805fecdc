import { adminRecord } from '../../../core/audit/admin-write.ts'
import type { Ctx } from '../../../core/context.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../../../lib/csv/write.ts'
import type { AccountRow, AccountsFilter } from '../accounts-schema.ts'
import { listAllAccounts } from './list.ts'

const PER_PAGE = 500
const MAX_ROWS = 100_000

const COLUMNS = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  owner: ({ owner }) => owner,
  plan: ({ plan_type }) => plan_type,
  on_trial: ({ on_trial }) => on_trial,
  price_month: ({ price_month }) => price_month,
  currency: ({ currency }) => currency,
  suspended: ({ suspended }) => suspended.join(' '),
  reputation: ({ reputation }) => reputation,
  deletes_at: ({ deletes_at }) => deletes_at,
  active_subscribers: ({ active_subscribers }) => active_subscribers,
  subscriber_limit: ({ subscriber_limit }) => subscriber_limit,
  sent_30_days: ({ sent }) => sent,
  bounced_30_days: ({ bounced }) => bounced,
  complained_30_days: ({ complained }) => complained,
  refused_30_days: ({ refused }) => refused,
  last_seen_at: ({ last_seen_at }) => last_seen_at,
  created_at: ({ created_at }) => created_at,
} satisfies Record<string, (account: AccountRow) => string | number | boolean | null>

/** Writes the filtered accounts as CSV, page by page, at most 100,000. Adds an entry to the audit log. */
export async function* exportAccounts(ctx: Ctx, filter: AccountsFilter): AsyncGenerator<Uint8Array> {
  await adminRecord(ctx, { action: 'accounts_exported', details: { ...filter } })
  yield Buffer.from(CSV_BYTE_ORDER_MARK + csvLine(Object.keys(COLUMNS)))
  let after: string | undefined
  for (let left = MAX_ROWS; left > 0; left -= PER_PAGE) {
    const page = await listAllAccounts(ctx, { ...filter, after, per_page: PER_PAGE, include_total_count: false })
    const lines = page.rows().map((row) => csvLine(Object.values(COLUMNS).map((cellOf) => String(cellOf(row) ?? ''))))
    if (lines.length > 0) yield Buffer.from(lines.join(''))
    after = page.pagination.end_cursor ?? undefined
    if (!page.pagination.has_next_page) return
  }
}
