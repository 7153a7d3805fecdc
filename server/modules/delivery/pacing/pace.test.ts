import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { addSubscribers, startBroadcast } from '../../../testing/modules/sending.ts'
import { enqueueRecipients } from '../sending/enqueue-recipients.ts'
import type { Pace } from './pace.ts'

/** Enqueues one subscriber in five of 200: two in each page. */
async function enqueueSparsely(pace: Pace) {
  const account = await testAccount()
  const { ctx } = account
  await addSubscribers(account, 200)
  const id = await startBroadcast(account)
  const { id: mail_id } = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const audience = { where: 's.id % 5 = 0', values: [], pace }
  while (!(await enqueueRecipients(ctx, { mail_id, audience, page: 10 })));
  return ctx.sql.rows<{ variant: number | null; minute: number | null }>(
    `select variant, extract(epoch from next_attempt_at)::int / 60 as minute from delivery where account_id = $1 and mail_id = $2`,
    [mail_id],
  )
}

test('a first group has its share of an audience that is a small part of the account', async () => {
  const rows = await enqueueSparsely({
    kind: 'staged',
    share: 0.2,
    variants: 2,
    expected_at: new Date(0).toISOString(),
  })
  const count = (wanted: number | null) => rows.filter(({ variant }) => variant === wanted).length
  expect([count(1), count(2), count(null)]).toEqual([4, 4, 32])
})

test('a broadcast over several hours is even for an audience that is a small part of the account', async () => {
  const rows = await enqueueSparsely({ kind: 'spread', from: new Date(0).toISOString(), minutes: 200 })
  const minutes = rows.flatMap(({ minute }) => minute ?? [])
  expect(Math.max(...minutes)).toBeLessThan(200)
  // Two of each page: one in the first half, one in the second. Not all at the same two minutes.
  expect(minutes.filter((minute) => minute < 100)).toHaveLength(20)
  expect(new Set(minutes).size).toBeGreaterThan(15)
})
