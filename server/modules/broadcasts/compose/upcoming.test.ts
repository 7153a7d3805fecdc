import { expect, test } from 'vitest'
import { logStatements } from '../../../testing/database/statement-log.ts'
import { startBroadcast } from '../../../testing/modules/sending.ts'
import { sequenceFixture } from '../../../testing/modules/sequences.ts'
import { createSegment } from '../../segments/service.ts'
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
