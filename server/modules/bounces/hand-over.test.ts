import { expect, test } from 'vitest'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { deliver, sentMail } from '../../testing/modules/ledger.ts'
import { addSubscribers, ledgerCounts, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { applyReports } from './apply.ts'

const FULL = { code: 552, text: '5.2.2 Mailbox full' }

/** Adds earlier emails with consecutive soft bounces. */
async function bouncedSoftly({ ctx }: TestAccount, subscriber_id: number, emails: number): Promise<void> {
  for (let n = emails; n > 0; n--) {
    const { mail_id } = await sentMail(ctx)
    await deliver(ctx, { mail_id, subscriber_id, sent_at: new Date(+ctx.now() - n * 60_000), bounced: true })
  }
  await ctx.sql.run(`update delivery set bounce_type = 'soft' where account_id = $1 and subscriber_id = $2`, [
    subscriber_id,
  ])
}

test('a mailbox that is full during sending is a soft bounce, and the fifth in a row bounces the subscriber [contract 8.2.2]', async () => {
  const account = await testAccount()
  const [lin = 0, mia = 0] = await addSubscribers(account, 3)
  await bouncedSoftly(account, lin, 4)
  await bouncedSoftly(account, mia, 3)
  await sendToSink({ onRecipient: (address) => (address === 'subscriber3@example.net' ? undefined : FULL) })
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('finished')
  const subscribers = await account.ctx.db.subscriber.findMany({ orderBy: { id: 'asc' } })
  expect(subscribers.map(({ state, soft_bounces }) => [state, soft_bounces])).toEqual([
    ['bounced', 0],
    ['active', 4],
    ['active', 0],
  ])
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 1, failed: 2, bounced: 2, hard_bounced: 0 })
  const { id: mail_id } = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const delivery = await account.ctx.db.delivery.findFirstOrThrow({ where: { mail_id, subscriber_id: mia } })
  expect(delivery).toMatchObject({ state: 'failed', reason: 'mailbox_unavailable', bounce_type: 'soft' })
})

test('mailboxes that do not exist during sending emit subscriber.bounced for each subscriber [contract 9.5]', async () => {
  const account = await testAccount()
  const ids = await addSubscribers(account, 3)
  await subscribeTo(account.account_id, ['subscriber.bounced'])
  const unknown = { code: 550, text: '5.1.1 No such user' }
  await sendToSink({ onRecipient: (address) => (address === 'subscriber3@example.net' ? undefined : unknown) })
  expect(await sendAll(account, await startBroadcast(account))).toBe('finished')
  const events = await takeEvents(account.account_id)
  const bounced = events.filter(({ type }) => type === 'subscriber.bounced')
  expect(bounced.map(({ data }) => [data.subscriber.id, data.subscriber.state]).sort()).toEqual([
    [ids[0], 'bounced'],
    [ids[1], 'bounced'],
  ])
})

test('a message that is refused after a report about it counts as one bounce, of the worse kind', async () => {
  const account = await testAccount()
  const { account_id } = account
  const [lin = 0] = await addSubscribers(account, 1)
  const sink = await sendToSink({ onRecipient: () => ({ code: 451, text: '4.3.0 Try again later' }) })
  let now = new Date()
  account.ctx.now = () => now
  const id = await startBroadcast(account)
  expect(await sendAll(account, id)).toBe('wait')
  const { id: mail_id } = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id: id } })
  const delivery = { account_id, mail_id, subscriber_id: lin }
  await applyReports([{ source: 'test', source_id: `hand-over ${mail_id}`, kind: 'soft', at: now, delivery }])
  expect((await ledgerCounts(account, id)).kept).toMatchObject({ bounced: 1 })
  sink.behavior = { onRecipient: () => ({ code: 550, text: '5.1.1 No such user' }) }
  now = new Date(+now + 180_000)
  expect(await sendAll(account, id)).toBe('finished')
  const { kept, counted } = await ledgerCounts(account, id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ failed: 1, bounced: 1, hard_bounced: 1 })
  expect(await account.ctx.db.delivery.findFirstOrThrow({ where: { mail_id } })).toMatchObject({ bounce_type: 'hard' })
  expect(await account.ctx.db.subscriber.findFirstOrThrow({ where: { id: lin } })).toMatchObject({ state: 'bounced' })
})
