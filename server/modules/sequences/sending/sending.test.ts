import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../../testing/account.ts'
import { api, key } from '../../../testing/api.ts'
import { subscribeTo, takeEvents } from '../../../testing/events.ts'
import { addSubscribers, header, parseMail, settleEngagement } from '../../../testing/modules/sending.ts'
import { makeSequence, START, sequenceFixture } from '../../../testing/modules/sequences.ts'
import { runs } from '../../../testing/runner/deep.ts'
import { NO_POSTAL_ADDRESS } from '../../accounts/settings/postal-address.ts'
import { trackClick, trackOpen } from '../../delivery/tracking/track.ts'
import { unsubscribe } from '../../delivery/tracking/unsubscribe.ts'
import { createSegment } from '../../segments/service.ts'
import { SegmentFilter } from '../../subscribers/segment-filter-schema.ts'
import { createTag } from '../../tags/service.ts'
import { tagSubscribers } from '../../tags/tagging.ts'
import { findPause } from '../../transports/service.ts'
import { enrollSubscribers, resumeSubscribers } from '../enrolling/enrolling.ts'
import { cleanUpSequence } from './requeue-stalled.ts'
import { workSequence } from './sending.ts'

test('a sequence sends immediately, then the next day at the hour, then by hours on the quarter, and completes', async () => {
  const { account, at, email, join, progress } = await sequenceFixture(2)
  await subscribeTo(account.account_id, ['subscriber.sequence_completed'])
  await email({ subject: 'Hello', delay_value: 0 })
  await email({ subject: 'Day one' })
  await email({ subject: 'Draft', published: false })
  await email({ subject: 'Later', delay_value: 5, delay_unit: 'hours' })
  await join()
  expect(await at('2026-01-14T09:00:05Z')).toEqual(['Hello to subscriber1', 'Hello to subscriber2'])
  expect(await progress()).toMatchObject({ state: 'active', next_at: '2026-01-15T11:00:00.000Z' })
  expect(await at('2026-01-15T10:59:59Z')).toEqual([])
  expect(await at('2026-01-15T11:00:04Z')).toEqual(['Day one to subscriber1', 'Day one to subscriber2'])
  expect(await at('2026-01-15T11:00:05Z')).toEqual([])
  await takeEvents(account.account_id)
  expect(await at('2026-01-15T16:00:00Z')).toEqual(['Later to subscriber1', 'Later to subscriber2'])
  expect(await progress()).toEqual({ state: 'completed', next_at: null, run: 1 })
  expect(await takeEvents(account.account_id)).toMatchObject(
    ['subscriber1@example.net', 'subscriber2@example.net'].map((email_address) => ({
      type: 'subscriber.sequence_completed',
      data: { subscriber: { email_address }, sequence: { name: 'Welcome' } },
    })),
  )
  expect(await at('2026-02-15T16:00:00Z')).toEqual([])
})

test('a sequence message is personal, has one-click unsubscribe, is tracked, and counts in statistics', async () => {
  const { account, at, call, email, join, sink } = await sequenceFixture(3)
  const email_id = await email({ delay_value: 0 })
  await join()
  await at('2026-01-14T09:00:05Z')
  const [first] = sink.messages
  if (!first) throw new Error('No message')
  const mail = await parseMail(first)
  expect(mail.html).toContain('Hello Subscriber ')
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(header(mail, 'feedback-id')).toMatch(/:sequence_email:envoi$/)
  const visitor = {
    method: 'GET',
    ip: '91.64.12.7',
    user_agent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
    purpose: null,
  }
  const token = /\/t\/o\/([\w.-]+)/.exec(mail.html ?? '')?.[1] ?? ''
  await trackOpen(token, visitor)
  expect(await trackClick(token, 1, visitor)).toBe('https://studio.example/a')
  await settleEngagement(account)
  const leave = /\/u\/([\w.-]+)>/.exec(header(mail, 'list-unsubscribe') ?? '')?.[1] ?? ''
  await unsubscribe(leave, 'one_click')
  const stats = {
    recipients: 3,
    opens: 1,
    clicks: 1,
    email_unsubscribes: 1,
    bounces: 0,
    complaints: 0,
    open_rate: 33.33,
    click_rate: 33.33,
    click_to_open_rate: 100,
    unsubscribe_rate: 33.33,
    bounce_rate: 0,
    complaint_rate: 0,
  }
  expect((await call('GET ?include=stats')).body.sequence.stats).toEqual({ unsubscribers: 1, ...stats })
  expect((await call(`GET /emails/${email_id}?include=stats`)).body.email.stats).toEqual(stats)
  // An edited email is sent with the new text, and both versions count.
  await call(`PUT /emails/${email_id}`, { subject: 'Edited' })
  const more = await addSubscribers(account, 1, 'late')
  await join(more)
  expect(await at('2026-01-14T10:00:00Z')).toEqual(['Edited to late1'])
  expect((await call(`GET /emails/${email_id}?include=stats`)).body.email.stats).toMatchObject({
    recipients: 4,
    opens: 1,
    open_rate: 25,
  })
  expect(await trackClick(token, 1, visitor)).toBe('https://studio.example/a')
})

