import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { write } from '../../core/write/write.ts'
import { unscoped } from '../../db/client.ts'
import { type TestAccount, testAccount } from '../../testing/account.ts'
import { later } from '../../testing/clock.ts'
import { dashboard } from '../../testing/dashboard.ts'
import { subscribeTo, takeEvents } from '../../testing/events.ts'
import { deliver, sentMail } from '../../testing/modules/ledger.ts'
import { addSubscribers, ledgerCounts, sendAll, sendToSink, startBroadcast } from '../../testing/modules/sending.ts'
import { getEmailStats } from '../accounts/stats.ts'
import { getBroadcastReport } from '../broadcasts/report/report.ts'
import { addressTag } from '../delivery/tracking/return-path.ts'
import { listHistory } from '../subscribers/list/history.ts'
import { changeState } from '../subscribers/state/state.ts'
import { findSuppressed } from '../subscribers/state/suppression.ts'
import { applyReports, type Report } from './apply.ts'

const EVENTS = [
  'subscriber.bounced',
  'subscriber.complained',
  'subscriber.unsubscribed',
  'subscriber.activated',
] as const

const stateOf = async ({ ctx }: TestAccount, id: number) => {
  const { state, soft_bounces } = await ctx.db.subscriber.findFirstOrThrow({ where: { id } })
  return { state, soft_bounces }
}
const deliveryTo = ({ ctx }: TestAccount, id: number) =>
  ctx.db.delivery.findFirstOrThrow({ where: { subscriber_id: id } })

/** Sends a broadcast to new subscribers. */
async function sent(count: number) {
  const account = await testAccount()
  await sendToSink()
  const ids = await addSubscribers(account, count)
  const broadcast_id = await startBroadcast(account)
  await sendAll(account, broadcast_id)
  const { id: mail_id } = await account.ctx.db.mail.findFirstOrThrow({ where: { broadcast_id } })
  await subscribeTo(account.account_id, [...EVENTS])
  await takeEvents(account.account_id)
  const report = (subscriber_id: number, kind: Report['kind'], more: Partial<Report> = {}): Report => ({
    source: 'test',
    source_id: randomUUID(),
    kind,
    at: account.ctx.now(),
    delivery: { account_id: account.account_id, mail_id, subscriber_id },
    ...more,
  })
  const events = async () =>
    (await takeEvents(account.account_id)).map(({ type, data }) => [type, data.subscriber?.id, data.subscriber?.state])
  return { account, ids, broadcast_id, mail_id, report, events }
}

