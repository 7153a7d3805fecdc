import { expect, test } from 'vitest'
import { api, key } from '../../../testing/api.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { startBroadcast } from '../../../testing/modules/sending.ts'
import { makeSequence, sequenceFixture } from '../../../testing/modules/sequences.ts'

test('the calendar of a subscriber has the subjects and times with which emails then arrive, from all sequences', async () => {
  const { account, ctx, ids, email, join, at } = await sequenceFixture(1, { send_days: ['monday', 'thursday'] })
  const [subscriber_id = 0] = ids
  await email()
  await email({ subject: 'Hours', delay_value: 5, delay_unit: 'hours' })
  await email({ subject: 'Two for {{ subscriber.email_address }}', delay_value: 2 })
  const paused = await makeSequence(account, { name: 'Later' })
  await paused.email({ subject: 'Paused' })
  await join()
  await ctx.db.enrollment.create({ data: { account_id: account.account_id, sequence_id: paused.id, subscriber_id } })
  await paused.call('PUT', { active: false })
  const calls = dashboard(account)
  const upcoming = await calls.sequences.upcoming({ subscriber_id })
  expect(upcoming.map(({ subject, due_at }) => [subject, due_at])).toEqual([
    ['Day one', '2026-01-15T11:00:00Z'],
    ['Hours', '2026-01-15T16:00:00Z'],
    ['Two for subscriber1@example.net', '2026-01-19T11:00:00Z'],
    ['Paused', null],
  ])
  for (const { subject, due_at } of upcoming.slice(0, 3)) {
    expect(await at(new Date(+new Date(due_at ?? '') - 1000).toISOString())).toEqual([])
    expect(await at(due_at ?? '')).toEqual([`${subject} to subscriber1`])
  }
  expect((await calls.sequences.upcoming({ subscriber_id })).map(({ subject }) => subject)).toEqual(['Paused'])
})

test('the calendar has the scheduled broadcasts that a subscriber matches, and says what a pause skips', async () => {
  const { account, ctx, ids } = await sequenceFixture(1)
  const [subscriber_id = 0] = ids
  const send_at = new Date('2026-02-01T09:00:00Z')
  const everyone = await startBroadcast(account, { send_at, subject: 'For {{ subscriber.email_address }}' })
  const { tag } = (await api('POST /v4/tags', key(account), { name: 'VIP' })).body
  await startBroadcast(account, {
    send_at,
    subject: 'For VIPs',
    subscriber_filter: [{ all: [{ type: 'tag', ids: [tag.id] }] }],
  })
  const { broadcasts } = dashboard(account)
  expect(await broadcasts.upcoming({ subscriber_id })).toEqual([
    {
      id: everyone,
      subject: 'For subscriber1@example.net',
      due_at: '2026-02-01T09:00:00Z',
      is_earliest: false,
      is_stopped: false,
      is_paused: false,
    },
  ])
  await ctx.db.tagging.create({ data: { account_id: account.account_id, tag_id: tag.id, subscriber_id } })
  await ctx.db.subscriber.updateMany({
    where: { id: subscriber_id },
    data: { paused_until: new Date('2026-03-01T00:00:00Z') },
  })
  const found = await broadcasts.upcoming({ subscriber_id })
  expect(found.map(({ subject, is_paused }) => [subject, is_paused])).toEqual([
    ['For subscriber1@example.net', true],
    ['For VIPs', true],
  ])
})

test('the calendar says which emails of a sequence a pause of the subscriber skips', async () => {
  const { account, ctx, ids, email, join } = await sequenceFixture(1)
  const [subscriber_id = 0] = ids
  await email()
  await email({ subject: 'After the pause', delay_value: 10 })
  await join()
  await ctx.db.subscriber.updateMany({ data: { paused_until: new Date('2026-01-20T00:00:00Z') } })
  const upcoming = await dashboard(account).sequences.upcoming({ subscriber_id })
  expect(upcoming.map(({ subject, skipped }) => [subject, skipped])).toEqual([
    ['Day one', 'paused'],
    ['After the pause', null],
  ])
})