test('an inactive subscriber gets nothing and continues where they were when active again', async () => {
  const { ctx, ids, at, email, join, progress } = await sequenceFixture(2)
  await email()
  await email({ subject: 'Day two' })
  await join()
  await ctx.db.subscriber.updateMany({ where: { id: ids[0] }, data: { state: 'inactive' } })
  expect(await at('2026-01-15T11:00:00Z')).toEqual(['Day one to subscriber2'])
  expect(await progress()).toMatchObject({ state: 'stopped', next_at: null })
  await ctx.db.subscriber.updateMany({ where: { id: ids[0] }, data: { state: 'active' } })
  await resumeSubscribers(ctx, { subscriber_ids: ids })
  expect(await at('2026-01-15T15:00:00Z')).toEqual(['Day one to subscriber1'])
  expect(await at('2026-01-16T11:00:00Z')).toEqual(['Day two to subscriber1', 'Day two to subscriber2'])
})

test('subscribers of excluded sources are skipped when an email is due, and only then', async () => {
  const { account, ctx, call, ids, at, email, join } = await sequenceFixture(5)
  const tag = (await createTag(ctx, { name: 'Buyer' })).value
  const vip = (await createTag(ctx, { name: 'VIP' })).value
  const form = await ctx.db.form.create({ data: { account_id: account.account_id, name: 'Footer', uid: `f${ids[0]}` } })
  const other = await makeSequence(account)
  const [tagged = 0, formed = 0, elsewhere = 0, segmented = 0] = ids
  const definition = SegmentFilter.parse({ all: [{ type: 'tags', any: [{ type: 'ids', matching: [vip.id] }] }] })
  const segment = await createSegment(ctx, { name: 'Best', definition })
  const exclude_subscriber_sources = [
    { type: 'tag', ids: [tag.id] },
    { type: 'form', ids: [form.id] },
    { type: 'sequence', ids: [other.id] },
    { type: 'segment', ids: [segment.id] },
  ]
  await call('PUT', { exclude_subscriber_sources })
  await email()
  await email({ subject: 'Day two' })
  expect((await call(`POST /subscribers/${tagged}`)).status).toBe(201)
  await join()
  const pairs = [
    { tag_id: tag.id, subscriber_id: tagged },
    { tag_id: vip.id, subscriber_id: segmented },
  ]
  await tagSubscribers(ctx, { pairs })
  await ctx.db.formSubscription.create({
    data: { account_id: account.account_id, form_id: form.id, subscriber_id: formed },
  })
  await enrollSubscribers(ctx, { pairs: [{ sequence_id: other.id, subscriber_id: elsewhere }] })
  await ctx.db.enrollment.updateMany({ where: { sequence_id: { not: other.id } }, data: { next_at: new Date(START) } })
  expect(await at('2026-01-15T11:00:00Z')).toEqual(['Day one to subscriber5'])
  const rows = await ctx.db.delivery.findMany({ where: { reason: 'excluded_source' } })
  expect(rows.map(({ subscriber_id }) => Number(subscriber_id)).sort()).toEqual(
    [tagged, formed, elsewhere, segmented].sort(),
  )
  await call('PUT', { exclude_subscriber_sources: [] })
  expect(await at('2026-01-16T11:00:00Z')).toHaveLength(5)
  expect((await call('GET ?include=stats')).body.sequence.stats.recipients).toBe(6)
})

test('pausing a sequence also stops enqueued messages, and resuming continues where everyone was', async () => {
  const { account, ctx, call, sink, at, email, join, progress } = await sequenceFixture(30)
  await email()
  await join()
  let paused: Promise<unknown> | undefined
  sink.behavior.onMessage = async () => {
    paused ??= call('PUT', { active: false })
    await paused
    return undefined
  }
  const first = await at('2026-01-15T11:00:00Z')
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThan(30)
  expect(await at('2026-01-16T11:00:00Z')).toEqual([])
  const late = await addSubscribers(account, 1, 'late')
  expect(await join(late)).toEqual([])
  await call('PUT', { active: true })
  const rest = await at('2026-01-17T08:00:00Z')
  expect(first.length + rest.length).toBe(30)
  expect(new Set([...first, ...rest]).size).toBe(30)
  expect(await progress()).toMatchObject({ state: 'completed' })
  expect(await ctx.db.mail.count({ where: { completed_at: null } })).toBe(0)
})

test('a new schedule does not change times that are already scheduled', async () => {
  const { at, call, email, join } = await sequenceFixture(1)
  await email()
  await email({ subject: 'Day two' })
  await join()
  await call('PUT', { send_hour: 20, send_days: ['saturday'] })
  expect(await at('2026-01-15T11:00:00Z')).toEqual(['Day one to subscriber1'])
  expect(await at('2026-01-17T19:59:00Z')).toEqual([])
  expect(await at('2026-01-17T20:00:00Z')).toEqual(['Day two to subscriber1'])
})