test('a hard bounce after sending shows in state, delivery, report, account statistics, history and events', async () => {
  const { account, ids, broadcast_id, report, events } = await sent(4)
  const [lin = 0, mia = 0, ada = 0, eve = 0] = ids
  const outcomes = await applyReports([
    report(lin, 'hard', { diagnostic: 'smtp; 550 5.1.1 No such user', status: '5.1.1' }),
    report(mia, 'complaint'),
    report(ada, 'soft', { diagnostic: 'smtp; 552 5.2.2 Mailbox full' }),
  ])
  expect(outcomes).toEqual(['applied', 'applied', 'applied'])
  expect(await stateOf(account, lin)).toMatchObject({ state: 'bounced' })
  expect(await stateOf(account, mia)).toMatchObject({ state: 'complained' })
  expect(await stateOf(account, ada)).toEqual({ state: 'active', soft_bounces: 1 })
  expect(await stateOf(account, eve)).toEqual({ state: 'active', soft_bounces: 0 })
  const hard = {
    state: 'sent',
    bounced_at: expect.any(Date),
    bounce_type: 'hard',
    detail: 'smtp; 550 5.1.1 No such user',
  }
  expect(await deliveryTo(account, lin)).toMatchObject(hard)
  expect(await deliveryTo(account, mia)).toMatchObject({ bounced_at: null, complained_at: expect.any(Date) })
  expect(await deliveryTo(account, ada)).toMatchObject({ bounce_type: 'soft' })
  const { funnel, stats } = await getBroadcastReport(account.ctx, { id: broadcast_id })
  expect(funnel).toMatchObject({ recipients: 4, sent: 4, bounced: 2, complained: 1 })
  expect(stats).toMatchObject({ progress: 100 })
  const recipients = async (activity: 'bounced' | 'complained') =>
    (await dashboard(account).broadcasts.recipients({ id: broadcast_id, activity })).rows
  expect((await recipients('bounced')).map(({ bounce_type }) => bounce_type)).toEqual(['hard', 'soft'])
  expect(await recipients('complained')).toMatchObject([{ subscriber_id: mia, complained_at: expect.any(String) }])
  const { kept, counted } = await ledgerCounts(account, broadcast_id)
  expect(kept).toEqual(counted)
  expect(await getEmailStats(account.ctx)).toMatchObject({ sent: 4, bounce_rate: 50 })
  const { rows } = await listHistory(account.ctx, { id: mia, per_page: 50, include_total_count: false })
  expect(rows()[0]).toMatchObject({
    kind: 'state_changed',
    detail: { from_state: 'active', to_state: 'complained', cause: 'complaint', mail: { broadcast_id } },
  })
  const of_lin = await listHistory(account.ctx, { id: lin, per_page: 50, include_total_count: false })
  expect(of_lin.rows()).toContainEqual(
    expect.objectContaining({
      kind: 'email_bounced',
      detail: expect.objectContaining({ broadcast_id, bounce_type: 'hard', reply: 'smtp; 550 5.1.1 No such user' }),
    }),
  )
  expect(rows()).toContainEqual(
    expect.objectContaining({ kind: 'email_sent', detail: expect.objectContaining({ is_complained: true }) }),
  )
  expect((await events()).sort()).toEqual([
    ['subscriber.bounced', lin, 'bounced'],
    ['subscriber.complained', mia, 'complained'],
  ])
})

test('a report that arrives again changes nothing, from the same source or from another', async () => {
  const { account, ids, broadcast_id, report, events } = await sent(2)
  const [lin = 0, mia = 0] = ids
  const [bounce, complaint] = [report(lin, 'hard'), report(mia, 'complaint')]
  await applyReports([bounce, complaint, bounce])
  await events()
  expect(await applyReports([complaint, bounce])).toEqual(['repeated', 'repeated'])
  const again = [report(lin, 'hard', { source: 'other' }), report(lin, 'soft'), report(mia, 'complaint')]
  expect(await applyReports(again)).toEqual(['applied', 'applied', 'applied'])
  expect(await events()).toEqual([])
  const { funnel } = await getBroadcastReport(account.ctx, { id: broadcast_id })
  expect(funnel).toMatchObject({ sent: 2, bounced: 1, complained: 1 })
  expect(await deliveryTo(account, lin)).toMatchObject({ bounce_type: 'hard' })
  const { kept, counted } = await ledgerCounts(account, broadcast_id)
  expect(kept).toEqual(counted)
})

test('sets applied at the same time count each report once', async () => {
  const { account, ids, broadcast_id, report } = await sent(30)
  const reports = ids.map((id, i) => report(id, i % 3 === 0 ? 'complaint' : 'hard'))
  const outcomes = await Promise.all([
    applyReports(reports),
    applyReports([...reports].reverse()),
    applyReports(reports.slice(10)),
  ])
  expect(outcomes.flat().filter((outcome) => outcome === 'applied')).toHaveLength(30)
  const { funnel } = await getBroadcastReport(account.ctx, { id: broadcast_id })
  expect(funnel).toMatchObject({ sent: 30, bounced: 20, complained: 10 })
})

