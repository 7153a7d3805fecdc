import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ctx, serviceCtx, systemCtx } from '../core/context.ts'
import { PageQuery } from '../core/page/page.ts'
import { database, unscoped } from '../db/client.ts'
import { env, setEnv } from '../env.ts'
import { getAccountDetail } from '../modules/admin/accounts/detail.ts'
import { listAllAccounts } from '../modules/admin/accounts/list.ts'
import { AccountsQuery } from '../modules/admin/accounts-schema.ts'
import { readReceivers } from '../modules/admin/mail/receivers.ts'
import { ReceiversQuery } from '../modules/admin/mail-schema.ts'
import { readAccountApiUse, readApiUse } from '../modules/admin/overview/api-use.ts'
import { readOverview } from '../modules/admin/overview/overview.ts'
import { sampleFigures } from '../modules/admin/overview/sample.ts'
import { listReviewEntries } from '../modules/admin/reviews/actions.ts'
import { listReviews } from '../modules/admin/reviews/queue.ts'
import { listUsers } from '../modules/admin/users/list.ts'
import { UsersQuery } from '../modules/admin/users-schema.ts'
import { listEndpoints } from '../modules/admin/webhooks/endpoints.ts'
import { readWebhooks } from '../modules/admin/webhooks/overview.ts'
import { EndpointsQuery } from '../modules/admin/webhooks-schema.ts'
import { getForReview } from '../modules/automation-templates/review/review.ts'
import { readWindow } from '../modules/delivery/reputation/counts.ts'
import { decideReputation } from '../modules/delivery/reputation/limits.ts'
import { listTransports } from '../modules/transports/overview.ts'
import { runInOwnDatabase } from '../testing/database/own-database.ts'
import { asSource } from '../testing/modules/sending.ts'
import { seedInstance } from './instance.ts'

runInOwnDatabase()

const list = async (query: object) =>
  (await listAllAccounts(serviceCtx(), AccountsQuery.parse({ per_page: 100, ...query }))).rows()

// Late in the day, so the day has requests.
const now = new Date('2026-05-20T21:37:00Z')
let ctx: Ctx
const ACCOUNTS = 60
let counts: Awaited<ReturnType<typeof seedInstance>>
let ids: number[]

const before = env()
afterAll(() => void setEnv(asSource(before)))

beforeAll(async () => {
  const main = { name: 'main', url: 'smtp://127.0.0.1:1' }
  setEnv({ ...asSource(before), TRANSPORTS: JSON.stringify([main, { ...main, name: 'relay' }]) })
  // The administrator who decides about templates.
  await unscoped().user.create({ data: { email: 'rae@instance.example', name: 'Rae', is_admin: true } })
  ctx = { ...serviceCtx(), now: () => now }
  counts = await seedInstance({ accounts: ACCOUNTS, random_seed: 7, now })
  ids = (await list({ sort: 'oldest' })).map(({ id }) => id)
})

test("a seeded instance has accounts of every plan and state, which administrators' lists find", async () => {
  expect(counts.accounts).toBe(ACCOUNTS)
  expect(counts.users).toBe(60 + 20 + 7 + 6)
  const everyone = await list({})
  expect(everyone).toHaveLength(60)
  expect(new Set(everyone.map(({ name }) => name)).size).toBeGreaterThan(40)
  for (const query of [
    { plan_type: 'free' },
    { plan_type: 'creator' },
    { plan_type: 'creator_pro' },
    { state: 'suspended' },
    { reputation: 'warned' },
    { search: 'The Slow Web' },
  ]) {
    const found = await list(query)
    expect([query, found.length > 0 && found.length < 60]).toEqual([query, true])
  }
  const [largest] = await list({ sort: 'subscribers' })
  expect(largest?.active_subscribers).toBe(Math.max(...everyone.map(({ active_subscribers }) => active_subscribers)))
})

test('each seeded suspension has an entry in the audit log, whose reason the account’s page shows', async () => {
  const suspended = await list({ state: 'suspended' })
  expect(suspended.length).toBeGreaterThan(0)
  for (const { id } of suspended) {
    const { suspensions } = await getAccountDetail(ctx, { account_id: id })
    expect(suspensions).toMatchObject([{ reason: expect.any(String), since: '2026-05-20T21:37:00Z' }])
  }
})

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const count = async (sql: string) =>
  (await database().pool.query<{ n: number }>(`select (${sql})::int as n`)).rows[0]?.n

