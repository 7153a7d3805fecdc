import { expect, test } from 'vitest'
import { testAccount } from '../../testing/account.ts'
import { SegmentFilter } from '../subscribers/segment-filter-schema.ts'
import { createSegment, deleteSegment } from './service.ts'
import { countNextSize, getSegmentSizes } from './sizes.ts'

test('a segment is counted once on each day of its account, and its history is deleted with it', async () => {
  const { ctx, account_id } = await testAccount()
  const definition = SegmentFilter.parse({ conditions: [] })
  const { id } = await createSegment(ctx, { name: 'Everyone', definition })
  const add = (n: number, state: 'active' | 'cancelled') =>
    ctx.db.subscriber.create({
      data: {
        account_id,
        email_address: `p${n}@example.net`,
        state,
        canceled_at: state === 'cancelled' ? new Date() : null,
      },
    })
  const count = (now: string) => countNextSize({ after: { account_id, id: id - 1 }, now: new Date(now) })
  await add(1, 'active')
  // 00:30 of May 3 in Oslo.
  expect(await count('2026-05-02T22:30:00Z')).toEqual({ account_id, id })
  await add(2, 'cancelled')
  const again = await count('2026-05-03T20:00:00Z')
  expect(again?.id).not.toBe(id)
  await count('2026-05-03T23:00:00Z')
  const later = { ...ctx, now: () => new Date('2026-05-04T08:00:00Z') }
  expect(await getSegmentSizes(later, { id })).toEqual({
    days: [
      { day: '2026-05-03', count: 1, active: 1 },
      { day: '2026-05-04', count: 2, active: 1 },
    ],
  })
  const other = await testAccount()
  await expect(getSegmentSizes(other.ctx, { id })).rejects.toThrow()
  await deleteSegment(ctx, { id })
  expect(await ctx.db.segmentSize.count()).toBe(0)
})
