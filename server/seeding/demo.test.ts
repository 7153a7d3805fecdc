import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Ctx, systemCtx } from '../core/context.ts'
import { PageQuery } from '../core/page/page.ts'
import { closeDatabase, openDatabase, unscoped } from '../db/client.ts'
import { getOverview } from '../modules/analytics/service.ts'
import { listInstalledApps } from '../modules/apps/installations/installations.ts'
import { listStore } from '../modules/apps/store/store.ts'
import { countSteps } from '../modules/automations/inspecting/counts.ts'
import { previewMigration } from '../modules/automations/publishing/migration.ts'
import { listVersions } from '../modules/automations/publishing/versions.ts'
import { listAutomations } from '../modules/automations/service.ts'
import { previewBroadcast } from '../modules/broadcasts/compose/preview.ts'
import { listBroadcasts } from '../modules/broadcasts/service.ts'
import { listBulkFailures, listBulkRequests } from '../modules/bulk-requests/records.ts'
import { OPERATIONS } from '../modules/bulk-requests/values-schema.ts'
import { getFormResults } from '../modules/forms/results/read.ts'
import { getSendingHealth } from '../modules/reputation/service.ts'
import { countSegment } from '../modules/segments/service.ts'
import { getSegmentSizes } from '../modules/segments/sizes.ts'
import { listSendingDomains } from '../modules/sending-domains/service.ts'
import { dueAt, WEEKDAYS } from '../modules/sequences/sending/schedule.ts'
import { listTopics } from '../modules/tags/topics.ts'
import { verifyPassword } from '../modules/users/passwords.ts'
import { makeDatabase, type TestDatabase } from '../testing/database/database.ts'
import { TEST_POOL } from '../testing/patience.ts'
import { deepTest } from '../testing/runner/deep.ts'
import { addImages } from './content/images.ts'
import { createDemo, type Demo } from './demo.ts'

// The demo is only created in a database without users, so these tests use their own.
let own_database: TestDatabase
let demos: (Demo | undefined)[]
let demo: Demo
let ctx: Ctx

beforeAll(async () => {
  own_database = await makeDatabase(inject('server_url'))
  await closeDatabase()
  openDatabase(own_database.url, { max: 8 })
  demos = await Promise.all([createDemo(), createDemo()])
  demo = demos.find((made) => made !== undefined) as Demo
  ctx = systemCtx(demo.account_id)
})

afterAll(async () => {
  await closeDatabase()
  openDatabase(inject('database_url'), TEST_POOL)
  await own_database.drop()
})

test('two starts at the same time create one demo account, and a later start creates none', async () => {
  expect(demos.filter((made) => made !== undefined)).toHaveLength(1)
  expect(await createDemo()).toBeUndefined()
  expect(await unscoped().account.count()).toBe(1)
})

test('the demo owner can sign in', async () => {
  const user = await unscoped().user.findUniqueOrThrow({ where: { email: demo.email } })
  expect(await verifyPassword(user.password_hash, demo.password)).toBe(true)
  expect(demo.api_key).toMatch(/^envoi_/)
})

test('the demo account has content of every kind', async () => {
  const account = await ctx.db.account.findFirstOrThrow({ include: { creator_profile: true } })
  expect(account).toMatchObject({
    name: 'Studio North',
    time_zone: 'Europe/Oslo',
    creator_profile: { name: 'Nora Lind' },
    mail_is_caught: true,
  })
  expect(account.colors).toHaveLength(4)
  expect(await ctx.db.subscriber.count()).toBe(640)
  const fields = await ctx.db.customField.groupBy({ by: ['type'], _count: true, orderBy: { type: 'asc' } })
  expect(fields.map(({ type, _count }) => [type, _count])).toEqual([
    ['choice', 4],
    ['date', 1],
  ])
  expect(await ctx.db.tag.count()).toBe(8)
  expect(await ctx.db.form.count()).toBe(1)
  const broadcasts = await ctx.db.broadcast.groupBy({ by: ['status'], _count: true })
  const by_status = Object.fromEntries(broadcasts.map(({ status, _count }) => [status, _count]))
  expect(by_status).toEqual({ completed: 12, scheduled: 1, draft: 1 })
  expect(await ctx.db.snippet.count()).toBe(2)
  expect(await ctx.db.segment.count()).toBe(3)
  expect(await ctx.db.purchase.count()).toBe(60)
  const posts = await ctx.db.post.groupBy({ by: ['status'], _count: true, orderBy: { status: 'asc' } })
  expect(posts.map(({ status, _count }) => [status, _count])).toEqual([
    ['draft', 1],
    ['published', 10],
  ])
  expect(await ctx.db.webhookDelivery.count()).toBe(260)
  const events = await ctx.sql.rows('select type from outbox where account_id = $1 order by type')
  // The email informs the demo user about the new API key.
  const types = ['broadcast.schedule_changed', 'export.requested', 'service_mail.queued']
  expect(events).toEqual(types.map((type) => ({ type })))
  expect(await ctx.db.serviceMail.count()).toBe(1)
})