test('the figures of a seeded overview match the linked pages', async () => {
  const { sampled_at, figures } = await readOverview(ctx)
  expect(sampled_at).not.toBeNull()
  expect(figures.messages_sent.day).toBeGreaterThan(500)
  const recent = `$from and sent_at <= '2026-05-20T21:37:00Z'`.replace('$from', `sent_at >= '2026-05-19T22:00:00Z'`)
  expect(figures.messages_sent.day).toBe(await count(`select count(*) from delivery where ${recent}`))
  // The seed's random numbers are always the same, but IDs are not, so a day may have no bounce.
  const bounced = recent.replaceAll('sent_at', 'bounced_at')
  expect(figures.messages_bounced.day).toBe(await count(`select count(*) from delivery where ${bounced}`))

  const api = await readApiUse(ctx, { range: 'week', sort: 'requests' })
  expect(api.total.requests).toBeGreaterThan(1_000)
  expect(api.total).toEqual({
    requests: sum(api.accounts.map(({ requests }) => requests)),
    refused: sum(api.accounts.map(({ refused }) => refused)),
    faults: sum(api.accounts.map(({ faults }) => faults)),
  })
  expect(api.counted).toEqual({ since: '2026-05-14', of_accounts: api.total.requests, requests: api.total.requests })
  const today = await readApiUse(ctx, { range: 'day', sort: 'requests' })
  expect(today.total.requests).toBe(figures.api_requests.day)
  const [busiest] = api.accounts
  const account = { ...systemCtx(busiest?.id ?? 0), now: ctx.now }
  const use = await readAccountApiUse(account)
  expect(sum(use.days.slice(-7).map(({ requests }) => requests))).toBe(busiest?.requests)
  const { api_keys } = await getAccountDetail(ctx, { account_id: account.account_id })
  expect(use.by.map(({ id }) => id)).toEqual(api_keys.map(({ id }) => id))

  const webhooks = await readWebhooks(ctx, { range: 'week' })
  expect(webhooks.failures).toBeGreaterThan(10)
  const endpoints = (await listEndpoints(ctx, EndpointsQuery.parse({ range: 'week', per_page: 100 }))).rows()
  expect(sum(endpoints.map(({ failures }) => failures))).toBe(webhooks.failures)
  expect(webhooks.attempts).toBe(
    await count(`select sum(attempts) from webhook_hour where hour >= '2026-05-13T22:00:00Z'`),
  )
  expect(new Set(endpoints.map(({ status, disabled_by }) => disabled_by ?? status))).toEqual(
    new Set(['active', 'creator', 'failures']),
  )

  const { total } = await readReceivers(ctx, ReceiversQuery.parse({ range: 'day' }))
  expect(total.now.accepted).toBe(figures.messages_sent.day)

  const transports = await listTransports(ctx)
  expect(transports.map(({ name }) => name)).toEqual(['main', 'relay'])
  expect(sum(transports.map(({ accepted_day }) => accepted_day))).toBe(figures.messages_sent.day)
  expect(transports.filter(({ accepted_day }) => accepted_day === 0)).toEqual([])
})

test('seeded users have individual names and every role, and most signed in recently', async () => {
  const users = (await listUsers(ctx, UsersQuery.parse({ per_page: 100 }))).rows().filter(({ is_admin }) => !is_admin)
  expect(users).toHaveLength(counts.users)
  expect(new Set(users.map(({ name }) => name)).size).toBeGreaterThan(70)
  expect(users.filter(({ last_seen_at }) => last_seen_at !== null).length).toBeGreaterThan(60)
  expect(users.some(({ is_verified }) => !is_verified)).toBe(true)
  const roles = await unscoped().membership.groupBy({ by: ['role'], orderBy: { role: 'asc' } })
  expect(roles.map(({ role }) => role)).toEqual(['owner', 'admin', 'editor', 'viewer'])
})

test('a seeded template in review differs from its approved version', async () => {
  const [item] = (await listReviews(ctx, { kind: 'template', state: 'in_review', ...PageQuery.parse({}) })).rows()
  const { live, outline, description } = await getForReview(ctx, { id: item?.id ?? 0 })
  expect([outline.length, live?.outline.length]).toEqual([5, 4])
  expect(description).not.toBe(live?.description)
  const { rows } = await listReviewEntries(ctx, { kind: 'template', id: item?.id ?? 0, ...PageQuery.parse({}) })
  expect(rows()).toMatchObject([{ action: 'approved', author: 'Rae' }])
  expect(await count(`select count(*) from audit_entry where action = 'template_approved'`)).toBe(1)
})

test('a seeded sender has the reputation that follows from its messages', async () => {
  const guarded = (await list({ reputation: 'warned' })).concat(await list({ reputation: 'paused' }))
  expect(guarded.length).toBeGreaterThan(0)
  for (const { id, reputation } of guarded)
    expect(decideReputation((await readWindow({ ...systemCtx(id), now: ctx.now })).total).state).toBe(reputation)
})

test('a seeded overview continues with the first real sample', async () => {
  const figures_before = (await readOverview(ctx)).figures
  expect(figures_before.active_senders.latest).toBe(ACCOUNTS / 10)
  for (const name of ['active_senders', 'accounts', 'database_bytes'] as const)
    expect([name, figures_before[name].per_hour.filter((value) => !value)]).toEqual([name, []])
  const later = new Date(+now + 600_000)
  await sampleFigures({ now: later, queue: null })
  const { figures } = await readOverview({ ...ctx, now: () => later })
  expect(figures.active_senders.latest).toBe(figures_before.active_senders.latest)
  expect(figures.accounts.latest).toBe(ACCOUNTS)
  expect(figures.webhook_backlog.latest).toBe(0)
})

test('a seeded instance has apps in review, suppressed addresses and invitations', async () => {
  const reviews = (await listReviews(ctx, { kind: undefined, state: 'in_review', ...PageQuery.parse({}) })).rows()
  expect(reviews.map(({ name, is_revision }) => [name, is_revision])).toEqual([
    ['Rainy Day Archive', true],
    ['City Map', false],
    ['Welcome from the archive', true],
    ['Checkout Notes', false],
  ])
  expect(await count('select count(*) from suppression')).toBeGreaterThan(10)
  expect(await count(`select count(*) from subscriber where state in ('bounced', 'complained')`)).toBe(
    await count('select count(*) from suppression'),
  )
  expect(await count('select count(*) from invitation where account_id is not null')).toBeGreaterThan(5)
  expect(await count('select count(*) from instance_invitation where accepted_at is not null')).toBe(4)
  expect(ids).toHaveLength(ACCOUNTS)
})