test('five soft bounces in a row bounce a subscriber, and a delivery in between restarts the count [contract 8.2.2]', async () => {
  const account = await testAccount()
  const [lin = 0] = await addSubscribers(account, 1)
  await subscribeTo(account.account_id, [...EVENTS])
  const { account_id, ctx } = account
  const start = +ctx.now() - 86_400_000
  /** Delivers the n-th message and returns its soft bounce. */
  const send = async (n: number): Promise<Report> => {
    const { mail_id } = await sentMail(ctx)
    await deliver(ctx, { mail_id, subscriber_id: lin, sent_at: new Date(start + n * 60_000) })
    const delivery = { account_id, mail_id, subscriber_id: lin }
    return { source: 'test', source_id: randomUUID(), kind: 'soft', at: ctx.now(), delivery }
  }
  const bounces: Report[] = []
  for (let n = 1; n <= 4; n++) bounces.push(await send(n))
  await applyReports(bounces)
  expect(await stateOf(account, lin)).toEqual({ state: 'active', soft_bounces: 4 })
  // Another soft bounce of the same message does not count.
  await applyReports([{ ...(bounces[0] as Report), source_id: 'again' }])
  expect(await stateOf(account, lin)).toEqual({ state: 'active', soft_bounces: 4 })
  await send(5)
  await applyReports([await send(6)])
  expect(await stateOf(account, lin)).toEqual({ state: 'active', soft_bounces: 1 })
  for (let n = 7; n <= 9; n++) await applyReports([await send(n)])
  expect(await stateOf(account, lin)).toEqual({ state: 'active', soft_bounces: 4 })
  const fifth = await send(10)
  // The next message is in transit when the report arrives.
  await send(11)
  await applyReports([fifth])
  expect(await stateOf(account, lin)).toEqual({ state: 'bounced', soft_bounces: 0 })
  expect((await takeEvents(account_id)).map(({ type }) => type)).toEqual(['subscriber.bounced'])
  await changeState(ctx, { ids: [lin], transition: 'restore', cause: 'dashboard' })
  const { mail_id } = await sentMail(ctx)
  later(60_000)
  await deliver(ctx, { mail_id, subscriber_id: lin, sent_at: new Date(Date.now() + 30_000) })
  const delivery = { account_id, mail_id, subscriber_id: lin }
  await applyReports([{ source: 'test', source_id: randomUUID(), kind: 'soft', at: ctx.now(), delivery }])
  expect(await stateOf(account, lin)).toEqual({ state: 'active', soft_bounces: 1 })
})

test('out-of-office replies, challenges, delays and relay notices change nothing', async () => {
  const { account, ids, broadcast_id, report, events } = await sent(1)
  const [lin = 0] = ids
  const kinds = ['delayed', 'delivered', 'auto_reply', 'challenge', 'not_spam', 'unknown'] as const
  expect(await applyReports(kinds.map((kind) => report(lin, kind)))).toEqual(kinds.map(() => 'ignored'))
  expect(await stateOf(account, lin)).toEqual({ state: 'active', soft_bounces: 0 })
  expect(await deliveryTo(account, lin)).toMatchObject({ bounced_at: null, bounce_type: null, complained_at: null })
  expect((await getBroadcastReport(account.ctx, { id: broadcast_id })).funnel).toMatchObject({
    bounced: 0,
    complained: 0,
  })
  expect(await events()).toEqual([])
})

test('a report about an unknown message, another account or an erased subscriber is kept without any effect', async () => {
  const { account, ids, mail_id, report, events } = await sent(1)
  const [lin = 0] = ids
  const other = await testAccount()
  const strange: Report[] = [
    report(lin, 'hard', { delivery: { account_id: other.account_id, mail_id, subscriber_id: lin } }),
    report(lin, 'hard', { delivery: { account_id: 2_000_000_000, mail_id, subscriber_id: lin } }),
    report(lin, 'complaint', {
      delivery: { account_id: account.account_id, mail_id, subscriber_id: lin + 999_999_999 },
    }),
    report(lin, 'hard', { delivery: undefined, account_id: account.account_id, address: 'no-one@example.net' }),
    report(lin, 'hard', { delivery: undefined, reason: 'no return path\0\ud800' }),
  ]
  expect(await applyReports(strange)).toEqual(strange.map(() => 'unmatched'))
  expect(await stateOf(account, lin)).toMatchObject({ state: 'active' })
  expect(await events()).toEqual([])
  const source_id = { in: strange.map((one) => one.source_id) }
  const kept = await unscoped().deliveryReport.findMany({ where: { source_id } })
  expect(kept.map(({ outcome, subscriber_id }) => [outcome, subscriber_id])).toEqual(
    strange.map(() => ['unmatched', null]),
  )
})

