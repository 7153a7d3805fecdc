import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type TestAccount, testAccount, testToken } from '../../../testing/account.ts'
import { api } from '../../../testing/api.ts'
import { daysAgo, deliver, sentMail } from '../../../testing/modules/ledger.ts'
import { tagSubscriber } from '../../tags/one-statement.ts'
import { createTag } from '../../tags/service.ts'
import { upsertSubscriber } from '../service.ts'

// S1, S11, S12: with any filter, sort, include, cursor and body, no answer is a server error, and no row belongs to another account.

const RUNS = 250

let own: TestAccount
let foreign: { subscriber: number; tag: number; broadcast: number; cursor: string }
const addresses = new Set<string>()

/** A token has 600 requests per minute. */
let asked = 0
let token = ''
async function ask(operation: string, body?: unknown) {
  if (asked++ % 500 === 0) token = await testToken(own.account_id, own.user_id)
  return api(operation, { token }, body)
}

beforeAll(async () => {
  own = await testAccount()
  const other = await testAccount()
  for (const { ctx } of [own, other]) {
    const { value: tag } = await createTag(ctx, { name: 'VIP' })
    const mail = await sentMail(ctx, { urls: ['https://studio.example/a'] })
    for (const name of ['ada', 'bo', 'cy']) {
      const email_address = `${name}.${ctx.account_id}@example.net`
      const { value } = await upsertSubscriber(ctx, { email_address, first_name: name })
      await tagSubscriber(ctx, { tag_id: tag.id, id: value.id })
      const sent_at = daysAgo(ctx, 3)
      await deliver(ctx, { mail_id: mail.mail_id, subscriber_id: value.id, sent_at, opens: [sent_at] })
      if (ctx === own.ctx) addresses.add(email_address)
      else foreign = { subscriber: value.id, tag: tag.id, broadcast: mail.broadcast_id, cursor: '' }
    }
  }
  const { body } = await api('GET /v4/subscribers?per_page=1', { token: other.token })
  foreign.cursor = body.pagination.end_cursor
})

async function isFair({ status, body }: Awaited<ReturnType<typeof api>>): Promise<void> {
  expect([200, 400, 404, 422], JSON.stringify(body)).toContain(status)
  if (status !== 200) expect(body.errors.every((text: unknown) => typeof text === 'string')).toBe(true)
  for (const row of body.subscribers ?? []) expect(addresses).toContain(row.email_address)
}

const hostile = fc.oneof(
  fc.constantFrom(
    "'",
    '"',
    '%',
    '_',
    '\\',
    "'; drop table subscriber; --",
    '$1',
    '{}',
    '[]',
    'null',
    '0',
    '-1',
    '1e400',
    'NaN',
  ),
  fc.constantFrom('\ud800', '\uffff', '\u202e', '2026-02-30', '9999-12-31', '0000-01-01', '2026-01-01T00:00:00+99:99'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)
const anything = fc.oneof(
  { weight: 3, arbitrary: hostile },
  fc.integer(),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, -1e308, 0.5, true, false, null),
  fc.jsonValue({ maxDepth: 4 }),
)
const number = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: -3, max: 5 }) }, anything)
const date = fc.oneof({ weight: 4, arbitrary: fc.constantFrom('2026-01-01', '2020-05-05', '2030-12-31') }, anything)
const id = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 60 }) }, fc.constant('foreign'), anything)
const ids = fc.oneof({ weight: 5, arbitrary: fc.array(id, { maxLength: 4 }) }, anything)
const some = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] })