test('an email that cannot be sent says why and waits, while others are sent [L1]', async () => {
  const { ctx, at, call, email, join, progress } = await sequenceFixture(1)
  const broken = await email()
  // Like a snippet that was changed after publishing.
  await ctx.db.sequenceEmail.updateMany({ where: { id: broken }, data: { content: '<p>{{ subscriber.first_name</p>' } })
  await join()
  expect(await at('2026-01-15T11:00:00Z')).toEqual([])
  const problem = async () => (await ctx.db.sequenceEmail.findFirstOrThrow({ where: { id: broken } })).problem
  expect(await problem()).toMatch(/^Content, line 1: /)
  expect(await progress()).toMatchObject({ state: 'active', next_at: '2026-01-15T11:15:00.000Z' })
  await ctx.db.sequenceEmail.updateMany({ where: { id: broken }, data: { content: '' } })
  await at('2026-01-15T11:15:00Z')
  expect(await problem()).toBe('The email has no content yet.')
  await call(`PUT /emails/${broken}`, { content: '<p>Hi</p>' })
  await ctx.db.account.updateMany({ data: { postal_address: null } })
  await at('2026-01-15T11:30:00Z')
  expect(await problem()).toBe(NO_POSTAL_ADDRESS)
  await ctx.db.account.updateMany({ data: { postal_address: 'Storgata 1, 0155 Oslo' } })
  expect(await at('2026-01-15T11:45:00Z')).toEqual(['Day one to subscriber1'])
  expect(await problem()).toBeNull()
})

test('a deleted sequence sends nothing and loses its enrollments, but links in sent messages keep working', async () => {
  const { ctx, id, at, call, email, join, sink } = await sequenceFixture(2)
  await email({ delay_value: 0 })
  await email({ subject: 'Day two' })
  await join()
  await at(START)
  await call('DELETE')
  expect(await at('2026-01-16T11:00:00Z')).toEqual([])
  await cleanUpSequence(ctx, { id })
  expect(await ctx.db.enrollment.count()).toBe(0)
  const [mail] = sink.messages
  if (!mail) throw new Error('No message')
  const token = /\/t\/o\/([\w.-]+)/.exec((await parseMail(mail)).html ?? '')?.[1] ?? ''
  const visitor = {
    method: 'GET',
    ip: '91.64.12.7',
    user_agent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
    purpose: null,
  }
  expect(await trackClick(token, 1, visitor)).toBe('https://studio.example/a')
})

test('an account works only on its own sequences [S11]', async () => {
  const { at, id, email, join } = await sequenceFixture(1)
  await email({ delay_value: 0 })
  await join()
  const stranger: TestAccount = await testAccount()
  expect(await workSequence(stranger.ctx, { id, work_ms: 600_000 })).toEqual({ state: 'finished' })
  expect((await api(`GET /v4/sequences/${id}`, key(stranger))).status).toBe(404)
  expect(await at(START)).toEqual(['Day one to subscriber1'])
})

test('during a blocklisting sequences pause and no one bounces, and after it everyone gets one message', async () => {
  const { account, ctx, sink, at, join, email } = await sequenceFixture(30)
  await email({ delay_value: 1, delay_unit: 'hours' })
  await join()
  let asked = 0
  sink.behavior = {
    onRecipient: () => {
      asked++
      return { code: 550, text: 'Service unavailable; client host [203.0.113.9] blocked using zen.spamhaus.org' }
    },
  }
  expect(await at('2026-01-14T10:00:00.000Z')).toEqual([])
  const after_first_run = asked
  expect(after_first_run).toBeLessThan(15)
  expect(await at('2026-01-14T10:01:00.000Z')).toEqual([])
  expect(asked).toBe(after_first_run)
  expect(await findPause(ctx)).toEqual(new Date('2026-01-14T10:05:00Z'))
  // Even after days, no message has failed.
  for (let hour = 11; hour < 100; hour += runs(1, 11)) {
    await at(new Date(Date.UTC(2026, 0, 14, hour)).toISOString())
  }
  const states = await account.ctx.sql.rows(
    'select state::text, count(*)::int from delivery where account_id = $1 group by 1',
  )
  expect(states).toEqual([{ state: 'queued', count: 30 }])
  sink.behavior = {}
  await at('2026-01-19T10:00:00.000Z')
  await at('2026-01-19T11:00:00.000Z')
  expect(new Set(sink.messages.map(({ to }) => to)).size).toBe(30)
  expect(sink.messages).toHaveLength(30)
  expect(await ctx.db.subscriber.count({ where: { state: 'active' } })).toBe(30)
  expect(await findPause(ctx)).toBeNull()
})