test('a bounce of a subscriber’s former address leaves the subscriber active', async () => {
  const { account, ids, report } = await sent(2)
  const [lin = 0, mia = 0] = ids
  const address_tag = addressTag('subscriber1@example.net')
  await account.ctx.db.subscriber.updateMany({ where: { id: lin }, data: { email_address: 'new@example.net' } })
  await applyReports([
    report(lin, 'hard', { address_tag }),
    report(mia, 'hard', { address_tag: addressTag('subscriber2@example.net') }),
  ])
  expect(await stateOf(account, lin)).toMatchObject({ state: 'active' })
  expect(await deliveryTo(account, lin)).toMatchObject({ bounce_type: 'hard' })
  expect(await stateOf(account, mia)).toMatchObject({ state: 'bounced' })
  await applyReports([report(lin, 'complaint', { address_tag })])
  expect(await stateOf(account, lin)).toMatchObject({ state: 'complained' })
})

test('a bounce proves that an unconfirmed message was sent', async () => {
  const { account, ids, broadcast_id, mail_id, report } = await sent(2)
  const [lin = 0] = ids
  await account.ctx.sql.run(
    `update delivery set state = 'unconfirmed', sent_at = null where account_id = $1 and subscriber_id = $2`,
    [lin],
  )
  await account.ctx.sql.run('update mail set sent = 1, unconfirmed = 1 where account_id = $1 and id = $2', [mail_id])
  await applyReports([report(lin, 'hard')])
  expect(await deliveryTo(account, lin)).toMatchObject({
    state: 'sent',
    sent_at: expect.any(Date),
    bounce_type: 'hard',
  })
  const { kept, counted } = await ledgerCounts(account, broadcast_id)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ sent: 2, unconfirmed: 0, bounced: 1 })
})

test('a complaint with only account and address is assigned to the latest email', async () => {
  const { account, ids, report } = await sent(1)
  const [lin = 0] = ids
  const { account_id } = account
  const known = { delivery: undefined, account_id, address: 'Subscriber1@Example.net', names_recipient: true }
  expect(await applyReports([report(lin, 'complaint', known)])).toEqual(['applied'])
  expect(await stateOf(account, lin)).toMatchObject({ state: 'complained' })
  expect(await deliveryTo(account, lin)).toMatchObject({ complained_at: expect.any(Date) })
})

test('a complaint of an unsubscribed subscriber suppresses the address, so no sign-up reactivates it', async () => {
  const { account, ids, report } = await sent(1)
  const [lin = 0] = ids
  await write(account.ctx, (tx) => changeState(tx, { ids, transition: 'unsubscribe', cause: 'unsubscribe_link' }))
  await applyReports([report(lin, 'complaint')])
  expect(await stateOf(account, lin)).toMatchObject({ state: 'cancelled' })
  const listed = await findSuppressed(account.ctx, { email_addresses: ['subscriber1@example.net'] })
  expect([...listed]).toEqual([['subscriber1@example.net', 'complaint']])
})

test('an opt-out at a mailbox provider unsubscribes and counts in the report', async () => {
  const { account, ids, broadcast_id, report } = await sent(1)
  const [lin = 0] = ids
  await applyReports([report(lin, 'opt_out')])
  expect(await stateOf(account, lin)).toMatchObject({ state: 'cancelled' })
  expect((await getBroadcastReport(account.ctx, { id: broadcast_id })).funnel).toMatchObject({ unsubscribed: 1 })
})

test('a bounce whose text has characters that PostgreSQL cannot store still counts, with at most 500 characters', async () => {
  const { account, ids, report } = await sent(1)
  const [lin = 0] = ids
  const diagnostic = `smtp; 550\0 5.1.1 No such user ${'\ud800'.repeat(600)}`
  const source_id = `${randomUUID()}\0`
  const outcomes = await applyReports([report(lin, 'hard', { diagnostic, status: '5.1.1\0', source_id })])
  expect(outcomes).toEqual(['applied'])
  expect(await stateOf(account, lin)).toMatchObject({ state: 'bounced' })
  const { detail } = await deliveryTo(account, lin)
  expect(detail).toMatch(/^smtp; 550 5\.1\.1 No such user \ufffd+$/)
  expect(detail?.length).toBeLessThanOrEqual(500)
})