deepTest('the demo has each image once, with a description', async () => {
  await addImages(ctx)
  await addImages(ctx)
  const images = await ctx.db.mediaPicture.findMany({ select: { alt: true, width: true, height: true, state: true } })
  const image = { alt: expect.stringMatching(/\w{4}/), width: 1200, height: 800, state: 'ready' }
  expect(images).toEqual(Array.from({ length: 6 }, () => image))
  const posts = await ctx.db.post.findMany({ where: { status: 'published' }, select: { thumbnail_url: true } })
  expect(new Set(posts.map(({ thumbnail_url }) => thumbnail_url)).size).toBe(6)
})

test('the demo shows a sending domain, topics, a suppression list and a healthy week of sending', async () => {
  expect(await listSendingDomains(ctx)).toMatchObject([{ domain: 'studio-north.example' }])
  expect((await listTopics(ctx)).map(({ name }) => name)).toEqual(['Open studio', 'Studio news', 'Workshops'])
  const left = await ctx.db.subscriber.count({ where: { state: { in: ['bounced', 'complained'] } } })
  const listed = await ctx.db.suppression.groupBy({ by: ['reason'], _count: true })
  const count = (reason: string) => listed.find((row) => row.reason === reason)?._count ?? 0
  expect(count('hard_bounce') + count('complaint')).toBe(left)
  expect(left).toBeGreaterThan(0)
  expect(count('manual')).toBe(2)
  expect((await getSendingHealth(ctx)).domains).toMatchObject([{ domain: 'studio-north.example', state: 'good' }])
})

test('the form of the demo has results that add up to its sign-ups', async () => {
  const { id } = await ctx.db.form.findFirstOrThrow()
  const { days, sources, pages, ...month } = await getFormResults(ctx, { id, days: 30 })
  const joined = await ctx.sql.one<{ n: number }>(
    `select count(*)::int as n from form_subscription where account_id = $1 and form_id = $2
       and added_at >= $3::timestamp at time zone 'Europe/Oslo'`,
    [id, days[0]?.date],
  )
  expect(month.sign_ups).toBe(joined?.n)
  expect(month.views).toBeGreaterThan(month.sign_ups * 5)
  expect(month.blocked).toBeGreaterThan(0)
  for (const parts of [days, sources, pages]) {
    expect(parts.reduce((sum, { views }) => sum + views, 0)).toBe(month.views)
    expect(parts.reduce((sum, { sign_ups }) => sum + sign_ups, 0)).toBe(month.sign_ups)
  }
})

test('the webhook deliveries of the demo are consistent', async () => {
  const wrong = await ctx.sql.one<Record<string, number>>(
    `select count(*) filter (where exists (select from json_each(e.data) m
         where (m.value ->> 'created_at')::timestamptz > e.created_at or (m.value ->> 'send_at')::timestamptz > e.created_at)) as not_yet,
       count(*) filter (where d.created_at < e.created_at or a.first < d.created_at) as too_early,
       count(*) filter (where d.completed_at is distinct from a.ended or d.completed_at > $2) as ended_otherwise,
       count(*) filter (where a.n <> d.attempt_count or (d.status = 'failed') <> (a.n = 9)) as miscounted
     from webhook_delivery d join webhook_event e on e.account_id = d.account_id and e.id = d.event_ids[1]
     cross join lateral (select count(*)::int as n, min(attempted_at) as first,
         max(attempted_at + duration_ms * interval '1 ms')::timestamptz(3) as ended
       from webhook_attempt a where a.account_id = d.account_id and a.delivery_id = d.id) a
     where d.account_id = $1`,
    [ctx.now()],
  )
  expect(wrong).toEqual({ not_yet: 0, too_early: 0, ended_otherwise: 0, miscounted: 0 })
  const states = await ctx.db.webhookDelivery.groupBy({ by: ['status'], _count: true, orderBy: { status: 'asc' } })
  expect(states.map(({ status }) => status)).toEqual(['delivered', 'failed'])
})

