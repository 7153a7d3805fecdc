import { expect, test } from 'vitest'
import { dashboard } from '../../../testing/dashboard.ts'
import { logStatements } from '../../../testing/database/statement-log.ts'
import { sendAll, startBroadcast } from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { createSegment } from '../../segments/service.ts'
import { startIfDue } from '../sending/sending.ts'
import { listUpcomingBroadcasts } from './upcoming.ts'

const log = logStatements()

test('scheduled broadcasts to many segments take no more round trips than one, and one to a deleted segment is left out', async () => {
  const { account, ctx, ids } = await sequenceFixture(1)
  const [subscriber_id = 0] = ids
  const definition = { all: [{ type: 'subscriber_state', states: ['active'] }] } as never
  const schedule = async (name: string) => {
    const { id } = await createSegment(ctx, { name, definition })
    await startBroadcast(account, {
      send_at: new Date('2026-02-01T09:00:00Z'),
      subject: name,
      subscriber_filter: [{ all: [{ type: 'segment', ids: [id] }] }],
    })
    return id
  }
  const list = () => listUpcomingBroadcasts(ctx, { subscriber_id })
  await schedule('One')
  const alone = await log.record(list)
  await schedule('Two')
  const deleted = await schedule('Three')
  await ctx.db.segment.deleteMany({ where: { id: deleted } })
  expect(await log.record(list)).toHaveLength(alone.length)
  expect((await list()).map(({ subject }) => subject)).toEqual(['One', 'Two'])
})

test('the calendar has a broadcast in time zones at the hour of the subscriber, before and after sending begins', async () => {
  const { account, ctx, ids, at } = await sequenceFixture(1)
  const [subscriber_id = 0] = ids
  await ctx.db.subscriber.updateMany({ data: { time_zone: 'America/New_York' } })
  const id = await startBroadcast(account, { send_at: new Date('2026-01-31T09:00:00Z'), subject: 'Morning' })
  await dashboard(account).broadcasts.savePlan({
    id,
    plan: { kind: 'time_zones', at: '2026-02-01T09:00', late: 'now' },
  })
  const list = async () =>
    (await listUpcomingBroadcasts(ctx, { subscriber_id })).map(({ subject, due_at }) => [subject, due_at])
  expect(await list()).toEqual([['Morning', '2026-02-01T14:00:00Z']])
  await at('2026-02-01T08:00:00Z')
  await startIfDue(ctx, { id })
  await sendAll(account, id)
  expect(await list()).toEqual([['Morning', '2026-02-01T14:00:00Z']])
  await at('2026-02-01T14:00:00Z')
  await sendAll(account, id)
  expect(await list()).toEqual([])
})

test('the calendar says that a staged broadcast may come later, and that one whose sending is paused has no time', async () => {
  const { account, ctx } = await sequenceFixture(20)
  const id = await startBroadcast(account, { send_at: new Date('2026-02-01T09:00:00Z') })
  const app = dashboard(account).broadcasts
  const plan = { kind: 'staged', first: { count: 1 }, wait_minutes: 60, limits: null, test: null } as const
  await app.savePlan({ id, plan })
  const all = await ctx.db.subscriber.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  const [one] = await listUpcomingBroadcasts(ctx, { subscriber_id: Number(all[0]?.id) })
  expect(one).toMatchObject({ due_at: '2026-02-01T09:00:00Z', is_earliest: true })
  await app.schedule({ id, send_at: new Date(+ctx.now() + 1).toISOString() })
  await startIfDue({ ...ctx, now: () => new Date(+ctx.now() + 1_000) }, { id })
  await sendAll(account, id)
  const waiting = await ctx.db.delivery.findFirstOrThrow({ where: { state: 'queued' } })
  const list = () => listUpcomingBroadcasts(ctx, { subscriber_id: Number(waiting.subscriber_id) })
  expect(await list()).toMatchObject([{ due_at: expect.any(String), is_stopped: false }])
  await app.pause({ id, note: null })
  expect(await list()).toMatchObject([{ due_at: null, is_stopped: true }])
})
