import { expect, test } from 'vitest'
import { testAccount } from '../../../testing/account.ts'
import { dashboard } from '../../../testing/dashboard.ts'
import { addSubscribers, startBroadcast } from '../../../testing/modules/sending.ts'
import { enqueueRecipients } from '../enqueueing/enqueue-recipients.ts'
import type { Pace } from './pace.ts'

/** Enqueues one subscriber in five of 200: two in each page. */
async function enqueueSparsely(pace: Pace, suppressed?: string) {
  const account = await testAccount()
  const { ctx } = account
  await addSubscribers(account, 200)
  if (suppressed !== undefined) await dashboard(account).suppression.add({ text: suppressed })
  const id = await startBroadcast(account)
  const { id: mail_id } = await ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  // Selects by address: other processes may take ids between the account's.
  const audience = { where: "substring(s.email_address from '[0-9]+')::int % 5 = 0", values: [], pace }
  while (!(await enqueueRecipients(ctx, { mail_id, audience, page: 10 })));
  return ctx.sql.rows<{ variant: number | null; minute: number | null; reason: string | null }>(
    `select variant, extract(epoch from next_attempt_at)::int / 60 as minute, reason from delivery
     where account_id = $1 and mail_id = $2`,
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

test('a first group has its share of the recipients who are not suppressed, and no suppressed one', async () => {
  const text = Array.from({ length: 100 }, (_, n) => `subscriber${n + 1}@example.net`).join('\n')
  const pace = { kind: 'staged', share: 0.2, variants: 2, expected_at: new Date(0).toISOString() } as const
  const rows = await enqueueSparsely(pace, text)
  expect(rows.filter(({ reason }) => reason === 'suppressed')).toHaveLength(20)
  const first = rows.filter(({ variant }) => variant !== null)
  expect(first.map(({ reason }) => reason)).toEqual([null, null, null, null])
})

test('a broadcast over several hours is even for an audience that is a small part of the account', async () => {
  const rows = await enqueueSparsely({ kind: 'spread', from: new Date(0).toISOString(), minutes: 200 })
  const minutes = rows.flatMap(({ minute }) => minute ?? [])
  expect(Math.max(...minutes)).toBeLessThan(200)
  // Two of each page: one in the first half, one in the second. Not all at the same two minutes.
  expect(minutes.filter((minute) => minute < 100)).toHaveLength(20)
  expect(new Set(minutes).size).toBeGreaterThan(15)
})
