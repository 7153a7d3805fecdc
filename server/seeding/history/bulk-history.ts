import type { Tx } from '../../core/write/write.ts'

const DAY_MS = 86_400_000

interface Past {
  operation: string
  days_ago: number
  seconds: number
  item_count: number
  /** Number of items that were never tried because the request was canceled. */
  untried_count?: number
  /** The failed items, by their index in the list. */
  failures?: { number: number; item: Record<string, string | number>; errors: string[] }[]
  callback: { state: 'delivered' | 'dropped'; attempts: number; result: string } | null
}

const confirmed_callback = { state: 'delivered', attempts: 1, result: 'HTTP 200' } as const
const bad = (number: number, first_name: string, email_address: string) => ({
  number,
  item: { first_name, email_address },
  errors: ['Email address is invalid'],
})
const missingFailure = (number: number, subscriber_id: number, value: string) => ({
  number,
  item: { subscriber_id, subscriber_custom_field_id: 3, value },
  errors: ['Subscriber does not exist'],
})

const HISTORY: Past[] = [
  {
    operation: 'POST /v4/bulk/subscribers',
    days_ago: 20,
    seconds: 3,
    item_count: 412,
    failures: [
      bad(18, 'Ola', 'ola(at)post.example'),
      bad(97, 'Petra', 'petra@@mail.example'),
      bad(230, 'Shop counter', 'none'),
      bad(411, 'Jon', 'jon@'),
    ],
    callback: confirmed_callback,
  },
  { operation: 'POST /v4/bulk/tags', days_ago: 19, seconds: 1, item_count: 118, callback: confirmed_callback },
  {
    operation: 'POST /v4/bulk/tags/subscribers',
    days_ago: 12,
    seconds: 4,
    item_count: 1_240,
    callback: confirmed_callback,
  },
  {
    operation: 'POST /v4/bulk/tags/subscribers',
    days_ago: 6,
    seconds: 9,
    item_count: 9_600,
    untried_count: 5_600,
    callback: { ...confirmed_callback, attempts: 2 },
  },
  {
    operation: 'POST /v4/bulk/custom_fields/subscribers',
    days_ago: 2,
    seconds: 2,
    item_count: 350,
    failures: [
      missingFailure(12, 990_001, 'Stoneware'),
      missingFailure(13, 990_002, 'Stoneware'),
      missingFailure(201, 990_077, 'Porcelain'),
    ],
    callback: { state: 'dropped', attempts: 6, result: 'HTTP 503' },
  },
  { operation: 'POST /v4/bulk/subscribers', days_ago: 0.2, seconds: 2, item_count: 134, callback: null },
]

/** Adds the bulk requests of the installed sample app: most completed, some with failed items, one canceled halfway. */
export async function addBulkHistory(tx: Tx): Promise<void> {
  const { account_id } = tx
  const { app_id, id: token_id } = await tx.db.oauthToken.findFirstOrThrow({ orderBy: { id: 'asc' } })
  for (const [
    at,
    { operation, days_ago, seconds, item_count, untried_count = 0, failures = [], callback },
  ] of HISTORY.entries()) {
    const created_at = new Date(+tx.now() - days_ago * DAY_MS)
    const completed_at = new Date(+created_at + seconds * 1_000)
    const { id } = await tx.db.bulkRequest.create({
      data: {
        account_id,
        app_id,
        token_id,
        operation,
        request_id: `demo-${at + 1}`,
        state: untried_count > 0 ? 'stopped' : 'completed',
        item_count,
        done_count: item_count,
        failure_count: failures.length + untried_count,
        untried_count,
        byte_size: item_count * 60,
        callback_url: callback && 'https://kiln-shop.example/bulk-done',
        callback_state: callback?.state ?? null,
        callback_attempts: callback?.attempts ?? 0,
        callback_result: callback?.result ?? null,
        created_at,
        started_at: created_at,
        updated_at: completed_at,
        completed_at,
      },
    })
    await tx.db.bulkFailure.createMany({
      data: failures.map((failure) => ({ account_id, bulk_request_id: id, ...failure })),
    })
  }
}
