import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { baselineOf, type EarlierBroadcast, readBaseline } from './baseline.ts'

const sent = (opened: number, more: Partial<EarlierBroadcast> = {}): EarlierBroadcast => ({
  sent: 200,
  failed: 0,
  opened,
  clicked: 10,
  unsubscribed: 1,
  bounced: 0,
  open_tracking: true,
  click_tracking: true,
  ...more,
})

test('the baseline has the median, the lowest and the highest rate', () => {
  expect(baselineOf([sent(80), sent(20), sent(60)]).open_rate).toEqual({
    broadcasts: 3,
    median: 30,
    lowest: 10,
    highest: 40,
  })
  expect(baselineOf([sent(80), sent(20), sent(60), sent(61)]).open_rate?.median).toBe(30.25)
  expect(baselineOf([sent(80)]).bounce_rate).toEqual({ broadcasts: 1, median: 0, lowest: 0, highest: 0 })
})

test('without an earlier broadcast there is no baseline', () => {
  expect(baselineOf([])).toEqual({ open_rate: null, click_rate: null, unsubscribe_rate: null, bounce_rate: null })
})

test('a broadcast that did not track opens has no open rate, which is not zero', () => {
  const { open_rate, click_rate } = baselineOf([sent(0, { open_tracking: false }), sent(50)])
  expect(open_rate).toEqual({ broadcasts: 1, median: 25, lowest: 25, highest: 25 })
  expect(click_rate?.broadcasts).toBe(2)
})

test('only the ten broadcasts before this one count, and none of other accounts', async () => {
  const [{ ctx, account_id }, other] = [await testAccount(), await testAccount()]
  const completed_at = new Date()
  const add = async (of: typeof other.ctx, opened: number, completed: Date | null = completed_at) => {
    const { id: broadcast_id } = await of.db.broadcast.create({ data: { account_id: of.account_id, subject: 'x' } })
    const data = { account_id: of.account_id, kind: 'broadcast' as const, broadcast_id, sent: 100, opened }
    return (await of.db.mail.create({ data: { ...data, completed_at: completed } })).id
  }
  await add(other.ctx, 99)
  await add(ctx, 90)
  for (let n = 1; n <= 10; n++) await add(ctx, n)
  await add(ctx, 95, null)
  const mail_id = await add(ctx, 50)
  await add(ctx, 91)
  expect(account_id).toBe(ctx.account_id)
  expect((await readBaseline(ctx, { mail_id })).open_rate).toEqual({
    broadcasts: 10,
    median: 5.5,
    lowest: 1,
    highest: 10,
  })
})