test('the home page of the demo shows growth, opens and clicks', async () => {
  const month = await getOverview(ctx, { days: 30 })
  expect(month.growth.filter((day) => day.new_subscribers > 0).length).toBeGreaterThan(20)
  expect(month.open_rate.value).toBeGreaterThan(25)
  expect(month.click_rate.value).toBeGreaterThan(1)
  expect(month.sent.value).toBeGreaterThan(1000)
})

test('every broadcast of the demo can be previewed as a subscriber', async () => {
  const page = await listBroadcasts(ctx, {
    slim: true,
    sent_after: undefined,
    sent_before: undefined,
    ...PageQuery.parse({}),
  })
  for (const { id, subject } of page.rows()) {
    const { mistakes, html, text } = await previewBroadcast(ctx, { id })
    expect(mistakes, subject ?? '').toEqual([])
    expect(html).toContain('<h2')
    expect(text.length).toBeGreaterThan(300)
    expect(html + text).not.toContain('{{')
  }
})

test('the form of the demo adds new subscribers to the welcome sequence', async () => {
  const { id } = await ctx.db.sequence.findFirstOrThrow()
  const { settings } = await ctx.db.form.findFirstOrThrow()
  expect(settings).toMatchObject({ sequence_ids: [id] })
})

test('every subscriber of the form has received the due emails of the welcome sequence', async () => {
  const wrong = await ctx.sql.one<Record<string, number>>(
    `select count(*) filter (where e.state = 'active' and (e.next_at is null or e.next_at <= $2)) as overdue,
       count(*) filter (where e.state <> 'active' and e.next_at is not null) as next_without_active,
       count(*) filter (where (e.state = 'completed') <> (e.completed_at is not null)) as unfinished,
       count(*) filter (where e.state = 'active' and s.state <> 'active') as not_active,
       count(*) filter (where d.n is distinct from coalesce(e.last_position + 1, 0)) as unsent
     from enrollment e join subscriber s on s.account_id = e.account_id and s.id = e.subscriber_id
     cross join lateral (select count(*)::int as n from delivery d join mail m on m.account_id = d.account_id and m.id = d.mail_id
       where d.account_id = e.account_id and d.subscriber_id = e.subscriber_id and m.kind = 'sequence_email') d
     where e.account_id = $1`,
    [ctx.now()],
  )
  expect(wrong).toEqual({ overdue: 0, next_without_active: 0, unfinished: 0, not_active: 0, unsent: 0 })
  const states = await ctx.db.enrollment.groupBy({ by: ['state'], _count: true })
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['active', 'completed', 'stopped']))
  expect(states.reduce((sum, { _count }) => sum + _count, 0)).toBe(await ctx.db.formSubscription.count())
})

test('the welcome sequence of the demo keeps its own schedule, and its first email is sent immediately', async () => {
  const { time_zone, send_hour } = await ctx.db.sequence.findFirstOrThrow()
  const emails = await ctx.db.sequenceEmail.findMany({ orderBy: { position: 'asc' } })
  const waiting = await ctx.db.enrollment.findMany({ where: { state: 'active' } })
  for (const { next_email_id, next_at, delay_from } of waiting) {
    const next = emails.find(({ id }) => id === next_email_id)
    const step = { ...next, send_days: null } as Parameters<typeof dueAt>[1]
    const due = dueAt({ time_zone, send_hour: send_hour ?? 0, send_days: [...WEEKDAYS] }, step, delay_from)
    expect(next_at).toEqual(due)
  }
  const late = await ctx.sql.rows(
    `select 1 from delivery d join mail m on m.account_id = $1 and m.id = d.mail_id and m.sequence_email_id = $2
     join enrollment e on e.account_id = $1 and e.subscriber_id = d.subscriber_id
     where d.account_id = $1 and d.sent_at > e.added_at + interval '5 minutes'`,
    [emails[0]?.id],
  )
  expect(late).toEqual([])
})