const entry = fc.oneof(
  some({ type: fc.constant('broadcasts'), ids }),
  some({
    type: fc.constant('urls'),
    urls: fc.array(fc.oneof(hostile, fc.constant('studio')), { maxLength: 3 }),
    ids,
    matching: fc.oneof(fc.constantFrom('exact', 'contains', 'starts_with', 'ends_with'), anything),
  }),
  some({ type: fc.constant('ids'), matching: ids }),
  some({
    type: fc.constantFrom('forms', 'service_source', 'kit_source'),
    ids,
    source_ids: ids,
    source_type: hostile,
    mechanism: anything,
  }),
  anything,
)
const condition = fc.oneof(
  {
    weight: 5,
    arbitrary: some({
      type: fc.constantFrom('opens', 'clicks', 'sent', 'delivered', 'tags', 'attribution', 'subscribed'),
      count_greater_than: number,
      count_less_than: number,
      count_less_than_or_equal: number,
      after: date,
      before: date,
      last_days: number,
      any: fc.oneof({ weight: 4, arbitrary: fc.array(entry, { maxLength: 3 }) }, anything),
    }),
  },
  some({
    type: fc.constant('subscriber_state'),
    states: fc.oneof(fc.array(fc.constantFrom('active', 'gone')), anything),
  }),
  some({
    type: fc.constant('custom_field'),
    subscriber_custom_field_id: id,
    comparison: fc.oneof(fc.constantFrom('is', 'contains', 'has_value', 'greater_than', 'less_than'), anything),
    value: anything,
  }),
  some({ type: fc.constant('location'), latitude: number, longitude: number, radius: number }),
  anything,
)
const sort = fc.oneof(
  fc.constantFrom('id', 'first_name', 'email_address', 'created_at', 'engagement__open_rate', 'location__distance'),
  anything,
)
const include = fc.oneof(
  fc.array(
    some({
      type: fc.constantFrom('stats', 'tags', 'custom_fields', 'attribution'),
      range: some({ start: date, end: date }),
    }),
  ),
  anything,
)
const cursor = fc.oneof(
  fc.constant('foreign'),
  hostile,
  fc
    .array(fc.oneof(hostile, fc.constantFrom('filter:created_at:dd', 'subscribers:id:d', '5')))
    .map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
)
const filter = some({
  all: fc.oneof({ weight: 9, arbitrary: fc.array(condition, { maxLength: 5 }) }, anything),
  counting_mode: fc.oneof({ weight: 5, arbitrary: fc.constantFrom('raw', 'unique_email') }, anything),
  include,
  sort_field: sort,
  sort_order: fc.oneof(fc.constantFrom('asc', 'desc'), anything),
  per_page: number,
  after: cursor,
  before: cursor,
})

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** IDs and cursors of the other account where they could do harm. */
const filled = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (key, inner) => {
    if (inner !== 'foreign') return inner
    return key === 'after' || key === 'before' ? foreign.cursor : foreign.tag
  })

test('the filter never answers a server error or a row of another account [S1, S11]', async () => {
  await fc.assert(
    fc.asyncProperty(filter, async (body) => isFair(await ask('POST /v4/subscribers/filter', filled(body)))),
    { numRuns: RUNS },
  )
})

test('lists never answer a server error or a row of another account, with any parameters [S1, S11]', async () => {
  const parameters = some({
    status: fc.oneof(fc.constantFrom('all', 'active'), hostile),
    email_address: hostile,
    created_after: date.map(asText),
    updated_before: date.map(asText),
    sort_field: fc.oneof(fc.constantFrom('id', 'created_at', 'engagement__clicks', 'engagement__open_rate'), hostile),
    sort_order: fc.oneof(fc.constantFrom('asc', 'desc'), hostile),
    include: fc.oneof(fc.constantFrom('tags', 'tags,location', 'attribution'), hostile),
    per_page: number.map(asText),
    after: cursor,
    before: cursor,
    slim: hostile,
    include_total_count: hostile,
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('/subscribers', '/segments', '/tags'), parameters, async (path, given) => {
      const query = new URLSearchParams(filled(JSON.parse(JSON.stringify(given))) as Record<string, string>)
      await isFair(await ask(`GET /v4${path}?${query}`))
    }),
    { numRuns: RUNS },
  )
})