test('the chart of each segment of the demo ends at its size', async () => {
  for (const { id } of await ctx.db.segment.findMany({ select: { id: true } })) {
    const { days } = await getSegmentSizes(ctx, { id })
    expect(days.at(-1)).toMatchObject(await countSegment(ctx, { id }))
  }
})

test('the automations of the demo have subscribers in every state, with consistent counts', async () => {
  const { rows } = await listAutomations(ctx, PageQuery.parse({}))
  const told = rows.map(({ name, state, has_changes }) => `${name}: ${state}${has_changes ? ', changed' : ''}`)
  expect(told.sort()).toEqual([
    'After the wheel workshop: live',
    'Guests get the studio news: live',
    'Purchase follow-up: draft, changed',
    'Tell me when someone buys: paused',
    'Thank you for your order: live, changed',
  ])
  const [workshop, order] = ['After', 'Thank'].map((word) => rows.find(({ name }) => name.startsWith(word)))
  expect(order?.held).toBeGreaterThan(2)
  const id = workshop?.id ?? 0
  const versions = await listVersions(ctx, { id })
  expect(versions.map(({ version, inside }) => [version, inside > 0])).toEqual([
    [2, true],
    [1, true],
  ])
  expect((await previewMigration(ctx, { id, from_version: 1 })).missing).toMatchObject([{ step_id: 'booked' }])
  const states = await ctx.db.automationRun.groupBy({ by: ['state'], orderBy: { state: 'asc' } })
  expect(states.map(({ state }) => state)).toEqual(['completed', 'held', 'left', 'waiting'])
  const { triggers } = await countSteps(ctx, { id })
  expect(triggers.wheel?.entered).toBe(workshop?.entered)
  const emails = await ctx.sql.rows<{ sent: number; opened: number; queued: number; passed: number }>(
    `select m.sent, m.opened, (select count(*)::int from delivery d where d.account_id = $1 and d.mail_id = m.id and d.state = 'queued') as queued,
       (select count(*)::int from automation_trace x where x.account_id = $1 and x.event = 'passed'
         and (x.data ->> 'mail_id')::int = m.id) as passed
     from mail m where m.account_id = $1 and m.kind = 'automation_email'`,
  )
  expect(emails.length).toBeGreaterThan(4)
  for (const { sent, opened, queued, passed } of emails) {
    expect(queued).toBe(0)
    expect(opened).toBeGreaterThan(0)
    expect(sent).toBeLessThanOrEqual(passed)
  }
})

test('the store of the demo has apps that are marked as samples, and one is installed', async () => {
  const { apps } = await listStore(ctx, { search: 'sample', page: 1, account_id: demo.account_id })
  expect(apps.map(({ name, is_installed }) => [name, is_installed])).toEqual([
    ['Kiln Shop (sample)', true],
    ['Picture Drawer (sample)', false],
    ['Studio Polls (sample)', false],
  ])
  for (const { logo_url } of apps) expect(logo_url).toMatch(/^\/app-logos\//)
  expect(await listInstalledApps(ctx)).toMatchObject([{ scopes: ['public'], installed_by: 'Nora Lind' }])
})

test('the installed sample app has bulk requests that completed, failed in part or were canceled', async () => {
  const { requests } = await listBulkRequests(ctx, {})
  expect(requests.map(({ state, failed_count, untried_count }) => [state, failed_count, untried_count])).toEqual([
    ['completed', 0, 0],
    ['completed', 3, 0],
    ['stopped', 0, 5_600],
    ['completed', 0, 0],
    ['completed', 0, 0],
    ['completed', 4, 0],
  ])
  for (const { id, failed_count, app_name, operation } of requests) {
    expect((await listBulkFailures(ctx, { id })).failures).toHaveLength(failed_count)
    expect(app_name).toBe('Kiln Shop (sample)')
    expect(OPERATIONS[operation]).toBeDefined()
  }
})

deepTest('an incomplete demo account is replaced', async () => {
  await ctx.db.apiKey.deleteMany({})
  const again = await createDemo()
  expect(again?.account_id).not.toBe(demo.account_id)
  expect(await unscoped().account.count()).toBe(1)
  expect(await unscoped().user.count()).toBe(1)
  expect(await unscoped().app.count({ where: { account_id: { not: again?.account_id } } })).toBe(0)
})
